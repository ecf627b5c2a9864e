import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packed } from '#support/packed.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const bookstore = join(root, 'tests/support/bookstore.yaml')
let installed = ''
let files: string[] = []
beforeAll(async () => {
  // In this folder the tarball's dependencies resolve as after an installation.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  installed = await mkdtemp(join(cache, 'paket-codegen-'))
  const { path } = await packed('codegen', installed)
  await run('tar', ['-xzf', path, '-C', installed])
  files = (await run('tar', ['-tzf', path])).stdout.trim().split('\n')
}, 120_000)
afterAll(() => rm(installed, { recursive: true, force: true }))

describe('the packed generator', { timeout: 120_000 }, () => {
  it('contains its programs, the vocabulary and nothing else', () => {
    const shared = (file: string) => file.replace(/-[A-Z\d]{8}\.js$/, '.js')
    expect(files.map((file) => shared(file.replace('package/', ''))).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/chunk.js',
      'dist/chunk.js',
      'dist/generate-client.js',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/own-typescript.js',
      'dist/paket-codegen.js',
      'package.json',
      'vocabulary/README.md',
      'vocabulary/vectors.json',
      'vocabulary/x-cache.yaml',
      'vocabulary/x-failures.yaml',
      'vocabulary/x-provenance.yaml',
      'vocabulary/x-validity.yaml',
    ])
  })

  it('states the Node version that its command needs', async () => {
    const { engines } = JSON.parse(await readFile(join(installed, 'package/package.json'), 'utf8')) as {
      engines: { node: string }
    }
    const readme = await readFile(join(installed, 'package/README.md'), 'utf8')
    expect(readme).toContain(`Node ${engines.node.replace('>=', '')} or newer`)
  })

  it('lints and generates', async () => {
    const command = join(installed, 'package/dist/paket-codegen.js')
    const { stdout } = await run(process.execPath, [command, 'lint', bookstore])
    expect(stdout).toContain('nothing is wrong')
    await run(process.execPath, [command, 'generate', bookstore, '--out', join(installed, 'by-command')])
    expect((await readdir(join(installed, 'by-command'))).toSorted()).toEqual(['operations.gen.ts', 'types.gen.ts'])
  })

  it('uses its own TypeScript when the project has version 7', async () => {
    const partner = join(installed, 'partner')
    const own = join(partner, 'node_modules/@paket/codegen')
    await mkdir(join(own, 'node_modules'), { recursive: true })
    await cp(join(installed, 'package'), own, { recursive: true })
    await cp(join(root, 'node_modules/@hey-api'), join(partner, 'node_modules/@hey-api'), { recursive: true })
    await symlink(join(root, 'node_modules/@typescript/native'), join(partner, 'node_modules/typescript'))
    await symlink(join(root, 'node_modules/typescript'), join(own, 'node_modules/typescript'))
    const { stdout } = await run(
      process.execPath,
      [join(own, 'dist/paket-codegen.js'), 'generate', bookstore, '--out', 'generated'],
      { cwd: partner },
    )
    expect(stdout).toContain('files written: 2 of 2.')
  })

  it('generates the same calls as plugins of openapi-ts', async () => {
    const config = `import { paket } from './package/dist/index.js'
export default { input: ${JSON.stringify(bookstore)}, output: { path: './by-plugins', entryFile: false, module: { extension: '.ts' } }, logs: { level: 'silent', file: false }, plugins: paket() }`
    await writeFile(join(installed, 'openapi-ts.config.mjs'), config)
    const command = join(installed, 'package/dist/paket-codegen.js')
    await run(process.execPath, [command, 'generate', bookstore, '--out', join(installed, 'by-command')])
    const stock = join(root, 'node_modules/@hey-api/openapi-ts/bin/run.js')
    await run(process.execPath, [stock, '-f', 'openapi-ts.config.mjs'], { cwd: installed })
    const read = async (folder: string) =>
      (await readFile(join(installed, folder, 'operations.gen.ts'), 'utf8')).split('\n').slice(1).join('\n')
    expect(await read('by-plugins')).toBe(await read('by-command'))
  })
})
