import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { npm } from '../../scripts/npm.ts'
import { folderOfFile } from '../support/folders.ts'
import { packed } from '../support/packed.ts'

/** Has no packages, like the registry before the first release. */
const registry = createServer((_asked, answer) => answer.writeHead(404).end('{}'))
const folder = folderOfFile().path
beforeAll(() => new Promise<void>((done) => registry.listen(0, '127.0.0.1', done)))
afterAll(() => void registry.close())

it.each([
  ['@paket/sdk', 'sdk'],
  ['@paket/codegen', 'codegen'],
  ['@paket/drift', 'drift'],
  ['@paket/mock', 'mock'],
] as const)(
  'npm would publish %s as it is packed, and corrects nothing in it',
  async (name, which) => {
    const { path } = await packed(which, folder)
    const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
    const { file, args, env } = npm('npm publish', ['publish', '--dry-run', '--registry', address, path], folder)
    const options = { cwd: folder, env: { ...process.env, ...env, npm_config_loglevel: 'warn' } }
    const { stdout, stderr } = await promisify(execFile)(file, args, options)
    expect(stdout).toMatch(new RegExp(`^\\+ ${name}@\\d+\\.\\d+\\.\\d+$`, 'm'))
    const warnings = stderr.split('\n').filter((line) => /^npm (warn|error)/.test(line))
    expect(warnings.filter((line) => !/requires you to be logged in|Unknown (user|env) config/.test(line))).toEqual([])
  },
  300_000,
)

it.each(['sdk', 'sdk/codegen', 'scripts/drift', 'mock-server'])(
  'the changelog of %s begins with its version',
  async (workspace) => {
    const { version } = JSON.parse(await readFile(`${workspace}/package.json`, 'utf8')) as { version: string }
    expect(/^## (\S+)/m.exec(await readFile(`${workspace}/CHANGELOG.md`, 'utf8'))?.[1]).toBe(version)
  },
)
