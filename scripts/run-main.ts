import { parseArgs, type ParseArgsConfig } from 'node:util'
import { onStop, stopAll } from './processes.ts'

const isMistake = (error: unknown): boolean =>
  error instanceof Error && /^(Type|Reference|Range)Error$/.test(error.name) && !('code' in error)

/** Says that a file or a folder cannot be written to, and what to do. */
export const cannotWrite = (path = 'This folder', code = 'EROFS'): string =>
  `${path} cannot be written to (${code}). Run this in a copy of the checkout that can be written to.`

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${error.message}. See --help.`
  return code === 'EROFS' ? cannotWrite(path, code) : error.message
}

/**
 * Runs the main function of a command. A termination signal stops what it has launched, then it exits. An error is printed as one sentence, after `failed` where one is given, and the exit code is 1. A mistake
 * in the code itself is printed with its stack.
 */
export async function runMain(main: () => Promise<void>, failed = ''): Promise<void> {
  onStop(() => void stopAll().then(() => process.exit(130)))
  try {
    await main()
  } catch (error) {
    console.error(isMistake(error) ? error : `${failed}${messageOf(error)}`)
    process.exitCode = 1
  }
}

/** Parses the command line of a script. `--help` prints `help` and exits. Throws for an option that is not valid. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  help: string,
  options: Options,
  allowed: Pick<ParseArgsConfig, 'allowPositionals' | 'allowNegative'> = {},
) {
  const parsed = parseArgs({ ...allowed, options: { ...options, help: { type: 'boolean', short: 'h' } } })
  if (!('help' in parsed.values)) return parsed
  console.log(help)
  process.exit()
}
