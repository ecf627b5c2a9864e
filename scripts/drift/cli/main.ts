import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import { accept } from './accept.ts'
import { checkChanges } from './changes.ts'
import { writeConsumer } from './consumer.ts'
import { init } from './init.ts'
import { type Io, processIo } from './io.ts'
import { checkLive } from './live.ts'
import { checkMerge } from './merge.ts'
import { checkProxy } from './proxy.ts'
import { checkSpec } from './spec.ts'
import { checkTraffic } from './traffic.ts'

const help = `drift <check>: does a backend still agree with the contract, and if not, what breaks for whom?

  drift spec <file|url>          its own OpenAPI description against the contract
  drift changes <old> [<new>]    two versions of the contract
  drift traffic <file…|->        recorded exchanges (HAR, NDJSON, access logs, OTLP; gzip, zstd)
  drift merge <part…|->          one report of parts, from as many machines as there are
  drift live <url>               a running backend: reads and flows of the contract
  drift proxy <url>              between app and backend, while people use the app
  drift consumer <tsconfig>      what a code base uses of the contract, for --consumers
  drift accept <report.json>     adds what a report found to the ignore file, with a reason and a last day
  drift init [<file>]            the pipeline that runs drift spec, with a comment that is updated

Each of them answers --help.`

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

/** Runs a check as a person types it; gives the exit code: 0 agrees, 1 drifts apart, 2 could not check. */
export async function main(args: readonly string[], io: Io = processIo): Promise<number> {
  const [name = '--help', ...rest] = args
  if (name === '--help' || name === 'help') return (io.stdout.write(`${help}\n`), 0)
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined
  try {
    if (!check) throw new CannotCheck(`There is no check called ${name}. ${help.split('\n\n')[1]}`)
    return await check(rest, io)
  } catch (error) {
    // What is not expected is a mistake of this program: it says where.
    const isTooDeep = error instanceof RangeError && /call stack/.test(error.message)
    const text =
      error instanceof CannotCheck || isTooDeep
        ? `Could not check: ${isTooDeep ? 'a schema or a value is nested too deeply, or in itself without a $ref' : error.message}`
        : error instanceof Error
          ? error.stack
          : messageOf(error)
    io.stderr.write(`${text}\n`)
    return 2
  }
}
