import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { npm } from '../../scripts/npm.ts'
import { freePort } from '../../scripts/ports.ts'
import { launch, nodeCommand, root, runToEnd } from '../../scripts/processes.ts'
import { folderOfFile } from '#support/folders.ts'
import { packed } from '#support/packed.ts'
import { ask, paths, press, TestUser } from './support.ts'

const STEP_MS = 120_000
const folder = folderOfFile().path
let files: string[]
beforeAll(async () => {
  const { path } = await packed('mock', join(folder, 'packed'))
  files = (await promisify(execFile)('tar', ['-tzf', path])).stdout.trim().split('\n')
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const offline = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--cache', join(folder, 'cache')]
  const { ok, output } = await runToEnd(npm('npm install', ['install', path, ...offline], folder), STEP_MS)
  if (!ok) throw new Error(output)
}, STEP_MS)

const cache = join(folder, 'node_modules/.cache')
const program = () => join(folder, 'node_modules/@paket/mock/dist/paket-mock.js')
/** Starts the installed mock and waits until it answers; stops it after the test. */
async function started(env: Record<string, string> = {}, ...args: string[]) {
  const mock = await startedMock(env, ...args)
  onTestFinished(() => mock.running.stop())
  return mock
}
async function startedMock(env: Record<string, string>, ...args: string[]) {
  const port = await freePort()
  const { promise: hasOutput, resolve } = Promise.withResolvers<void>()
  const command = nodeCommand('paket-mock', program(), ['--port', String(port), ...args])
  const running = launch({ ...command, cwd: folder, env, onLine: () => resolve() })
  await Promise.race([
    hasOutput,
    running.ended.then(({ why }) => Promise.reject(new Error(`${why}: ${running.output()}`))),
  ])
  return { origin: `http://localhost:${port}`, running }
}

/** One mock for all tests that start it without options. */
let shared: ReturnType<typeof startedMock> | undefined
const plain = () => (shared ??= startedMock({}))
afterAll(async () => (await shared)?.running.stop())

