import type { Descriptor, QueryStyle } from './descriptor.ts'

/** The arguments of a call, by their place in the request. */
export interface Parts {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

/** The path with its parameters and its query. Throws a TypeError that names a parameter of the path that is missing or empty. */
export function filledPath(
  { id, path, query: styles = {} }: Descriptor,
  { path: values = {}, query = {} }: Parts,
): string {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = asText(values[name])
    if (!text) throw new TypeError(`${id}: the parameter ${name} of the path is missing`)
    return encodeURIComponent(text)
  })
  // URL parsers resolve `.` and `..` segments, even encoded ones: the request would go to another call's address.
  if (/\/\.\.?(\/|$)/.test(filled))
    throw new TypeError(`${id}: a parameter of the path is . or .., which leads elsewhere`)
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value, styles[name] ?? true))
  const search = new URLSearchParams(pairs).toString()
  return search ? `${filled}?${search}` : filled
}

const separators = { comma: ',', space: ' ', pipe: '|' }

function pairsOf(name: string, value: unknown, style: QueryStyle | true): [string, string][] {
  if (value === undefined || value === null) return []
  if (style === 'json') return [[name, JSON.stringify(value)]]
  if (style === 'deep') return deepPairsOf(name, value)
  if (style !== true) return [[name, asText(value, separators[style])]]
  if (Array.isArray(value)) return value.map((one) => [name, asText(one)])
  return typeof value === 'object' && !(value instanceof Date)
    ? fieldsOf(value).map(([field, one]) => [field, asText(one)])
    : [[name, asText(value)]]
}
/** `name[field]` for each field, at any depth; a list without objects is one value. */
const deepPairsOf = (name: string, value: unknown): [string, string][] =>
  fieldsOf(value).flatMap(([field, one]): [string, string][] =>
    hasFields(one) ? deepPairsOf(`${name}[${field}]`, one) : [[`${name}[${field}]`, asText(one)]],
  )
const hasFields = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(hasFields) : value instanceof Object && !(value instanceof Date)
const fieldsOf = (value: unknown) =>
  Object.entries(value as object).filter(([, one]) => one !== undefined && one !== null)

/** A value as text; the values of a list and the fields of an object are joined by the separator. */
function asText(value: unknown, separator = ','): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((one) => asText(one, separator)).join(separator)
  return typeof value === 'object' ? fieldsOf(value).flat().join(separator) : `${value as string | number | boolean}`
}

/** The headers of a request: the given ones, and the media types of the body and the answer. */
export function headersOf(
  { form, type: given, accept = 'application/json' }: Descriptor,
  { headers = {}, body }: Parts,
): Record<string, string> {
  const own = fieldsOf(headers).map(([name, value]): [string, string] => [name, asText(value)])
  const type = form ? 'application/x-www-form-urlencoded' : (given ?? 'application/json')
  const types = { Accept: `${accept}, */*;q=0.1`, ...(body !== undefined && { 'Content-Type': type }) }
  return { ...types, ...Object.fromEntries(own) }
}

/** Encodes the body: as JSON, or as a form, in which lists repeat their field and objects are JSON unless the field has a style. Null for none. */
export function encodedBody({ id, form, type = 'json' }: Descriptor, body: unknown): string | null {
  if (body === undefined) return null
  if (!/\bjson\b/i.test(type)) throw new TypeError(`${id} takes ${type}: only JSON and forms can be sent`)
  if (!form) return JSON.stringify(body)
  const text = (value: unknown) =>
    typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : asText(value)
  const fields = fieldsOf(body).flatMap(([name, value]) => {
    const style = form === true ? undefined : form[name]
    return style ? pairsOf(name, value, style) : [value].flat().map((one) => [name, text(one)])
  })
  return new URLSearchParams(fields).toString()
}
