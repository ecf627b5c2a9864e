import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { CannotCheck } from '../report/cannot-check.ts'
import { mergeParts } from '../traffic/partial.ts'
import type { Traffic } from '../traffic/traffic.ts'

/** Runs the same command in so many processes, a part of the files each, and merges what they write. */
export async function readWithWorkers(traffic: Traffic, args: readonly string[], count: number): Promise<void> {
  const [, program] = process.argv
  if (program === undefined) throw new CannotCheck('--workers needs the program as a file: run it as paket-drift')
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const child = spawn(
        process.execPath,
        [...process.execArgv, program, 'traffic', ...args, '--partial', '--part', `${index + 1}/${count}`],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      const ended = new Promise<number | null>((done) => child.once('close', done))
      const [out, said, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended])
      if (code !== 0)
        throw new CannotCheck(
          `Worker ${index + 1} of ${count} ended early: ${said.trim().replace(/^Could not check: /, '') || `exit code ${code}`}`,
        )
      return out
    }),
  )
  for (const [index, part] of parts.entries())
    await mergeParts(traffic, '-', Readable.from([Buffer.from(part)]), `worker ${index + 1}`)
}