describe('the packed mock in an empty folder', { timeout: STEP_MS }, () => {
  it('installs without other packages and is small', async () => {
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['@paket'])
    const sizes = (
      await readdir(join(folder, 'node_modules/@paket/mock'), { recursive: true, withFileTypes: true })
    ).map(async (file) => (await stat(join(file.parentPath, file.name))).size)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeLessThan(20_000_000)
  })
  it('contains the program, the contract, the scenarios, the panel and licences', () => {
    const kinds = new Set(
      files.map((file) =>
        file
          .replace('package/', '')
          .replace(/^((?:openapi\/(?:paths|schemas))|dist\/made|dist|scenarios|any-scenarios|panel)\/.+$/, '$1'),
      ),
    )
    expect([...kinds].filter((kind) => !/^openapi\/[\w.]+yaml$/.test(kind)).toSorted()).toEqual([
      'CHANGELOG.md',
      'Containerfile',
      'LICENSE',
      'LICENSES.txt',
      'README.md',
      'any-scenarios',
      'dist',
      'dist/made',
      'openapi/paths',
      'openapi/schemas',
      'package.json',
      'panel',
      'sbom.cdx.json',
      'scenarios',
    ])
  })
  it('has a README that starts it first, and asks for nothing of the repository', async () => {
    const readme = await readFile(join(folder, 'node_modules/@paket/mock/README.md'), 'utf8')
    expect(/^## .*$/m.exec(readme)?.[0]).toBe('## For partners and pipelines')
    expect(readme).not.toMatch(/npm (run|start)|\]\(\.\.\/|<!--/)
  })
  it('says which Node it needs', async () => {
    const older =
      'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.9.0"}})'
    const on = (...args: string[]) =>
      runToEnd({ name: 'mock', file: process.execPath, args: ['--import', older, ...args], cwd: folder }, STEP_MS)
    const needs = 'The mock needs Node 22.10 or newer; this is v'
    expect(await on(program())).toMatchObject({ ok: false, output: expect.stringMatching(`^${needs}`) })
    const imported = await on('--import', '@paket/mock', '--eval', '')
    expect(imported.output).toMatch(needs)
  })
  it('contains everything that a start derives from the contract', async () => {
    const made = join(folder, 'node_modules/@paket/mock/dist/made')
    const names = (await readdir(made)).map((name) => name.replace(/-\w+\.json$/, ''))
    expect(names.toSorted()).toEqual(['cms', 'openapi', 'prism', 'prism'])
    await plain()
    await expect(readdir(cache)).rejects.toThrow('ENOENT')
  })
  it('sells a subscription: an order, the payment page, polls until «Активен»', async () => {
    const { origin } = await plain()
    const user = new TestUser(origin, 'registered')
    const orderId = await user.order(false)
    const paid = await press(`${origin}/pay/${orderId}`, {
      action: 'pay',
      number: '2200 7000 0005 1234',
      expiry: '12/49',
      cvc: '123',
    })
    expect(paid.status).toBe(303)
    await user.poll(orderId)
    await user.control('PUT', '/clock', { advance: 'PT1H' })
    expect(await user.poll(orderId)).toMatchObject({ orderStatus: 'deposited' })
    expect(await user.status()).toBe('activated')
  })
  it('serves its panel and is healthy', async () => {
    const { origin } = await plain()
    expect((await ask(origin, 'GET', '/__mock')).body).toContain('Paket mock')
    expect((await ask(origin, 'GET', '/__mock/panel/engine/main.js')).status).toBe(200)
    expect(await ask(origin, 'GET', '/__mock/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
  it('has the command paket-mock with --help', async () => {
    const command = {
      name: 'paket-mock',
      file: join(folder, 'node_modules/.bin/paket-mock'),
      args: ['--help'],
      cwd: folder,
    }
    const { ok, output } = await runToEnd(command, STEP_MS)
    expect({ ok, output }).toMatchObject({ ok: true, output: expect.stringContaining('--contract') })
  })
  it('can be imported in unit tests, by its name', async () => {
    const manifest = await readFile(join(folder, 'node_modules/@paket/mock/package.json'), 'utf8')
    const { name } = JSON.parse(manifest) as { name: string }
    const script = `import { createMock } from '${name}'
      const mock = createMock({ scenario: 'activated' })
      const headers = { authorization: 'Bearer ' + (await mock.token()), 'content-type': 'application/json' }
      const answer = await mock.fetch('/bff/api${paths.getClientData}', { method: 'POST', headers, body: '{}' })
      console.log((await answer.json()).result.status)`
    await writeFile(join(folder, 'unit.mjs'), script)
    const { ok, output } = await runToEnd(
      { ...nodeCommand('unit test', join(folder, 'unit.mjs')), cwd: folder },
      STEP_MS,
    )
    expect({ ok, output: output.trim() }).toEqual({ ok: true, output: 'activated' })
  })
  it('starts and is healthy on any port by its Containerfile, which does not run it as root', async () => {
    const text = await readFile(join(folder, 'node_modules/@paket/mock/Containerfile'), 'utf8')
    const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(text) ?? []
    const [, check = '[]'] = /^HEALTHCHECK [^[]+CMD (.+)$/m.exec(text) ?? []
    expect(text.indexOf('USER 1000:1000')).toBeGreaterThan(0)
    const [, entryFile = '', ...args] = JSON.parse(entry) as string[]
    const [, unpacked = ''] = /^ADD paket-mock-\*\.tgz (.+)\/$/m.exec(text) ?? []
    expect(files).toContain(entryFile.replace(`${unpacked}/`, ''))
    const { origin } = await started({ PAKET_MOCK_TOKEN: 'a-token-of-a-test' }, ...args)
    const [, ...asked] = JSON.parse(check) as string[]
    const env = { PAKET_MOCK_PORT: new URL(origin).port }
    expect((await runToEnd({ name: 'health', file: process.execPath, args: asked, env }, STEP_MS)).ok).toBe(true)
    const none = asked.map((part) => part.replace('/health', '/users'))
    expect((await runToEnd({ name: 'health', file: process.execPath, args: none, env }, STEP_MS)).ok).toBe(false)
  })
  it('explains how to install Prism’s own command when it is missing', async () => {
    const { ok, output } = await runToEnd({ ...nodeCommand('plain', program(), ['--plain']), cwd: folder }, STEP_MS)
    expect({ ok, output: output.trim() }).toEqual({
      ok: false,
      output: expect.stringMatching(/^--plain .+ npm install --save-dev @stoplight\/prism-cli@[\d.]+$/),
    })
  })
  it('mocks a foreign description', async () => {
    onTestFinished(() => rm(cache, { recursive: true }))
    const { origin } = await started({}, '--contract', join(root, 'tests/support/bookstore.yaml'))
    expect(await ask(origin, 'GET', '/api/books/7')).toMatchObject({ status: 200, body: { title: 'Dead Souls' } })
  })
})
