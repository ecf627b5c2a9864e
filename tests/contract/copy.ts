import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './contract.ts'

/** A copy of the contract, the SDK and the app that a test can change; call `remove` at the end. */
export interface Copy {
  path: (...parts: string[]) => string
  /** Replaces a text in a file; throws if the file does not contain it. */
  change: (file: string, from: string | RegExp, to: string) => Promise<void>
  /** Runs `npm run generate` in the copy. */
  generate: () => Promise<void>
  /** Type-checks a part; returns the compiler's output, empty on success. */
  typeErrors: (part: string) => Promise<string>
  remove: () => Promise<void>
}

export async function copyOfRepository(): Promise<Copy> {
  const directory = await mkdtemp(join(tmpdir(), 'paket-copy-'))
  const path = (...parts: string[]) => join(directory, ...parts)
  const generated = (source: string) => !/\/(node_modules|dist)$/.test(source)
  for (const part of ['openapi', 'sdk', 'web/src', 'web/package.json', 'web/tsconfig.json', 'tsconfig.json'])
    await cp(join(root, part), path(part), { recursive: true, filter: generated })
  await linkModules(path('node_modules'), { sdk: path('sdk') })
  return {
    path,
    async change(file, from, to) {
      const text = await readFile(path(file), 'utf8')
      const changed = text.replace(from, () => to)
      if (changed === text) throw new Error(`${file} does not have ${String(from)}`)
      await writeFile(path(file), changed)
    },
    async generate() {
      const where = ['--contract', path('openapi'), '--out', path('sdk/src/generated')]
      const { failed, output } = await run([join(root, 'scripts/generate.ts'), ...where])
      if (failed) throw new Error(output)
    },
    async typeErrors(part) {
      const { failed, output } = await run([
        join(root, 'node_modules/@typescript/native/bin/tsc'),
        '-p',
        path(part),
        '--singleThreaded',
        '--pretty',
        'false',
      ])
      return failed ? output : ''
    },
    remove: () => rm(directory, { recursive: true }),
  }
}

/** Links all installed packages, and our own ones from the copy. */
async function linkModules(directory: string, own: Record<string, string>) {
  const installed = join(root, 'node_modules')
  await mkdir(join(directory, '@paket'), { recursive: true })
  const names = (await readdir(installed)).filter((name) => name !== '@paket' && !name.startsWith('.'))
  const links = [
    ...names.map((name) => [join(installed, name), join(directory, name)] as const),
    ...Object.entries(own).map(([name, target]) => [target, join(directory, '@paket', name)] as const),
  ]
  await Promise.all(links.map(([target, link]) => symlink(target, link)))
}

function run(args: string[]): Promise<{ failed: boolean; output: string }> {
  return new Promise((done) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      done({ failed: error !== null, output: stdout + stderr }),
    )
  })
}
