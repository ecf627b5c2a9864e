import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Contract } from '#engine/contract/contract.ts'

const CLI = '@stoplight/prism-cli'
const VERSION = '5.16.0'

/**
 * Runs Prism's own command with the arguments after `--plain`, on our contract unless they name a description. Throws
 * an Error when it is not installed.
 */
export async function plain(contractDir: string, args: readonly string[]): Promise<void> {
  const [command = ''] = args
  const given = ['mock', 'proxy'].includes(command) ? [...args] : ['mock', ...args]
  // By its name too: of a file that does not exist Prism says so.
  const hasDescription = args.some(
    (arg) => /^https?:|\.(json|ya?ml)$/i.test(arg) || (!arg.startsWith('-') && existsSync(arg)),
  )
  // `-h` is Prism's `--host`.
  const isHelp = args.some((arg) => ['--help', '--version'].includes(arg))
  const program = programOf(CLI)
  if (!hasDescription && !isHelp) {
    const folder = await mkdtemp(join(tmpdir(), 'paket-plain-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    given.push(await writeContract(contractDir, folder))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
  process.argv.splice(1, Infinity, program, ...given)
  createRequire(program)(program)
}

/** Writes the contract to one file, with the examples that are derived from its failures. */
async function writeContract(contractDir: string, folder: string): Promise<string> {
  const { document } = await Contract.load(contractDir)
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  return file
}

/**
 * Finds the program of a package that is installed in the current project or beside the mock; throws an Error with the
 * command to install it.
 */
function programOf(name: string): string {
  for (const from of [join(process.cwd(), 'here.js'), import.meta.filename])
    try {
      const manifest = createRequire(from).resolve(`${name}/package.json`)
      const { bin } = createRequire(from)(manifest) as { bin: Record<string, string> }
      return join(dirname(manifest), Object.values(bin)[0] ?? '')
    } catch {
      // Not found here: try the next place.
    }
  throw new Error(`--plain runs Prism's own command, which is not installed: npm install --save-dev ${name}@${VERSION}`)
}
