import { isPlainObject } from '@redocly/openapi-core'
import { choicesOf } from './discriminator.ts'
import { type At, child, itemsOf, keyOf, parts, type Reading, textOf } from './reading.ts'

/**
 * What may be left unread of a schema: those that extend it, where a discriminator leads to them, a reference that depends on where it is followed, what
 * a text of it is by itself, or its format.
 */
interface Unread {
  /** The last name of its way. */
  place: string
  kind: 'content' | 'dynamic' | 'extended' | 'format'
  /** The format, where it is that. */
  format?: string
}

/** Schemas of which a part is not read. */
export function unreadIn(reading: Reading): Unread[] {
  const found = new Map<string, Unread>()
  const seen = new Set<unknown>()
  const todo: At[] = [reading.root]
  for (let at = todo.pop(); at; at = todo.pop()) {
    if (typeof at.value !== 'object' || at.value === null || seen.has(at.value)) continue
    seen.add(at.value)
    if (Array.isArray(at.value)) todo.push(...itemsOf(at))
    if (!isPlainObject(at.value)) continue
    if (typeof at.value['$ref'] === 'string') todo.push(reading.follow(at))
    const add = (kind: Unread['kind'], more: Partial<Unread> = {}) =>
      found.set(`${keyOf(at)} ${kind}`, { place: at.path.at(-1) ?? '', kind, ...more })
    const isInherited = textOf(child(at, 'discriminator', 'propertyName')) ?? textOf(child(at, 'discriminator'))
    if (isInherited !== undefined && 'properties' in at.value && choicesOf(at).length === 0) add('extended')
    if (typeof at.value['$dynamicRef'] === 'string') add('dynamic')
    if (CONTENT.some((word) => child(at, word) !== undefined && child(at, 'type'))) add('content')
    const { format } = at.value
    if (typeof format === 'string') add('format', { format })
    for (const [key, part] of parts(at)) if (!DATA.has(key)) todo.push(part)
  }
  return [...found.values()]
}
const CONTENT = ['contentEncoding', 'contentMediaType', 'contentSchema']
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])
