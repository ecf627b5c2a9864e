import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { CannotCheck } from '../report/cannot-check.ts'
import type { Part } from '../traffic/input.ts'
import { mergeParts } from '../traffic/partial.ts'
import type { Traffic } from '../traffic/traffic.ts'

/** Returns at most one process per processor: eight on two took longer than one. */
export const usefulWorkers = (asked: number): number => Math.min(asked, availableParallelism())

/**
 * Reads the first part of the files with `readPart`, and each other part with the same command in another process;
 * merges the results. Progress goes to standard error.
 */
export async function readWithWorkers(
  readPart: (part: Part) => Promise<Traffic>,
  args: readonly string[],
  count: number,
  stderr: { write(text: string): unknown },
): Promise<Traffic> {
  const [, program] = process.argv
  if (program === undefined) throw new CannotCheck('--workers needs the program as a file: run it as paket-drift')
  const others = new AbortController()
  const read = async (number: number): Promise<string> => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, program, 'traffic', ...args, '--partial', '--part', `${number}/${count}`],
      { stdio: ['ignore', 'pipe', 'pipe'], signal: others.signal },
    )
    const ended = new Promise<number | null>((done, failed) => child.once('close', done).once('error', failed))
    let last = ''
    createInterface({ input: child.stderr }).on('line', (line) => {
      last = line
      if (!line.startsWith(COULD_NOT)) stderr.write(`worker ${number}: ${line}\n`)
    })
    const [out, code] = await Promise.all([textOf(child.stdout), ended])
    if (code === 0) return out
    throw new CannotCheck(
      `Worker ${number} of ${count} ended early: ${last.startsWith(COULD_NOT) ? last.slice(COULD_NOT.length) : `exit code ${code}`}`,
    )
  }
  try {
    const [traffic, ...parts] = await Promise.all([
      readPart({ index: 1, of: count }),
      ...Array.from({ length: count - 1 }, (_, index) => read(index + 2)),
    ])
    for (const [index, part] of parts.entries())
      await mergeParts(traffic, '-', Readable.from([Buffer.from(part)]), `worker ${index + 2}`)
    return traffic
  } finally {
    // When one has failed, the others are stopped.
    others.abort()
  }
}
const COULD_NOT = 'Could not check: '
