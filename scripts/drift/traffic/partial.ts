import { CannotCheck } from '../report/cannot-check.ts'
import { isObject } from './exchange.ts'
import type { Traffic, TrafficState } from './traffic.ts'

const VERSION = 1

/** What a part of the traffic has shown, as one line. */
export const writtenPart = (traffic: Traffic): string =>
  JSON.stringify({ driftPartial: VERSION, contract: traffic.fingerprint, state: traffic.state })

/** Adds parts as `writtenPart` writes them, one a line, to a traffic of the same contract; gives how many there were. */
export function mergeParts(traffic: Traffic, text: string, name: string): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  for (const [index, line] of lines.entries()) {
    const where = lines.length === 1 ? name : `${name}, line ${index + 1}`
    const state = stateIn(line, traffic.fingerprint, where)
    traffic.merge(state)
  }
  return lines.length
}
function stateIn(line: string, fingerprint: string, where: string): TrafficState {
  let part: unknown
  try {
    part = JSON.parse(line)
  } catch {
    throw new CannotCheck(`${where} is no JSON: a part is written by drift traffic --partial`)
  }
  if (!isObject(part) || part['driftPartial'] === undefined)
    throw new CannotCheck(`${where} is no part of a report: it is written by drift traffic --partial`)
  if (part['driftPartial'] !== VERSION)
    throw new CannotCheck(`${where} was written by another version of this program: make all parts with the same`)
  if (part['contract'] !== fingerprint)
    throw new CannotCheck(`${where} was made with another contract: give the same --contract to all parts and to merge`)
  const state = part['state']
  if (
    !isObject(state) ||
    !Array.isArray(state['findings']) ||
    !isObject(state['coverage']) ||
    !isObject(state['skipped'])
  )
    throw new CannotCheck(`${where} is a part that is not whole: make it again`)
  return state as unknown as TrafficState
}
