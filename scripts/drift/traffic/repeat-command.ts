import { FORM } from '../description/media-type.ts'
import { isObject } from './exchange.ts'
import type { Expectation, Written } from './expectations.ts'
import type { Known } from './known.ts'
import { MULTIPART } from './multipart.ts'
import { joined, methodText, quoted, shownText, type Shown, type Words } from './shown.ts'

const DEEPEST = 6
const MOST_FIELDS = 40
const LONGEST = 900

interface Sent {
  query: URLSearchParams | null
  headers: readonly { name: string }[]
  body: unknown
  /** Set when the body is a form or a text. */
  written: Written | null
}

/**
 * Returns a curl command that repeats a call. Host and token come from environment variables; it has only fields and
 * parameters of the contract, and of their values only words of the contract, booleans and nulls.
 */
export function repeatCommand(
  { call, needsToken, request, owns }: Expectation,
  base: string,
  { query, headers, body, written }: Sent,
  words: Words,
): Shown {
  // curl expands braces.
  const path = words.word(call.path).replaceAll('{', '<').replaceAll('}', '>') as Shown
  const parameters = [...(query ?? [])]
    .filter(([name]) => owns(name) && partsOf(name, words).every((part) => words.has(part)))
    .slice(0, MOST_FIELDS)
    .map(([name, value]) => pair(name, value, words))
  const search = parameters.length > 0 ? shownText`?${joined(parameters, '&')}` : shownText``
  const shown =
    !written && request && body !== undefined ? skeleton(body, request.known, words, shownText`value`, 0) : null
  const json = shownText`-H 'Content-Type: application/json' -d`
  return joined(
    [
      shownText`curl -X ${methodText(call.method.toUpperCase())} "$ORIGIN"${quoted(shownText`${words.word(base, shownText``)}${path}${search}`)}`,
      ...(needsToken ? [shownText`-H "Authorization: Bearer $TOKEN"`] : []),
      ...headers
        .map(({ name }) => words.word(name))
        .map((name) => shownText`-H ${quoted(shownText`${name}: <${name}>`)}`),
      ...(written && body !== undefined ? writtenArguments(written, body, words) : []),
      ...(shown === null
        ? []
        : [shown.length > LONGEST ? shownText`${json} @body.json` : shownText`${json} ${quoted(shown)}`]),
    ],
    ' ',
  )
}
/** Returns a form or a text for curl: of a form its known fields. */
function writtenArguments({ media, check }: Written, body: unknown, words: Words): Shown[] {
  if (media !== FORM && media !== MULTIPART)
    return [shownText`-H ${quoted(shownText`Content-Type: ${words.word(media)}`)} -d '<text>'`]
  const fields = [...(check.known.fields?.keys() ?? [])]
    .filter((name) => isObject(body) && Object.hasOwn(body, name) && words.has(name))
    .slice(0, MOST_FIELDS)
    .map((name): [string, unknown] => [name, (body as Record<string, unknown>)[name]])
  if (media === MULTIPART)
    return fields.map(
      ([name, value]) => shownText`-F ${quoted(shownText`${words.word(name)}=${valueOf(name, value, words)}`)}`,
    )
  return [
    shownText`-d ${quoted(
      joined(
        fields.map(([name, value]) => pair(name, value, words)),
        '&',
      ),
    )}`,
  ]
}
/** Returns a value that is a word of the contract, otherwise a placeholder. */
const valueOf = (name: string, value: unknown, words: Words): Shown =>
  words.word(String(value), shownText`<${words.word(name)}>`)
/** Returns the words of a parameter's name: `filter[size]` has two. */
const partsOf = (name: string, words: Words): string[] =>
  (words.has(name) ? null : /^([^[\]]+)\[([^[\]]+)\]$/.exec(name)?.slice(1)) ?? [name]
function pair(name: string, value: unknown, words: Words): Shown {
  const [first, field] = partsOf(name, words)
  const shown = field === undefined ? words.word(name) : shownText`${words.word(first!)}[${words.word(field)}]`
  return shownText`${inQuery(shown)}=${inQuery(valueOf(field ?? name, value, words))}`
}
/** Percent-encodes all but placeholders. */
const inQuery = (text: Shown): Shown =>
  text.replaceAll(/[^\w.~!*'()<>-]+/g, (signs) => encodeURIComponent(signs)) as Shown
/** Returns a body as JSON, without unknown fields; strings become the names of their fields. */
function skeleton(value: unknown, known: Known, words: Words, name: Shown, depth: number): Shown {
  if (value === null || typeof value === 'boolean') return words.value(value)
  if (typeof value === 'number') return shownText`0`
  if (typeof value === 'string') return words.has(value) ? words.value(value) : shownText`"<${name}>"`
  if (depth > DEEPEST) return shownText`null`
  if (Array.isArray(value))
    return value.length === 0 || !known.items
      ? shownText`[]`
      : shownText`[${skeleton(value[0], known.items, words, name, depth + 1)}]`
  if (typeof value !== 'object') return shownText`null`
  let text = shownText``
  let count = 0
  for (const [key, field] of known.fields ?? []) {
    if (!Object.hasOwn(value, key) || !words.has(key) || ++count > MOST_FIELDS) continue
    const word = words.word(key)
    const part = skeleton((value as Record<string, unknown>)[key], field, words, word, depth + 1)
    text = text === '' ? shownText`"${word}":${part}` : shownText`${text},"${word}":${part}`
  }
  return shownText`{${text}}`
}
