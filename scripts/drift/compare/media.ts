import { isJson, JSON_MEDIA } from '../description/media-type.ts'
import type { At } from '../description/reading.ts'

type Media = ReadonlyMap<string, At>
const jsonIn = (media: Media): string[] => [...media.keys()].filter(isJson)

/** Bodies by what clients make of them: JSON by whatever name, others by their own. */
function kindsOf(media: Media, main = JSON_MEDIA, areApart = false): Map<string, At> {
  const sorted = [...media].toSorted(([a], [b]) => Number(a === main) - Number(b === main))
  const kind = (name: string) => (name === main || (isJson(name) && !areApart) ? JSON_MEDIA : name)
  return new Map(sorted.map(([name, schema]) => [kind(name), schema]))
}
/** The bodies of both sides. Where the contract has several of JSON, each is another; one has the general name: its own, or where no side has that, the first that both have. */
export function kindsOfBoth(ours: Media, theirs: Media): [Map<string, At>, Map<string, At>] {
  const shared = jsonIn(ours).filter((name) => theirs.has(name))
  const areApart = jsonIn(ours).length > 1 && shared.length > 0 && !shared.some((name) => name.includes('*'))
  const isPlain = shared.includes(JSON_MEDIA) || (areApart && [ours, theirs].some((media) => media.has(JSON_MEDIA)))
  const main = isPlain ? JSON_MEDIA : shared[0]
  return [kindsOf(ours, main, areApart), kindsOf(theirs, main, areApart)]
}
export const jsonOf = (media: Media): At | undefined => kindsOf(media).get(JSON_MEDIA)
/** `request` for JSON, `request application/xml` for others: JSON is what no one has to name. */
export const labelled = (label: string, media: string): string => (media === JSON_MEDIA ? label : `${label} ${media}`)

/** Whether JSON goes by a name that the other side knows: `plain`, one of them has the general name; `other`, both have names of their own. */
export function jsonNames(sent: Media, taken: Media): 'same' | 'plain' | 'other' {
  const [names, known] = [jsonIn(sent), jsonIn(taken)]
  if (names.length === 0 || known.length === 0) return 'same'
  const isAny = (name: string) => name.includes('*')
  if (names.some((name) => isAny(name) || known.some((one) => one === name || isAny(one)))) return 'same'
  return [...names, ...known].includes(JSON_MEDIA) ? 'plain' : 'other'
}
