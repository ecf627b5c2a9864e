import { beforeUnread, unreadTexts } from '../description/unread.ts'
import { counted } from '../report/counted.ts'

declare const checked: unique symbol
/**
 * A string that may appear in a report: words of the contract or of the service's own description, shapes of values,
 * counts, times, and our own text. Only this file creates such strings, so that no personal data from traffic gets into
 * a report.
 */
export type Shown = string & { readonly [checked]: true }

/** Returns our own text with safe strings in it. */
export function shownText(texts: TemplateStringsArray, ...parts: readonly Shown[]): Shown {
  let all = texts[0]!
  for (let at = 0; at < parts.length; at += 1) all += parts[at]! + texts[at + 1]!
  return all as Shown
}
export const joined = (parts: readonly Shown[], between: ', ' | ' or ' | '; ' | ' ' | '.' | '&' = ', '): Shown =>
  parts.join(between) as Shown
/** Return our own text on a part of a schema that is not read, and the place before it. */
export const unreadPlace = (...where: Parameters<typeof beforeUnread>): Shown => beforeUnread(...where) as Shown
export const unreadText = (kind: keyof typeof unreadTexts): Shown => unreadTexts[kind] as Shown
const escapes: Record<string, string> = { '\r': '\\r', '\n': '\\n', '\t': '\\t', "'": "\\'", '\\': '\\\\' }
/** Quotes a text for bash and zsh; invisible characters are escaped as code points. */
export const quoted = <T extends string>(text: T): T =>
  (/\p{C}/u.test(text)
    ? `$'${text.replace(/[\p{C}'\\]/gu, (sign) => escapes[sign] ?? `\\U${sign.codePointAt(0)!.toString(16).padStart(8, '0')}`)}'`
    : `'${text.replaceAll("'", "'\\''")}'`) as T
/** Returns an HTTP status, 100 to 599; `no status` for another number. */
export const statusText = (status: number): Shown =>
  (Number.isInteger(status) && status >= 100 && status <= 599 ? String(status) : 'no status') as Shown
/**
 * Returns a business code. Of a number with more than four digits only the length, because it may be a phone number or
 * a one-time code; of a text that is not a known word only the shape, because it may be a message.
 */
export const codeText = (code: string | number | boolean, words: Words): Shown =>
  (typeof code === 'number'
    ? Math.abs(code) <= 9999
      ? String(code)
      : `of ${digitsOf(code)} digits`
    : typeof code === 'boolean'
      ? String(code)
      : words.word(code, shapeOf(code))) as Shown
const digitsOf = (value: number): number => Math.abs(Math.trunc(value)).toString().replace(/e.*/, '').length

const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'CONNECT'])
export const methodText = (method: string): Shown => (METHODS.has(method) ? method : 'another method') as Shown
/** Returns a time in UTC; null when it is not a time. */
export function timeText(value: unknown): Shown | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/.test(value))
    return null
  return dateText(new Date(/[Z+]|-\d\d:?\d\d$/.test(value.slice(10)) ? value : `${value}Z`))
}
/** Returns a time from seconds, milliseconds or nanoseconds since 1970; null when it is not one. */
export function sinceEpochText(value: unknown): Shown | null {
  const number = typeof value === 'string' && /^\d{10,19}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || number < 1e9 || number > 4e18) return null
  const scale = number < 1e11 ? 1000 : number < 1e14 ? 1 : number < 1e17 ? 1e-3 : 1e-6
  return dateText(new Date(Math.trunc(number * scale)))
}
export const dateText = (date: Date): Shown | null => {
  const year = date.getUTCFullYear()
  return year >= 1990 && year < 2100 ? (date.toISOString() as Shown) : null
}

