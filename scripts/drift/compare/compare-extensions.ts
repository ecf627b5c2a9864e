import { isDeepStrictEqual } from 'node:util'
import {
  type Code,
  type Contract,
  type FailureEntry,
  meaningOf,
  type Operation,
  ownOutcome,
  rejects,
} from '@paket/contract'
import type { Change } from './change.ts'

type Call = Operation<Code>
type Rule = Call['x-validity']
/** The specification extensions of a version; `calls` is keyed by operation id. */
export interface Extensions extends Pick<Contract<Code>, 'x-failures' | 'x-outcomes' | 'x-catalogue'> {
  calls: ReadonlyMap<string, Call>
}
const HIGHEST_CODE = 9999
/** Every number that rules are tried with, and undefined for no code. */
const everyNumber = [undefined, ...Array.from({ length: HIGHEST_CODE + 2 }, (_, at) => at - 1)]
/** A text that no rule lists. */
const ANY_OTHER = 'any other value'

/** Compares specification extensions: rules, failures, outcomes, cache, provenance and catalogue. */
export function compareExtensions(before: Extensions, after: Extensions): Change[] {
  return [
    ...[...after.calls].flatMap(([id, operation]) => {
      const old = before.calls.get(id)
      return old ? compareCalls(id, old, operation) : []
    }),
    ...compareFailures('every call', before['x-failures'], after['x-failures']),
    ...compareOutcomes(Object.keys(before['x-outcomes']), Object.keys(after['x-outcomes'])),
    ...compareRows('bundle', before['x-catalogue'].bundles, after['x-catalogue'].bundles),
    ...compareRows('counter-offer', before['x-catalogue'].counterOffers, after['x-catalogue'].counterOffers),
  ]
}

export function compareCalls(id: string, before: Call, after: Call): Change[] {
  return [
    ...compareRules(id, before['x-validity'], after['x-validity']),
    ...compareFailures(id, before['x-failures'], after['x-failures']),
    ...compareCache(id, before['x-cache'], after['x-cache']),
    ...compareProvenance(id, before['x-provenance'].kind, after['x-provenance'].kind),
  ]
}

function compareRules(where: string, before: Rule, after: Rule): Change[] {
  if (isDeepStrictEqual(before, after)) return []
  const turned = (to: boolean) =>
    everyCode(before, after).filter((code) => rejects(after, code) === to && rejects(before, code) !== to)
  const [rejected, accepted] = [turned(true), turned(false)]
  const fields = (rule: Rule, other: Rule) => (rule.require ?? []).filter((field) => !other.require?.includes(field))
  const change = (severity: Change['severity'], kind: string, text: string) => ({ severity, kind, where, text })
  const places = ({ at = 'code', codeAt = at }: Rule) => `${at}, the code at ${codeAt}`
  return [
    ...(places(before) === places(after)
      ? []
      : [change('breaking', 'rule-place', `the rule looks at ${places(after)} and no more at ${places(before)}`)]),
    ...(rejected.length > 0
      ? [change('breaking', 'rule-rejects', `a 200 with ${ranges(rejected)} was a success and is a failure now`)]
      : []),
    ...(accepted.length > 0
      ? [change('breaking', 'rule-accepts', `a 200 with ${ranges(accepted)} was a failure and is a success now`)]
      : []),
    ...fields(after, before).map((field) =>
      change('breaking', 'rule-requires', `an accepted answer without ${field} is malformed now`),
    ),
    ...fields(before, after).map((field) =>
      change('risky', 'rule-requires-less', `an accepted answer may lack ${field} now`),
    ),
  ]
}

/** All numbers; for text codes, those that the rules list and one other. */
function everyCode(...rules: readonly Rule[]): (Code | undefined)[] {
  const named = rules.flatMap(({ reject: { codes = [], except = [] } }) => [...codes, ...except])
  const texts = [...new Set(named.filter((code) => code !== null && typeof code !== 'number'))] as Code[]
  return texts.length === 0 ? everyNumber : [...everyNumber.slice(0, 1), ...texts, ANY_OTHER]
}
/** `code 3, 5 to 7, 2000 and more, or with no code`. */
function ranges(codes: readonly (Code | undefined)[]): string {
  const numbers = new Set(codes.filter((code) => typeof code === 'number'))
  const starts = [...numbers].filter((code) => !numbers.has(code - 1))
  const texts = codes.filter((code) => code !== undefined && typeof code !== 'number').map(String)
  const parts = starts.map((start) => {
    let end = start
    while (numbers.has(end + 1)) end += 1
    if (end >= HIGHEST_CODE) return `${start} and more`
    return start === end ? String(start) : `${start} to ${end}`
  })
  const all = [...parts, ...texts]
  const said = all.length > 0 ? [`code ${all.join(', ')}`] : []
  return [...said, ...(codes.includes(undefined) ? ['no code'] : [])].join(', or with ')
}

