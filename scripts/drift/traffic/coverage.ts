import { list, rejects } from '@paket/contract'
import { type AssumedPart, assumedParts, CALLS_TITLE, PARTS_TITLE } from '../description/assumed.ts'
import { counted } from '../report/counted.ts'
import type { Section } from '../report/report.ts'
import type { Validation } from './exchange-validator.ts'
import type { Example, Expectation } from './expectations.ts'
import { lookOf } from './look.ts'
import { shownText, type Shown } from './shown.ts'

/** Exchanges of one code or status of a call: without findings, with findings, and without a recorded body. */
interface Cell {
  agrees: number
  differs: number
  unread: number
  isDescribed: boolean
}
/** What was seen of a call; serialized in partial reports. */
export interface CallSeen {
  count: number
  accepted: number
  broken: number
  cells: Record<string, Cell>
  headers: Record<string, number>
  examples: string[]
}
export type CoverageState = Record<string, CallSeen>
interface Covered {
  expected: Expectation
  described: readonly Shown[]
  seen: CallSeen
  left: readonly Example[]
}
/** Limit per call of codes and statuses that the contract does not have. */
const MOST_UNDESCRIBED = 20
const MOST_NAMED = 6

/** Counts which calls, codes and examples the traffic has shown. */
export class Coverage {
  readonly #calls: Map<string, Covered>
  constructor(expectations: Iterable<Expectation>) {
    this.#calls = new Map(
      [...expectations].map((expected) => [
        expected.id,
        {
          expected,
          described: cellsOf(expected),
          seen: { count: 0, accepted: 0, broken: 0, cells: {}, headers: {}, examples: [] },
          left: expected.examples,
        },
      ]),
    )
  }

  seenOf = (id: string): CallSeen => this.#calls.get(id)!.seen

  add({ id }: Expectation, status: number, validation: Validation): void {
    const call = this.#calls.get(id)!
    const { seen } = call
    seen.count += 1
    if (validation.outcome === 'accepted') seen.accepted += 1
    if (!validation.isClean) seen.broken += 1
    for (const name of validation.headers) seen.headers[name] = (seen.headers[name] ?? 0) + 1
    const cell = seen.cells[validation.cell] ?? addedCell(seen.cells, validation.cell, validation.isDescribed)
    if (cell) cell[!validation.isClean ? 'differs' : validation.isRead ? 'agrees' : 'unread'] += 1
    if (call.left.length === 0 || !validation.isRead) return
    const { body, code } = validation
    let look: string | null = null
    let isShown = false
    for (const example of call.left) {
      if (example.status !== status || example.code !== code) continue
      if (example.look !== null && example.look !== (look ??= lookOf(body))) continue
      seen.examples.push(example.name)
      isShown = true
    }
    if (isShown) call.left = call.left.filter(({ name }) => !seen.examples.includes(name))
  }

  get state(): CoverageState {
    return Object.fromEntries(
      [...this.#calls].filter(([, { seen }]) => seen.count > 0).map(([id, { seen }]) => [id, sorted(seen)]),
    )
  }
  /** Adds the counts of another part; the order of parts does not matter. */
  merge(state: CoverageState): void {
    for (const [id, theirs] of Object.entries(state)) {
      const call = this.#calls.get(id)
      if (!call) continue
      const { seen } = call
      seen.count += theirs.count
      seen.accepted += theirs.accepted
      seen.broken += theirs.broken
      for (const [name, count] of Object.entries(theirs.headers)) seen.headers[name] = (seen.headers[name] ?? 0) + count
      seen.examples = [...new Set([...seen.examples, ...theirs.examples])]
      call.left = call.left.filter(({ name }) => !seen.examples.includes(name))
      for (const [name, cell] of Object.entries(theirs.cells)) {
        const ours = seen.cells[name] ?? addedCell(seen.cells, name, cell.isDescribed)
        if (ours) for (const count of ['agrees', 'differs', 'unread'] as const) ours[count] += cell[count]
      }
    }
  }

  /** Returns whether any body was compared. */
  get hasBodies(): boolean {
    return [...this.#calls.values()].some(({ expected, seen }) =>
      Object.entries(seen.cells).some(
        ([name, cell]) => hasBody(cell) && expected.answers.get(name.toUpperCase())?.media.length !== 0,
      ),
    )
  }
  /** Returns the fraction of the contract's calls × codes that were seen with the body that they have, from 0 to 1. */
  get part(): number {
    const { met, all } = this.#counts()
    return all === 0 ? 1 : met / all
  }
  #counts() {
    const all = [...this.#calls.values()]
    const isMet = ({ seen }: Covered, cell: string) => hasBody(seen.cells[cell])
    return {
      all: all.reduce((sum, { described }) => sum + described.length, 0),
      met: all.reduce((sum, call) => sum + call.described.filter((cell) => isMet(call, cell)).length, 0),
      differs: all.flatMap(({ seen }) => Object.values(seen.cells)).filter(({ differs }) => differs > 0).length,
    }
  }
  /** Returns the highest rate, by call, of a code that this many exchanges may have missed (95 % confidence). */
  get missed(): string[] {
    return [...this.#calls.values()]
      .filter(({ seen }) => seen.count > 0)
      .map(({ expected, seen }) => {
        const rate = 1 - 0.05 ** (1 / seen.count)
        return `${expected.id}: a code in less than ${Number((rate * 100).toPrecision(2))} % of its answers (${seen.count} looked at, 95 %)`
      })
  }
  get sections(): Section[] {
    const all = [...this.#calls.values()]
    const called = all.filter(({ seen }) => seen.count > 0)
    const examples = all.reduce((sum, { expected }) => sum + expected.examples.length, 0)
    const shown = all.reduce((sum, { seen }) => sum + seen.examples.length, 0)
    const { all: cells, met } = this.#counts()
    const never = all.filter(({ seen }) => seen.count === 0).map(({ expected }) => expected.id)
    const sum = `${called.length} of ${all.length} calls, ${met} of ${cells} codes and statuses, ${shown} of ${examples} examples`
    const unseen = never.length > 0 ? [`calls never seen: ${never.join(', ')}`] : []
    return [
      {
        title: 'Coverage: “no drift” is said of this part only',
        lines: [sum, ...called.map((call) => `${call.expected.id}: ${linesOf(call).join('; ')}`), ...unseen],
        short: [sum, ...called.flatMap(notAgreeing), ...unseen],
      },
      this.#provenance(),
      {
        title: PARTS_TITLE,
        short: [],
        lines: all.flatMap(({ expected, seen }) =>
          assumedParts(expected.call).map((part) => `${part.label}: ${seenOf(part, seen)}`),
        ),
      },
    ]
  }
  /** An assumed call is confirmed when it succeeded and no exchange had findings. */
  #provenance(): Section {
    const assumed = [...this.#calls.values()].filter(({ expected }) => expected.isAssumed)
    const calls = assumed.map(({ expected, seen }) => {
      if (seen.accepted > 0 && seen.broken === 0) return `${expected.id}: ${confirmedBy(seen)}`
      if (seen.count === 0) return `${expected.id}: still unconfirmed, it was not called`
      return `${expected.id}: still unconfirmed, ${seen.broken > 0 ? `${counted(seen.broken, 'answer')} with drift` : 'it never succeeded'}`
    })
    return { title: CALLS_TITLE, lines: calls, short: [] }
  }
  get data(): Record<string, unknown> {
    return {
      covered: Math.round(this.part * 1000) / 1000,
      coverage: Object.fromEntries(
        [...this.#calls].map(([id, { seen, left, described, expected }]) => [
          id,
          {
            exchanges: seen.count,
            matrix: Object.fromEntries([
              ...Object.entries(sorted(seen).cells).map(([name, cell]) => [name, { is: stateOf(cell), ...cell }]),
              ...described.filter((cell) => !seen.cells[cell]).map((cell) => [cell, { is: 'never seen' }]),
            ]),
            examplesSeen: seen.examples.toSorted(),
            examplesNotSeen: left.map(({ name }) => name),
            codesNotSeen: [...expected.codes].filter((code) => !seen.cells[`200 code ${code}`]),
          },
        ]),
      ),
    }
  }
}

/** Returns all codes and statuses that the contract has for a call. */
function cellsOf({ cells, answers, validity, isCoded, places }: Expectation): Shown[] {
  const statuses = [...answers.values()].map(({ status }) => status)
  if (!isCoded) return statuses
  const ofSuccess = [...cells.values()]
  // When the rule looks at another field than the code, a success has no code.
  const isBare = places.at === places.codeAt ? ofSuccess.length === 0 && !rejects(validity, null) : true
  return [...(isBare ? [shownText`200`] : []), ...ofSuccess, ...statuses.filter((status) => status !== '200')]
}
const hasBody = (cell: Cell | undefined): boolean => cell !== undefined && cell.agrees + cell.differs > 0
function stateOf({ isDescribed, differs, agrees }: Cell): string {
  if (!isDescribed) return 'not described'
  if (differs > 0) return 'differs'
  return agrees > 0 ? 'agrees' : 'no body'
}
/**
 * Adds a cell. Of those that the contract does not have, keeps the first in alphabetical order, so that their counts
 * are complete in any order of parts.
 */
function addedCell(cells: Record<string, Cell>, name: string, isDescribed: boolean): Cell | null {
  if (!isDescribed) {
    const others = Object.keys(cells).filter((one) => !cells[one]!.isDescribed)
    if (others.length >= MOST_UNDESCRIBED) {
      const last = others.reduce((a, b) => (a < b ? b : a))
      if (name >= last) return null
      delete cells[last]
    }
  }
  return (cells[name] = { agrees: 0, differs: 0, unread: 0, isDescribed })
}
const byKey = <T>(map: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const sorted = (seen: CallSeen): CallSeen => ({
  ...seen,
  cells: byKey(seen.cells),
  headers: byKey(seen.headers),
  examples: seen.examples.toSorted(),
})

const confirmedBy = ({ accepted }: CallSeen): string =>
  `confirmed by this traffic (${counted(accepted, 'success', 'successes')})`
/** Returns the codes and statuses in a state, with their counts. */
const cellsIn = ({ seen }: Covered, state: string): string[] =>
  Object.entries(sorted(seen).cells)
    .filter(([, cell]) => state === stateOf(cell))
    .map(([name, { agrees, differs, unread }]) => {
      const all = agrees + differs + unread
      return differs > 0 && differs < all ? `${name} ×${differs} of ${all}` : `${name} ×${all}`
    })
/** Returns how many exchanges of a call had no body to compare. */
const unreadOf = ({ seen }: Covered) => Object.values(seen.cells).reduce((sum, cell) => sum + cell.unread, 0)
/** Returns a line for the summary; empty when everything seen agrees. */
function notAgreeing(call: Covered): string[] {
  const [differing, others] = [cellsIn(call, 'differs'), cellsIn(call, 'not described')]
  const unread = unreadOf(call)
  const lines = [
    ...(differing.length > 0 ? [`does not agree: ${differing.join(', ')}`] : []),
    ...(others.length > 0 ? [`not described: ${others.join(', ')}`] : []),
    ...(unread > 0 ? [`${unread} without a body to compare`] : []),
  ]
  return lines.length > 0 ? [`${call.expected.id}: ${lines.join('; ')}`] : []
}
function linesOf(call: Covered): string[] {
  const { described, seen, left } = call
  const unmet = described.filter((cell) => !seen.cells[cell])
  const unread = unreadOf(call)
  const named = (title: string, texts: readonly string[], most = Infinity) =>
    texts.length === 0
      ? []
      : [`${title} ${texts.slice(0, most).join(', ')}${texts.length > most ? ` and ${texts.length - most} more` : ''}`]
  return [
    ...named('agrees:', cellsIn(call, 'agrees')),
    ...named('differs:', cellsIn(call, 'differs')),
    ...named('not described:', cellsIn(call, 'not described')),
    ...named('never seen:', unmet),
    ...(unread > 0 ? [`${unread} without a body to compare`] : []),
    ...named(
      'examples not seen:',
      left.map(({ name }) => name),
      MOST_NAMED,
    ),
  ]
}

/** Returns what the traffic shows of an assumed part. A rule is confirmed like its call. */
function seenOf(part: AssumedPart, seen: CallSeen): string {
  switch (part.kind) {
    case 'parameter': {
      const count = seen.headers[part.parameter.name] ?? 0
      if (count === 0) return 'never sent'
      return `sent ${counted(count, 'time')}; whether the service honours it, no exchange shows`
    }
    case 'rule':
      return seen.accepted > 0 && seen.broken === 0 ? confirmedBy(seen) : 'still unconfirmed'
    case 'failure': {
      const codes = list(part.failure.code).map(String)
      const statuses = list(part.failure.http ?? 200).map(String)
      const count = Object.entries(seen.cells).reduce((sum, [name, { agrees, differs, unread }]) => {
        const [status = '', code] = name.split(' code ')
        const isMet =
          (statuses.includes(status) || statuses.includes(`${status[0]}XX`)) &&
          (codes.length === 0 || codes.includes(code ?? ''))
        return sum + (isMet ? agrees + differs + unread : 0)
      }, 0)
      return count > 0 ? `confirmed by this traffic (${counted(count, 'time')})` : 'still unconfirmed'
    }
  }
}
