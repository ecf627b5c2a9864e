import { type At, placeOf } from '../description/reading.ts'
import type { Found, Place } from '../report/finding.ts'
import { type RuleId, rules } from '../rules/rules.ts'
import type { Given } from './given.ts'
import { joined, shownText, type Shown } from './shown.ts'

/** What identifies a finding: no values, and nothing else of the exchange. */
export interface Cause {
  rule: RuleId
  /** `calls` when it does not belong to one call. */
  call: Shown
  /** Such as `request`, `answer 200` or `header`. */
  place: Shown
  /** Such as `result.items[].name`; empty for the whole. */
  field: Shown
  /** Distinguishes findings of one rule and place: an unknown code, a type, a keyword. */
  variant?: Shown
}
/** What a report shows of an exchange. */
export interface Sample {
  time: Shown | null
  /** Such as `a.har #12`; empty in a partial report. */
  label: Shown
  curl(): Shown
  /** Set when this program generated the request. */
  probe?: Probe | undefined
}
/** A parameter that the contract forbids as it was sent. */
export interface ForbiddenParameter {
  where: 'path' | 'query' | 'header' | 'cookie'
  given: Given
  /** Empty when it was not sent. */
  texts: readonly string[]
}
/** A generated request. */
export interface Probe {
  /** What the contract forbids in it. */
  forbidden: { body: boolean; parameters: readonly ForbiddenParameter[] }
  /** A command that sends it again. */
  curl: Shown
}
interface Difference {
  differs: Shown
  /** The place in the contract. */
  at?: At | undefined
}
interface Edge {
  time: Shown
  label: Shown
}
interface Entry {
  count: number
  first: Edge & { curl: Shown }
  last: Edge
  differs: Shown
  /** Shapes of the values; the first ones in alphabetical order. */
  shapes: Shown[]
}
interface Seen {
  cause: Cause
  ours: Place | null
  whole: Entry
  /** By variant: the first ones in alphabetical order, one more than is reported. */
  variants: Record<string, Entry>
}
type Variants = Map<string, Entry>
/** The findings of a part; serialized in partial reports. */
export type CollectorState = Seen[]

/** More variants than this are one finding, as for a map keyed by ids, or a code that is a time. */
const MOST_VARIANTS = 20
const MOST_SHAPES = 3
const isBefore = (a: string, b: string) => a < b
const keyOf = ({ rule, call, place, field }: Cause) => `${rule}\n${call}\n${place}\n${field}`

/**
 * Collects findings: each once, with its count and its first and last exchange. Its size is bounded by the contract,
 * not by the traffic.
 */
export class FindingCollector {
  readonly #seen = new Map<string, Omit<Seen, 'variants'> & { variants: Variants }>()

  /** Counts a finding; `describe` is called when it is new, and without a label whenever it may replace the text. */
  add(cause: Cause, sample: Sample, describe: () => Difference, shape?: Shown): void {
    const key = keyOf(cause)
    let seen = this.#seen.get(key)
    if (!seen) {
      const { differs, at } = describe()
      const { variant, ...plain } = cause
      const whole = entryOf(sample, variant === undefined ? differs : shownText``)
      seen = { cause: plain, ours: at ? placeOf(at) : null, whole, variants: new Map() }
      this.#seen.set(key, seen)
    }
    count(seen.whole, sample, shape)
    if (cause.variant === undefined) return this.#describe(seen.whole, sample, describe)
    const variant =
      seen.variants.get(cause.variant) ?? added(seen.variants, cause.variant, () => entryOf(sample, describe().differs))
    if (!variant) return
    count(variant, sample, shape)
    this.#describe(variant, sample, describe)
  }
  /** Exchanges without a label have no order, so the first text in alphabetical order is used. */
  #describe(entry: Entry, { label }: Sample, describe: () => Difference): void {
    if (label !== '' || entry.count === 1) return
    const { differs } = describe()
    if (isBefore(differs, entry.differs)) entry.differs = differs
  }

  get state(): CollectorState {
    return [...this.#seen]
      .toSorted(([a], [b]) => (isBefore(a, b) ? -1 : 1))
      .map(([, { cause, ours, whole, variants }]) => {
        const { rule, call, place, field } = cause
        const names = [...variants.keys()].toSorted()
        const sorted = Object.fromEntries(names.map((name) => [name, entryInOrder(variants.get(name)!)]))
        return { cause: { rule, call, place, field }, ours, whole: entryInOrder(whole), variants: sorted }
      })
  }
  /** Adds the findings of another part; the order of parts does not matter. */
  merge(state: CollectorState): void {
    for (const theirs of structuredClone(state)) {
      const key = keyOf(theirs.cause)
      const ours = this.#seen.get(key)
      if (!ours) this.#seen.set(key, { ...theirs, variants: new Map(Object.entries(theirs.variants)) })
      else {
        mergeEntry(ours.whole, theirs.whole)
        for (const [name, entry] of Object.entries(theirs.variants)) {
          const known = ours.variants.get(name)
          if (known) mergeEntry(known, entry)
          else added(ours.variants, name, () => entry)
        }
      }
    }
  }

  get found(): Found[] {
    return this.state.flatMap(({ cause, ours, whole, variants }) => {
      const names = Object.keys(variants).toSorted() as Shown[]
      if (names.length === 0) return [foundOf(cause, ours, whole, whole.differs)]
      if (names.length <= MOST_VARIANTS)
        return names.map((variant) =>
          foundOf({ ...cause, variant }, ours, variants[variant]!, variants[variant]!.differs),
        )
      const some = joined(
        names.slice(0, MOST_SHAPES).map((name) => variants[name]!.differs),
        '; ',
      )
      return [foundOf(cause, ours, whole, shownText`${some}; and more than 20 others of the same cause`)]
    })
  }
}

