import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '@redocly/openapi-core'
import { type At, child, itemsOf, keyOf, parts, type Reading } from './reading.ts'

/** Keywords that do not restrict values. */
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

/** Lists whose order does not matter. */
const UNORDERED = new Set(['required', 'enum', 'type', 'allOf', 'anyOf', 'oneOf'])

/** Returns whether two schemas are equal, with references followed. */
export function isSameSchema(ours: Reading, theirs: Reading, one: At, other: At): boolean {
  const isSame = (mine: At, given: At, seen: Set<string>): boolean => {
    const [a, b] = [ours.follow(mine), theirs.follow(given)]
    if (Array.isArray(a.value) && Array.isArray(b.value)) {
      const [items, others] = [itemsOf(a), itemsOf(b)]
      if (items.length !== others.length) return false
      if (!UNORDERED.has(a.path.at(-1) ?? '')) return items.every((item, nth) => isSame(item, others[nth]!, seen))
      return items.every((item) => {
        const nth = others.findIndex((candidate) => isSame(item, candidate, new Set(seen)))
        if (nth !== -1) others.splice(nth, 1)
        return nth !== -1
      })
    }
    if (!isPlainObject(a.value) || !isPlainObject(b.value)) return isDeepStrictEqual(a.value, b.value)
    const pair = `${keyOf(a)} ${keyOf(b)}`
    // A recursive pair is equal unless a difference is found elsewhere.
    if (seen.has(pair)) return true
    seen.add(pair)
    const words = (at: At) => parts(at).filter(([word]) => !PROSE.has(word))
    return (
      words(a).length === words(b).length &&
      words(a).every(([word, part]) => {
        const same = child(b, word)
        return same !== undefined && isSame(part, same, seen)
      })
    )
  }
  return isSame(one, other, new Set())
}
