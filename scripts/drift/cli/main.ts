import { createRequire } from 'node:module'
import { CannotCheck } from '../report/cannot-check.ts'
import { forLog } from '../report/writers/markup.ts'
import { accept } from './accept.ts'
import { checkChanges } from './changes.ts'
import { writeConsumer } from './consumer.ts'
import { init } from './init.ts'
import { didYouMean } from './did-you-mean.ts'
import { commentFailure } from './comment.ts'
import { type Io, processIo } from './io.ts'
import { checkLive } from './live.ts'
import { checkMerge } from './merge.ts'
import { checkProxy } from './proxy.ts'
import { checkSpec } from './spec.ts'
import { checkTraffic } from './traffic.ts'

const help = `drift <check>: does a backend still agree with the contract, and if not, what breaks for whom?

  drift spec <file|url>          a service's OpenAPI description against the contract
  drift changes <old> [<new>]    two versions of the contract
  drift traffic <file…|->        recorded exchanges (HAR, NDJSON, access logs, OTLP; gzip, zstd)
  drift merge <part…|->          one report of what several machines have read
  drift live <url>               a running backend: it sends reads and flows of the contract
  drift proxy <url>              the traffic between app and backend, while someone uses the app
  drift consumer <tsconfig>      lists what a code base uses of the contract, for --consumers
  drift accept <report.json>     accepts findings of a report until a day: all, or those of --id
  drift init [<file>]            writes a pipeline that runs drift spec and comments on each change

Each command has --help. drift --version prints the version.`

const checks: Record<string, (args: readonly string[], io: Io) => Promise<number>> = {
  spec: checkSpec,
  changes: checkChanges,
  traffic: checkTraffic,
  merge: checkMerge,
  live: checkLive,
  proxy: checkProxy,
  consumer: writeConsumer,
  accept,
  init,
}

/** Commands that do not check anything. */
const WRITERS = new Set(['accept', 'consumer', 'init'])

const UNEXPECTED = 'an unexpected error: send the owners of the contract its lines in the log'

/** The same relative path is right for this file and for the compiled program in the package. */
const version = () => (createRequire(import.meta.url)('../package.json') as { version: string }).version

/** Runs a command. Returns the exit code: 0 when both sides agree, 1 when they differ, 2 when it could not check. */
export async function main(args: readonly string[], io: Io = processIo): Promise<number> {
  const [name = '--help', ...rest] = args
  if (['--help', '-h', 'help'].includes(name)) return (io.stdout.write(`${help}\n`), 0)
  if (name === '--version') return (io.stdout.write(`${version()}\n`), 0)
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined
  try {
    if (!check)
      throw new CannotCheck(
        `there is no command ${name || '""'}${didYouMean(name, Object.keys(checks)) || ';'} drift --help lists them`,
      )
    return await check(rest, io)
  } catch (error) {
    const why = reasonOf(error)
    const says = `${WRITERS.has(name) ? `drift ${name}` : 'Could not check'}: ${why ?? UNEXPECTED}`
    io.stderr.write(forLog(`${[says, ...(why === null ? placesOf(error) : [])].join('\n')}\n`))
    if (check && rest.includes('--comment'))
      await commentFailure(io, name === 'merge' ? 'traffic' : name, says.split('\n')[0]!)
    return 2
  }
}
/** Returns why a check cannot run; null for a bug of this program. */
function reasonOf(error: unknown): string | null {
  if (error instanceof CannotCheck) return error.message
  if (error instanceof RangeError && /call stack/.test(error.message))
    return 'a schema or a value is nested too deeply, or in itself without a $ref'
  return null
}
/** Returns the places in a stack, without the message: it may quote the traffic. */
function placesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const lines = (error.stack ?? '').split('\n')
  return [error.name, ...lines.filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line))]
}