/** Returns the position of an item in a list. */
export const orderText = (position: number): Shown => String(position) as Shown
/** Returns the shape of a value without the value: `a text of 8 digits`. */
export function shapeOf(value: unknown): Shown {
  if (typeof value === 'string') return textShape(value)
  if (Array.isArray(value)) return `a list of ${value.length}` as Shown
  if (typeof value === 'number')
    return (
      Number.isInteger(value) ? `an integer of ${counted(digitsOf(value), 'digit')}` : 'a number with a fraction'
    ) as Shown
  if (typeof value === 'object' && value !== null)
    return `an object of ${counted(Object.keys(value).length, 'field')}` as Shown
  return (value === null ? 'null' : `a ${typeof value}`) as Shown
}
const LONGEST = 1000
function textShape(text: string): Shown {
  // JSON Schema counts code points. Longer texts have no exact length.
  const { length } = Array.from(text.slice(0, 2 * LONGEST + 2))
  const kind =
    length === 0
      ? 'an empty text'
      : length > LONGEST
        ? `a text of more than ${LONGEST} characters`
        : /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
          ? 'a text like a UUID'
          : /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-][\d:]+)?)?$/.test(text)
            ? 'a text like a date'
            : /^\d+$/.test(text)
              ? `a text of ${counted(length, 'digit')}`
              : /^\p{L}+$/u.test(text)
                ? `a text of ${counted(length, 'letter')}`
                : `a text of ${counted(length, 'character')}`
  return kind as Shown
}
/** Returns the JSON type of a value, for a sentence. */
export function typeName(value: unknown): Shown {
  if (value === null) return 'null' as Shown
  if (Array.isArray(value)) return 'an array' as Shown
  if (typeof value === 'number') return (Number.isInteger(value) ? 'an integer' : 'a number with a fraction') as Shown
  return (typeof value === 'object' ? 'an object' : `a ${typeof value}`) as Shown
}

/** The words of the contract and of the service's own description. */
export class Words {
  readonly #known: ReadonlySet<string>
  constructor(known: ReadonlySet<string>) {
    this.#known = known
  }
  has(text: string): boolean {
    return this.#known.has(text)
  }
  /** Returns the word when it is known, otherwise the replacement. */
  word(text: string, otherwise: Shown = shownText`…`): Shown {
    return this.#known.has(text) ? (text as Shown) : otherwise
  }
  /** Returns a field's name when it is known, otherwise its shape. */
  name(text: string): Shown {
    return this.word(text, shapeOf(text).replace('a text', 'a name').replace('an empty text', 'an empty name') as Shown)
  }
  /** Returns a value of a schema, such as a limit or an enum value. */
  value(value: unknown): Shown {
    if (value === null || typeof value === 'boolean') return String(value) as Shown
    if (typeof value !== 'string' && typeof value !== 'number') return shapeOf(value)
    return this.#known.has(String(value)) ? (JSON.stringify(value) as Shown) : shapeOf(value)
  }
  /** Returns a path with `{}` for unknown segments, which may be ids. */
  path(path: string): Shown {
    const parts = path.split('/', MOST_SEGMENTS + 1)
    const shown = parts.slice(0, MOST_SEGMENTS).map((part) => (part === '' || this.#known.has(part) ? part : '{}'))
    return `${shown.join('/')}${parts.length > MOST_SEGMENTS ? '/…' : ''}` as Shown
  }
}
/** Returns a path of `x-validity`. */
export const pathText = (words: Words, path: string): Shown =>
  joined(
    path.split('.').map((part) => words.word(part)),
    '.',
  )
const MOST_SEGMENTS = 12
/** Returns a generated value as text. Strings and numbers that the service has sent (`isTheirs`) are blanked first. */
export const madeUp = <T>(value: T, isTheirs: (text: string) => boolean, write: (value: T) => string): Shown =>
  write(withoutTheirs(value, isTheirs) as T) as Shown
function withoutTheirs(value: unknown, isTheirs: (text: string) => boolean): unknown {
  if (typeof value === 'string') return isTheirs(value) ? '…' : value
  if (typeof value === 'number') return isTheirs(String(value)) ? 0 : value
  if (Array.isArray(value)) return value.map((item) => withoutTheirs(item, isTheirs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [isTheirs(name) ? '…' : name, withoutTheirs(part, isTheirs)]),
  )
}