const edgeOf = ({ time, label }: Sample): Edge => ({ time: time ?? shownText``, label })
const firstOf = (sample: Sample): Entry['first'] => ({ ...edgeOf(sample), curl: sample.curl() })
const entryOf = (sample: Sample, differs: Shown): Entry => ({
  count: 0,
  first: firstOf(sample),
  last: edgeOf(sample),
  differs,
  shapes: [],
})
const entryInOrder = ({ count: times, first, last, differs, shapes }: Entry): Entry => ({
  count: times,
  first: { time: first.time, label: first.label, curl: first.curl },
  last: { time: last.time, label: last.label },
  differs,
  shapes: shapes.toSorted(),
})
/** Exchanges without a time come last, in the order of reading. */
const compareTimes = (a: string, b: string) => (a === b ? 0 : a === '' ? 1 : b === '' ? -1 : isBefore(a, b) ? -1 : 1)
function count(entry: Entry, sample: Sample, shape: Shown | undefined): void {
  entry.count += 1
  if (shape !== undefined) addShape(entry.shapes, shape)
  const time = sample.time ?? shownText``
  const early = compareTimes(time, entry.first.time)
  if (early < 0) entry.first = firstOf(sample)
  // Exchanges without a label have no order, so the first command in alphabetical order is used.
  else if (early === 0 && sample.label === '' && entry.count > 1) {
    const curl = sample.curl()
    if (isBefore(curl, entry.first.curl)) entry.first = { ...entry.first, curl }
  }
  if (compareTimes(time, entry.last.time) >= 0) entry.last = edgeOf(sample)
}
const compareTexts = (a: string, b: string) => (a === b ? 0 : isBefore(a, b) ? -1 : 1)
const compareEdges = (a: Edge, b: Edge) => compareTimes(a.time, b.time) || compareTexts(a.label, b.label)
function mergeEntry(ours: Entry, theirs: Entry): void {
  ours.count += theirs.count
  if ((compareEdges(theirs.first, ours.first) || compareTexts(theirs.first.curl, ours.first.curl)) < 0)
    ours.first = theirs.first
  if (compareEdges(theirs.last, ours.last) > 0) ours.last = theirs.last
  for (const shape of theirs.shapes) addShape(ours.shapes, shape)
  if (isBefore(theirs.differs, ours.differs)) ours.differs = theirs.differs
}
function addShape(shapes: Shown[], shape: Shown): void {
  if (shapes.includes(shape)) return
  shapes.push(shape)
  if (shapes.length > MOST_SHAPES) shapes.splice(0, Infinity, ...shapes.toSorted().slice(0, MOST_SHAPES))
}
/**
 * Adds a variant; keeps the first ones in alphabetical order. A removed name can never come back, so the counts of the
 * others are complete.
 */
function added(variants: Variants, name: string, make: () => Entry): Entry | null {
  const names = [...variants.keys()]
  if (names.length > MOST_VARIANTS) {
    const last = names.reduce((a, b) => (isBefore(a, b) ? b : a))
    if (!isBefore(name, last)) return null
    variants.delete(last)
  }
  const entry = make()
  variants.set(name, entry)
  return entry
}

function foundOf(cause: Cause, ours: Place | null, entry: Entry, differs: Shown): Found {
  const { rule, call, place, field, variant } = cause
  const shapes = entry.shapes.toSorted()
  const came = shapes.length === 0 ? '' : ` (came as ${joined(shapes, ' or ')})`
  const text = ({ time, label }: Edge) => (time === '' ? label : label === '' ? time : `${label} (${time})`)
  return {
    rule,
    subject: [call, place, field, variant ?? ''].filter((part) => part !== '').join(' '),
    calls: call === 'calls' ? [] : [call],
    says: `${differs}${came}: ${rules[rule].breaks}.`,
    ...(ours && { ours }),
    seen: {
      count: entry.count,
      first: text(entry.first),
      last: text(entry.last),
      ...(entry.first.curl !== '' && { curl: entry.first.curl }),
    },
  }
}
