/** What may be shown of values that people and backends have sent: nothing that could be a secret or say who somebody is. */

/** A name of a field or a word of a list, as it is; anything else as what it is. */
export const shownWord = (text: string): string =>
  /^[A-Za-z_$][\w$-]{0,40}$/.test(text) && !/\d{3}/.test(text) ? text : '…'

/** A value of a list: words are shown, texts of people and tokens are not. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return /^[a-z][a-z_-]{0,31}$/i.test(value) ? JSON.stringify(value) : 'a text'
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Math.abs(value) < 100_000 ? String(value) : 'a number'
  return Array.isArray(value) ? 'a list' : 'an object'
}
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number with a fraction'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A path without what may be an id. */
export const shownPath = (path: string): string =>
  path
    .split('/')
    .map((part) =>
      part === '' || (/^[A-Za-z][A-Za-z_.-]{0,40}$|^v\d{1,2}$/.test(part) && !/\d{3}/.test(part)) ? part : '{}',
    )
    .join('/')

/** A body whose texts and long numbers are replaced by the names of their fields, but for words that the contract itself has. */
export function masked(value: unknown, known: ReadonlySet<string>, name = 'value'): unknown {
  if (Array.isArray(value)) return value.slice(0, 5).map((item) => masked(item, known, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [shownWord(key), masked(part, known, key)]))
  if (typeof value === 'string') return known.has(value) ? value : `<${shownWord(name)}>`
  if (typeof value === 'number') return Math.abs(value) < 100_000 ? value : 0
  return value
}
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A command that repeats a call: the token comes from the environment, the texts are to be filled in. */
export function curlOf(
  method: string,
  origin: string,
  path: string,
  body: unknown,
  needsToken: boolean,
  known: ReadonlySet<string>,
): string {
  const token = needsToken ? ` -H "Authorization: Bearer $TOKEN"` : ''
  const data =
    body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(masked(body, known)))}`
  return `curl -X ${method} ${quoted(`${origin}${path}`)}${token}${data}`
}
