import type { Operation } from '@paket/contract'
import { contractFile } from '../description/contract-file.ts'
import { describe } from '../description/description.ts'
import type { ReadOptions } from '../description/reading.ts'
import type { Broken, Consumers, Finding } from '../report/finding.ts'
import { groupBy } from '../report/group-by.ts'
import { requestRules, responseRules } from '../rules/field-rules.ts'
import { type Manifest, readManifest, type Use } from './manifest.ts'

/** Reads manifests. Returns a lookup of the code bases that a finding breaks; undefined without manifests. */
export async function consumersOf({
  consumers: places,
  contract,
  ...options
}: ReadOptions & { consumers: readonly string[]; contract: string }): Promise<Consumers | undefined> {
  if (places.length === 0) return undefined
  const manifests = await Promise.all(places.map(readManifest))
  const needed = await neededFields(contract, options)
  const known = manifests.map(indexed)
  return {
    names: manifests.map(({ consumer }) => consumer),
    brokenBy: (finding) =>
      known.flatMap((manifest): Broken[] => {
        const uses = usesOf(finding, manifest, needed)
        return uses === null ? [] : [{ consumer: manifest.consumer, uses }]
      }),
  }
}

/** A manifest in which uses are found without reading all of it: there may be as many findings. */
interface Indexed extends Pick<Manifest, 'consumer' | 'calls'> {
  reads: FieldIndex
  sends: FieldIndex
  /** By failure: the calls whose failure is handled, `*` for any, with the uses. */
  failures: ReadonlyMap<string, readonly { call: string; uses: Use[] }[]>
}
interface FieldIndex {
  /** By a field or what it is inside of. */
  inside: ReadonlyMap<string, Named[]>
  /** By a value that is read as a whole. */
  wholes: ReadonlyMap<string, Named[]>
  /** How deep the deepest of these values is. */
  depth: number
}
/** The uses of a name, and its place in the manifest. */
type Named = readonly [nth: number, uses: Use[]]
function indexed({ consumer, calls, failures, reads, sends }: Manifest): Indexed {
  const handled = Object.entries(failures).map(([name, uses]) => {
    const [call = '', failed = ''] = name.split('.')
    return { call, failed, uses }
  })
  return {
    consumer,
    calls,
    reads: fieldsIn(reads),
    sends: fieldsIn(sends),
    failures: groupBy(handled, ({ failed }) => failed),
  }
}
function fieldsIn(all: Manifest['reads']): FieldIndex {
  const names = Object.entries(all).map(([name, uses], nth) => ({
    way: withoutLists(name),
    named: [nth, uses] as const,
  }))
  const inside = names.flatMap(({ way, named }) => startsOf(way).map((start) => ({ start, named })))
  const wholes = names.filter(({ way }) => way.endsWith('.*'))
  return {
    inside: namedBy(inside, ({ start }) => start),
    wholes: namedBy(wholes, ({ way }) => way.slice(0, -2)),
    depth: wholes.reduce((most, { way }) => Math.max(most, way.split('.').length), 0),
  }
}
const namedBy = <T extends { named: Named }>(all: readonly T[], keyOf: (one: T) => string): Map<string, Named[]> =>
  new Map([...groupBy(all, keyOf)].map(([key, some]) => [key, some.map(({ named }) => named)]))
/** Returns a field and what it is inside of: `A.b.c`, `A.b`, `A`. */
function startsOf(way: string, depth = Infinity): string[] {
  const starts: string[] = []
  for (let at = way.indexOf('.'); at !== -1 && starts.length < depth; at = way.indexOf('.', at + 1))
    starts.push(way.slice(0, at))
  return [...starts, way]
}

/** By call: the fields that an accepted response must have. */
type NeededFields = ReadonlyMap<string, readonly string[]>
async function neededFields(place: string, options: ReadOptions): Promise<NeededFields> {
  const { calls } = await describe(await contractFile(place), options)
  return new Map(calls.map(({ id, at }) => [id, (at.value as Partial<Operation>)['x-validity']?.require ?? []]))
}

/**
 * Returns the uses that a finding breaks; null when it breaks none. When a manifest cannot know, the uses are empty:
 * perhaps all break.
 */
function usesOf(finding: Finding, manifest: Indexed, needed: NeededFields): Use[] | null {
  if (finding.severity === 'note') return null
  const { rule, calls, failure } = finding
  if (rule === 'call-unknown') return null
  const called = calls.flatMap((call) => manifest.calls[call] ?? [])
  const isCaller = called.length > 0
  if (failure !== undefined && rule !== 'failure-added') {
    const handled = (manifest.failures.get(failure) ?? []).flatMap(({ call, uses }) =>
      calls.length === 0 || call === '*' || calls.includes(call) ? uses : [],
    )
    return some(handled)
  }
  if (calls.length === 0) return []
  if (!isCaller) return null
  const field = fieldOf(finding)
  const usesIn = (all: FieldIndex) => [field, declaredField(finding)].flatMap((one) => usesOfField(all, one))
  if (Object.hasOwn(responseRules, rule)) {
    const read = usesIn(manifest.reads)
    // Without a field that the rule requires, the SDK treats the whole response as malformed, whatever is read of it.
    const isNeeded = calls.some((call) =>
      needed.get(call)?.some((name) => field.split('.').slice(1).join('.') === name),
    )
    return isNeeded ? (some(read) ?? called) : some(read)
  }
  if (Object.hasOwn(requestRules, rule)) return some(usesIn(manifest.sends)) ?? called
  return called
}
const some = (uses: Use[]): Use[] | null => (uses.length > 0 ? [...new Set(uses)] : null)

/** Returns the field of a finding: of `Source "web"` or `ClientData.dates minItems`, the first word. */
const fieldOf = ({ subject }: Finding): string =>
  withoutLists((/^\S+ (?:answer|request|refusal)\S*|^\S*/.exec(subject)?.[0] ?? '').replace(/ refusal/, ' answer'))
/** Returns the field by the schema that declares it, which a manifest names; the finding may name what that is a part of. */
function declaredField({ ours }: Finding): string {
  const [, name, inside] = /^#\/(?:components\/schemas|definitions)\/([^/]+)(\/.*)?/.exec(ours?.pointer ?? '') ?? []
  if (name === undefined) return ''
  return [name, ...[...(inside ?? '').matchAll(/\/properties\/([^/]+)/g)].map(([, field]) => field!)].join('.')
}
const withoutLists = (way: string) => way.replaceAll('[]', '')

/** Returns the uses of a field, of fields inside it, or of a value that contains it, in the order of the manifest. */
function usesOfField({ inside, wholes, depth }: FieldIndex, field: string): Use[] {
  const around = startsOf(field, depth).flatMap((start) => (start === field ? [] : (wholes.get(start) ?? [])))
  const named = new Map([...(inside.get(field) ?? []), ...around])
  return [...named].toSorted(([a], [b]) => a - b).flatMap(([, uses]) => uses)
}