const outcomeText = ({ outcome }: Partial<FailureEntry<Code>>) => (outcome === undefined ? '' : `, outcome ${outcome}`)
/** A failure without `outcome` has its own. */
const outcomeOf = (entry: FailureEntry<Code>): string => entry.outcome ?? ownOutcome(entry)
const meaning = (entry: FailureEntry<Code>) => meaningOf(entry) || 'the failure of every call'
function compareFailures(
  where: string,
  before: readonly FailureEntry<Code>[],
  after: readonly FailureEntry<Code>[],
): Change[] {
  const named = (entries: readonly FailureEntry<Code>[], name: string) => entries.find((entry) => entry.name === name)
  return [
    ...after.flatMap((entry): Change[] => {
      const old = named(before, entry.name)
      if (!old) {
        const text = `the failure ${entry.name} (${meaning(entry)}${outcomeText(entry)}) is new: a switch that names every failure does not compile until it is handled`
        return [{ severity: 'breaking', kind: 'failure-added', where, text, failure: entry.name }]
      }
      const moved = meaning(old) !== meaning(entry)
      return [
        ...(outcomeOf(old) !== outcomeOf(entry)
          ? [
              change(
                'risky',
                'failure-outcome',
                entry.name,
                `${entry.name} leads to ${outcomeOf(entry)} and no more to ${outcomeOf(old)}`,
              ),
            ]
          : []),
        ...(moved
          ? [
              change(
                'risky',
                'failure-means',
                entry.name,
                `${entry.name} means ${meaning(entry)} and no more ${meaning(old)}`,
              ),
            ]
          : []),
      ]
    }),
    ...before
      .filter(({ name }) => !named(after, name))
      .map((entry) =>
        change(
          'breaking',
          'failure-removed',
          entry.name,
          `the failure ${entry.name} (${meaning(entry)}) is gone: code that names it does not compile`,
        ),
      ),
  ]
  function change(severity: Change['severity'], kind: string, failure: string, text: string): Change {
    return { severity, kind, where, text, failure }
  }
}

function compareOutcomes(before: readonly string[], after: readonly string[]): Change[] {
  const change = (severity: Change['severity'], kind: string, where: string, text: string) => ({
    severity,
    kind,
    where,
    text,
  })
  return [
    ...after
      .filter((name) => !before.includes(name))
      .map((name) =>
        change(
          'breaking',
          'outcome-added',
          name,
          'the outcome is new: a table of all outcomes does not compile until it has a row',
        ),
      ),
    ...before
      .filter((name) => !after.includes(name))
      .map((name) =>
        change('breaking', 'outcome-removed', name, 'the outcome is gone: code that names it does not compile'),
      ),
  ]
}

function compareCache(where: string, before: Call['x-cache'], after: Call['x-cache']): Change[] {
  const words = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Call['x-cache'])[]
  return words
    .filter((word) => !isDeepStrictEqual(before[word], after[word]))
    .map((word) => ({
      severity: word === 'key' ? ('risky' as const) : ('note' as const),
      kind: 'cache',
      where,
      text: `x-cache ${word}: ${JSON.stringify(before[word]) ?? 'nothing'} became ${JSON.stringify(after[word]) ?? 'nothing'}`,
    }))
}

function compareProvenance(where: string, before: string, after: string): Change[] {
  const texts: Record<string, string> = {
    documented: 'the call was assumed and is documented now',
    assumed: 'the call was documented and is only assumed now',
  }
  return before === after || before === '' || after === ''
    ? []
    : [{ severity: 'note', kind: 'provenance', where, text: texts[after] ?? after }]
}

function compareRows(kind: string, before: Record<string, unknown>[], after: Record<string, unknown>[]): Change[] {
  const named = (rows: Record<string, unknown>[], name: unknown) => rows.find((row) => row['name'] === name)
  return [
    ...after.flatMap((row): Change[] => {
      const where = `${kind} ${String(row['name'])}`
      const old = named(before, row['name'])
      if (!old) return [{ severity: 'note', kind: `${kind}-added`, where, text: 'is new' }]
      return Object.keys({ ...old, ...row })
        .filter((field) => field !== 'source' && !isDeepStrictEqual(old[field], row[field]))
        .map((field) => ({
          severity: field === 'id' ? 'breaking' : 'risky',
          kind: `${kind}-${field}`,
          where,
          text: `${field} was ${JSON.stringify(old[field]) ?? 'not there'} and is ${JSON.stringify(row[field]) ?? 'gone'}`,
        }))
    }),
    ...before
      .filter((row) => !named(after, row['name']))
      .map((row) => ({
        severity: 'breaking' as const,
        kind: `${kind}-removed`,
        where: `${kind} ${String(row['name'])}`,
        text: 'is gone',
      })),
  ]
}
