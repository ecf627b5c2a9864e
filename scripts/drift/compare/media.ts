import { isJson, JSON_MEDIA } from '../description/media-type.ts'
import type { At } from '../description/reading.ts'

type Media = ReadonlyMap<string, At>
const jsonIn = (media: Media): string[] => [...media.keys()].filter(isJson)

/** Groups bodies by what clients see: all JSON media types as one, unless `areApart`, others by name. */
function kindsOf(media: Media, main = JSON_MEDIA, areApart = false): Map<string, At> {
  const sorted = [...media].toSorted(([a], [b]) => Number(a === main) - Number(b === main))
  const kind = (name: string) => (name === main || (isJson(name) && !areApart) ? JSON_MEDIA : name)
  return new Map(sorted.map(([name, schema]) => [kind(name), schema]))
}
/**
 * Returns the bodies of both sides by kind. When the contract has several JSON media types, they are separate, and
 * one has the general name: `application/json` if a side has it, otherwise the first that both have.
 */
export function kindsOfBoth(ours: Media, theirs: Media): [Map<string, At>, Map<string, At>] {
  const shared = jsonIn(ours).filter((name) => theirs.has(name))
  const areApart = jsonIn(ours).length > 1 && shared.length > 0 && !shared.some((name) => name.includes('*'))
  const isPlain = shared.includes(JSON_MEDIA) || (areApart && [ours, theirs].some((media) => media.has(JSON_MEDIA)))
  const main = isPlain ? JSON_MEDIA : shared[0]
  return [kindsOf(ours, main, areApart), kindsOf(theirs, main, areApart)]
}
export const jsonOf = (media: Media): At | undefined => kindsOf(media).get(JSON_MEDIA)
/** Returns `request` for JSON, `request application/xml` for another media type. */
export const labelled = (label: string, media: string): string => (media === JSON_MEDIA ? label : `${label} ${media}`)

/**
 * Compares names of JSON: `plain` when one side uses `application/json` and the other another name; `other` when both
 * have names of their own.
 */
export function jsonNames(sent: Media, taken: Media): 'same' | 'plain' | 'other' {
  const [names, known] = [jsonIn(sent), jsonIn(taken)]
  if (names.length === 0 || known.length === 0) return 'same'
  const isAny = (name: string) => name.includes('*')
  if (names.some((name) => isAny(name) || known.some((one) => one === name || isAny(one)))) return 'same'
  return [...names, ...known].includes(JSON_MEDIA) ? 'plain' : 'other'
}
