import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  const hasDescription = args.some((arg) => /^https?:/.test(arg) || (!arg.startsWith('-') && existsSync(arg)))
  const isHelp = args.some((arg) => ['-h', '--help', '--version'].includes(arg))
  const program = programOf(CLI)
  if (hasDescription || isHelp) return run(program, given)
  const folder = await mkdtemp(join(tmpdir(), 'paket-plain-'))
  try {
    await run(program, [...given, await writeContract(contractDir, folder)])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the contract to one file, with the examples that are derived from its failures. */
async function writeContract(contractDir: string, folder: string): Promise<string> {
  const { document } = await Contract.load(contractDir)
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  return file
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void child.kill(signal))
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<number>()
  child.once('error', fail).once('exit', (code, signal) => end(code ?? (signal === null ? 1 : 0)))
  process.exitCode = await ended
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
