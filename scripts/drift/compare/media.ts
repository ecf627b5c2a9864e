import { isJson, JSON_MEDIA } from '../description/media-type.ts'
import type { At } from '../description/reading.ts'

/** Bodies by what clients make of them: JSON by whatever name, others by their own. */
export function kindsOf(media: ReadonlyMap<string, At>): Map<string, At> {
  const sorted = [...media].toSorted(([a], [b]) => Number(a === JSON_MEDIA) - Number(b === JSON_MEDIA))
  return new Map(sorted.map(([name, schema]) => [isJson(name) ? JSON_MEDIA : name, schema]))
}
export const jsonOf = (media: ReadonlyMap<string, At>): At | undefined => kindsOf(media).get(JSON_MEDIA)
/** `request` for JSON, `request application/xml` for others: JSON is what no one has to name. */
export const labelled = (label: string, media: string): string => (media === JSON_MEDIA ? label : `${label} ${media}`)

/** Whether JSON goes by a name that the other side knows: `plain`, one of them has the general name; `other`, both have names of their own. */
export function jsonNames(sent: ReadonlyMap<string, At>, taken: ReadonlyMap<string, At>): 'same' | 'plain' | 'other' {
  const [names, known] = [sent, taken].map((media) => [...media.keys()].filter(isJson))
  if (names!.length === 0 || known!.length === 0) return 'same'
  const isAny = (name: string) => name.includes('*')
  if (names!.some((name) => isAny(name) || known!.some((one) => one === name || isAny(one)))) return 'same'
  return [...names!, ...known!].includes(JSON_MEDIA) ? 'plain' : 'other'
}
