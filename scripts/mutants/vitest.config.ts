import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { areas, isAreaName } from './areas.ts'

// Stryker runs this in a copy of the repository whose node_modules is the original's: there @paket/sdk would be the SDK
// without mutants.
const sdk = JSON.parse(readFileSync('sdk/package.json', 'utf8')) as { exports: Record<string, string> }
const alias = Object.entries(sdk.exports).map(([name, file]) => ({
  find: new RegExp(`^@paket/sdk${name.slice(1)}$`),
  replacement: resolve('sdk', file),
}))

const name = process.env['PAKET_MUTANTS_AREA']
if (!isAreaName(name)) throw new Error(`PAKET_MUTANTS_AREA is no area: ${name}`)

export default defineConfig({
  ...base,
  resolve: { alias },
  test: { ...base.test, include: [...areas[name].tests] },
})
