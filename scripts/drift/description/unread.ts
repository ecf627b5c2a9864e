import { isPlainObject } from '@redocly/openapi-core'
import { refusesItself } from './closed.ts'
import { listedIn } from './alternatives.ts'
import { choicesOf, extendersOf, unselectedIn } from './discriminator.ts'
import { type At, child, isData, itemsOf, keyOf, parts, placeText, pointerTo, type Reading, textOf } from './reading.ts'

/**
 * A part of a schema that is not read: schemas that extend it through a discriminator (`mapped`: with a mapping), a `$dynamicRef`, closed
 * parts that refuse the fields of others, the content of a string, its format, its XML form, a dialect other than 2020-12, alternatives
 * that a discriminator does not select (`unselected`), or values by which it selects none (`unmeant`).
 */
interface Unread {
  at: At
  kind:
    | 'closed'
    | 'content'
    | 'dialect'
    | 'dynamic'
    | 'extended'
    | 'format'
    | 'mapped'
    | 'unmeant'
    | 'unselected'
    | 'xml'
  /** The name of the format or the dialect, the alternatives, or the values; otherwise empty. */
  name: string
}
/** Returns the name of a shared schema, or the place of any other, before what a report says of it; empty for the root. */
export function beforeUnread({ root }: Reading, { at }: Pick<Unread, 'at'>, more = 0): string {
  const { path, document } = at
  const isInRoot = document === root.document
  if (isInRoot && path.length === 0) return ''
  const isShared = path.join('/') === `components/schemas/${path[2]}` || path.join('/') === `definitions/${path[1]}`
  // Without file and line where possible: two versions of a description have the same place.
  const place = isShared ? path.at(-1)! : `${isInRoot ? '' : `${placeText(at)} `}#${pointerTo(path)}`
  return `${place}${more > 0 ? ` and ${more} more` : ''}: `
}
/** What a report says of a part; of a dialect and a format it also says the name. */
export const unreadTexts = {
  closed:
    'that a closed part of it refuses fields of another part: leave out the additionalProperties: false of the part, or write unevaluatedProperties: false around both (since 3.1)',
  content: 'what is in its texts (contentEncoding, contentMediaType, contentSchema)',
  dynamic: 'what its $dynamicRef leads to',
  extended: 'schemas that extend it, by its discriminator',
  mapped: 'schemas that extend it, by its discriminator',
  unmeant: 'values that several of its alternatives list, and by which its discriminator selects none',
  unselected:
    'its discriminator, for alternatives that it selects by no value that they list: they are compared with all that they list',
  xml: 'its xml words',
} as const satisfies Partial<Record<Unread['kind'], string>>

/** Returns the parts of schemas that are not read. */
export function unreadIn(reading: Reading): Unread[] {
  const found = new Map<string, Unread>()
  const seen = new Set<unknown>()
  const todo: At[] = [reading.root]
  for (let at = todo.pop(); at; at = todo.pop()) {
    if (typeof at.value !== 'object' || at.value === null || seen.has(at.value)) continue
    seen.add(at.value)
    if (Array.isArray(at.value)) todo.push(...itemsOf(at))
    const { value } = at
    if (!isPlainObject(value)) continue
    if (typeof value['$ref'] === 'string') todo.push(reading.follow(at))
    const add = (kind: Unread['kind'], name = '') => found.set(`${keyOf(at)} ${kind}`, { at, kind, name })
    if ('discriminator' in value && 'properties' in value && choicesOf(at).length === 0) {
      const field = textOf(child(at, 'discriminator', 'propertyName')) ?? textOf(child(at, 'discriminator'))
      if (field !== undefined) add(extendersOf(reading, at).length > 0 ? 'mapped' : 'extended')
    }
    if ('discriminator' in value) {
      const { choices, values } = unselectedIn(reading, at, (choice, field) => listedIn(reading, choice, field))
      if (choices.length > 0) add('unselected', choices.join(', '))
      if (values.length > 0) add('unmeant', values.join(', '))
    }
    if (refusesItself(reading, at)) add('closed')
    if (typeof value['$dynamicRef'] === 'string') add('dynamic')
    if ('type' in value && CONTENT.some((word) => word in value)) add('content')
    const { format } = value
    if (typeof format === 'string') add('format', format)
    if (isPlainObject(value['xml'])) add('xml')
    const dialect = [value['$schema'], value['jsonSchemaDialect']].find((one) => typeof one === 'string')
    if (dialect !== undefined && !READ_DIALECTS.test(dialect)) add('dialect', dialect)
    for (const [key, part] of parts(at)) if (typeof part.value === 'object' && !isData(at, key)) todo.push(part)
  }
  return [...found.values()]
}
const CONTENT = ['contentEncoding', 'contentMediaType', 'contentSchema']
const READ_DIALECTS =
  /^https?:\/\/(json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.\d\/dialect\/.*)#?$/
