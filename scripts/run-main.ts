import { parseArgs, type ParseArgsConfig } from 'node:util'
import { onStop, stopAll } from './processes.ts'

const isMistake = (error: unknown): boolean =>
  error instanceof Error && /^(Type|Reference|Range)Error$/.test(error.name) && !('code' in error)

/**
 * Runs the main function of a command. A termination signal stops what it has launched, then it exits. An error is printed as one sentence, after `failed` where one is given, and the exit code is 1. A mistake
 * in the code itself is printed with its stack.
 */
export async function runMain(main: () => Promise<void>, failed = ''): Promise<void> {
  onStop(() => void stopAll().then(() => process.exit(130)))
  try {
    await main()
  } catch (error) {
    const isOption = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    const message = error instanceof Error ? error.message : String(error)
    console.error(isMistake(error) ? error : `${failed}${message}${isOption ? '. See --help.' : ''}`)
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
