import type { Operation } from '@paket/contract'
import { contractFile } from '../description/contract-file.ts'
import { describe } from '../description/description.ts'
import type { ReadOptions } from '../description/reading.ts'
import type { Broken, Consumers, Finding } from '../report/finding.ts'
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
  return {
    names: manifests.map(({ consumer }) => consumer),
    brokenBy: (finding) =>
      manifests.flatMap((manifest): Broken[] => {
        const uses = usesOf(finding, manifest, needed)
        return uses === null ? [] : [{ consumer: manifest.consumer, uses }]
      }),
  }
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
function usesOf(finding: Finding, manifest: Manifest, needed: NeededFields): Use[] | null {
  if (finding.severity === 'note') return null
  const { rule, calls, failure } = finding
  if (rule === 'call-unknown') return null
  const called = calls.flatMap((call) => manifest.calls[call] ?? [])
  const isCaller = called.length > 0
  if (failure !== undefined && rule !== 'failure-added') {
    const handled = Object.entries(manifest.failures).flatMap(([name, uses]) => {
      const [call, failed] = name.split('.')
      return failed === failure && (calls.length === 0 || call === '*' || calls.includes(call!)) ? uses : []
    })
    return some(handled)
  }
  if (calls.length === 0) return []
  if (!isCaller) return null
  const field = fieldOf(finding)
  const usesIn = (all: Manifest['reads']) => [field, declaredField(finding)].flatMap((one) => usesOfField(all, one))
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
  withoutLists(/^\S+ (?:answer|request|refusal)\S*|^\S+/.exec(subject)![0].replace(/ refusal/, ' answer'))
/** Returns the field by the schema that declares it, which a manifest names; the finding may name what that is a part of. */
function declaredField({ ours }: Finding): string {
  const [, name, inside] = /^#\/(?:components\/schemas|definitions)\/([^/]+)(\/.*)?/.exec(ours?.pointer ?? '') ?? []
  if (name === undefined) return ''
  return [name, ...[...(inside ?? '').matchAll(/\/properties\/([^/]+)/g)].map(([, field]) => field!)].join('.')
}
const withoutLists = (way: string) => way.replaceAll('[]', '')

/** Returns the uses of a field, of fields inside it, or of a value that contains it. */
function usesOfField(all: Manifest['reads'], field: string): Use[] {
  return Object.entries(all).flatMap(([name, uses]) => {
    const way = withoutLists(name)
    const whole = way.endsWith('.*') ? way.slice(0, -1) : null
    return way === field || way.startsWith(`${field}.`) || (whole !== null && field.startsWith(whole)) ? uses : []
  })
}
