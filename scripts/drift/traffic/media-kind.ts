import { isJson, JSON_MEDIA, mediaName } from '../description/media-type.ts'
import { joined, shownText, type Shown, type Words } from './shown.ts'

/** Compares a media type with those of the contract: `name`, JSON under another name; null when it was not recorded. */
export function mediaKind(type: string | undefined, listed: readonly string[]): 'listed' | 'name' | 'other' | null {
  const given = type && mediaName(type)
  if (!given?.includes('/') || listed.length === 0) return null
  const isListed = listed.some(
    (one) => one === given || one === '*/*' || (one.endsWith('/*') && given.startsWith(one.slice(0, -1))),
  )
  if (isListed) return 'listed'
  const json = listed.filter(isJson)
  // Two specific names are two formats; `application/json` fits any.
  const isPlain = given === JSON_MEDIA || json.includes(JSON_MEDIA)
  return isJson(given) && json.length > 0 && isPlain ? 'name' : 'other'
}
/** Returns media types as a list for a sentence. */
export const listed = (media: readonly string[], words: Words): Shown =>
  joined(media.map((one) => words.word(one, shownText`JSON`)))
