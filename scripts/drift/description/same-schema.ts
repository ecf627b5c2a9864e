import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '@redocly/openapi-core'
import { type At, child, itemsOf, keyOf, parts, type Reading } from './reading.ts'

/** What says nothing of values. */
const PROSE = new Set([
  'title',
  'description',
  'summary',
  'example',
  'examples',
  '$comment',
  'externalDocs',
  'deprecated',
])

/** Whether two schemas are written alike, with their references followed. */
export function isSameSchema(ours: Reading, theirs: Reading, one: At, other: At): boolean {
  const seen = new Set<string>()
  const isSame = (mine: At, given: At): boolean => {
    const [a, b] = [ours.follow(mine), theirs.follow(given)]
    if (Array.isArray(a.value) && Array.isArray(b.value)) {
      const items = itemsOf(b)
      return a.value.length === items.length && itemsOf(a).every((item, nth) => isSame(item, items[nth]!))
    }
    if (!isPlainObject(a.value) || !isPlainObject(b.value)) return isDeepStrictEqual(a.value, b.value)
    const pair = `${keyOf(a)} ${keyOf(b)}`
    // Within itself a schema is as it is found to be.
    if (seen.has(pair)) return true
    seen.add(pair)
    const words = (at: At) => parts(at).filter(([word]) => !PROSE.has(word))
    return (
      words(a).length === words(b).length &&
      words(a).every(([word, part]) => {
        const same = child(b, word)
        return same !== undefined && isSame(part, same)
      })
    )
  }
  return isSame(one, other)
}
