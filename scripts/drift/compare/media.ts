import type { At } from '../description/reading.ts'

const JSON_MEDIA = 'application/json'
const isJson = (media: string) => media === '*/*' || media === 'application/*' || media.endsWith('+json')
/** Bodies by what clients make of them: JSON by whatever name, others by their own. */
export function kindsOf(media: ReadonlyMap<string, At>): Map<string, At> {
  const sorted = [...media].toSorted(([a], [b]) => Number(a === JSON_MEDIA) - Number(b === JSON_MEDIA))
  return new Map(sorted.map(([name, schema]) => [isJson(name) ? JSON_MEDIA : name, schema]))
}
export const jsonOf = (media: ReadonlyMap<string, At>): At | undefined => kindsOf(media).get(JSON_MEDIA)
/** `request` for JSON, `request application/xml` for others: JSON is what no one has to name. */
export const labelled = (label: string, media: string): string => (media === JSON_MEDIA ? label : `${label} ${media}`)
