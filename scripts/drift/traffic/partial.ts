import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { CannotCheck } from '../report/cannot-check.ts'
import { isObject } from './exchange.ts'
import { readInput } from './input.ts'
import type { Traffic, TrafficState } from './traffic.ts'

const VERSION = 3

/** Returns a part of the traffic as one line of JSON. */
export const writtenPart = (traffic: Traffic): string => {
  const { fingerprint, state } = traffic
  return JSON.stringify({ driftPartial: VERSION, contract: fingerprint, sum: sumOf(state), state })
}
const sumOf = (state: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(state ?? null))
    .digest('hex')

/**
 * Merges parts from `writtenPart`, one per line, into a traffic of the same contract; returns their number. Only one is
 * in memory at a time.
 */
export async function mergeParts(traffic: Traffic, place: string, stdin: Readable, name?: string): Promise<number> {
  let count = 0
  const where = (line: number) => `${name ?? (place === '-' ? 'standard input' : place)}, line ${line}`
  await readInput(
    place,
    stdin,
    {
      value: (part, line) => {
        mergePart(traffic, part, where(line))
        count += 1
      },
      unreadable: (line) => {
        throw new CannotCheck(`${where(line)} is no JSON: a part is written by drift traffic --partial`)
      },
    },
    { kind: 'lines', mayBeEmpty: true, ...(name !== undefined && { name }) },
  )
  return count
}
/**
 * Merges one part; `where` is for error messages. Throws `CannotCheck` when it is damaged, or of another version or
 * contract.
 */
export function mergePart(traffic: Traffic, part: unknown, where: string): void {
  if (!isObject(part) || part['driftPartial'] === undefined)
    throw new CannotCheck(`${where} is no part of a report: it is written by drift traffic --partial`)
  if (part['driftPartial'] !== VERSION)
    throw new CannotCheck(`${where} was written by another version of this program: make all parts with the same`)
  if (part['contract'] !== traffic.fingerprint)
    throw new CannotCheck(`${where} was made with another contract: give the same --contract to all parts and to merge`)
  const { state } = part
  if (part['sum'] !== sumOf(state)) throw new CannotCheck(`${where} is a part that is damaged: make it again`)
  traffic.merge(state as TrafficState)
}
