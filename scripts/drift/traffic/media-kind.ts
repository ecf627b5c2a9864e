import { isJson, JSON_MEDIA, mediaName } from '../description/media-type.ts'
import { joined, said, type Shown, type Words } from './shown.ts'

/** A media type beside those that the contract lists: `name`, it is JSON under another name; null, it was not written down. */
export function mediaKind(type: string | undefined, listed: readonly string[]): 'listed' | 'name' | 'other' | null {
  const given = type && mediaName(type)
  if (!given?.includes('/') || given === 'x-unknown' || listed.length === 0) return null
  const isListed = listed.some(
    (one) => one === given || one === '*/*' || (one.endsWith('/*') && given.startsWith(one.slice(0, -1))),
  )
  if (isListed) return 'listed'
  const json = listed.filter(isJson)
  // Two names of their own are two formats; the general one is that of any.
  const isPlain = given === JSON_MEDIA || json.includes(JSON_MEDIA)
  return isJson(given) && json.length > 0 && isPlain ? 'name' : 'other'
}
/** Media types as a sentence has them. */
export const listed = (media: readonly string[], words: Words): Shown =>
  joined(media.map((one) => words.word(one, said`JSON`)))
