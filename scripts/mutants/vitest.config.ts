import { readFileSync } from 'node:fs'
import { matchesGlob, parse, relative, resolve } from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config.ts'
import { areas, isAreaName } from './areas.ts'

// Stryker runs this in a copy of the repository with a link to the original node_modules, whose @paket/sdk is the SDK
// without mutants: hence the alias.
const sdk = JSON.parse(readFileSync('sdk/package.json', 'utf8')) as { exports: Record<string, string> }
const alias = Object.entries(sdk.exports).map(([name, file]) => ({
  find: new RegExp(`^@paket/sdk${name.slice(1)}$`),
  replacement: resolve('sdk', file),
}))

const name = process.env['PAKET_MUTANTS_AREA']
if (!isAreaName(name)) throw new Error(`PAKET_MUTANTS_AREA is no area: ${name}`)

const { tests } = areas[name]
/** Runs the test with the mutated file's name first, then the others in the area's order. */
class LikeliestTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const mutated = [this.ctx.config.related ?? []].flat().map((file) => parse(file).name)
    const place = ({ moduleId }: TestSpecification) =>
      mutated.includes(parse(moduleId).name.replace(/\.test$/, ''))
        ? -1
        : tests.findIndex((glob) => matchesGlob(relative(process.cwd(), moduleId), glob))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

// Without the projects, which would add all other tests to the area's.
const { projects: _, ...test } = base.test ?? {}
export default defineConfig({
  ...base,
  resolve: { alias },
  test: {
    ...test,
    include: [...tests],
    // Without isolation, all test files of a mutant share one process, which reads the contract once.
    isolate: false,
    sequence: { sequencer: LikeliestTestsFirst },
    // A test that is only slow must not kill a mutant. Stryker has a limit of its own, and counts what it ends apart.
    testTimeout: 0,
    hookTimeout: 0,
  },
})
