import { isObject } from './exchange.ts'

export const MULTIPART = 'multipart/form-data'
/** The boundary in generated forms. */
export const BOUNDARY = 'paket-drift-boundary'

/** Returns a value as a multipart form: an object is JSON, a list is one part per item. */
export function partsOf(value: unknown, isFile: (field: string) => boolean): string {
  const pairs = isObject(value) ? Object.entries(value) : []
  const parts = pairs.flatMap(([name, given]) =>
    (Array.isArray(given) ? given : [given]).map((one: unknown) => {
      const quoted = name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign))
      const head = [`Content-Disposition: form-data; name="${quoted}"`]
      if (isFile(name)) head.push('; filename="file"\r\nContent-Type: application/octet-stream')
      else if (isObject(one)) head.push('\r\nContent-Type: application/json')
      return `--${BOUNDARY}\r\n${head.join('')}\r\n\r\n${isObject(one) ? JSON.stringify(one) : textOf(one)}\r\n`
    }),
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}
/** Returns a single value as it is in a form. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)

/**
 * Returns the fields of a multipart form, with the boundary of its first line; null when it is not one. Parts with a
 * JSON media type are parsed.
 */
export function partsIn(text: string): Record<string, unknown> | null {
  const [, boundary] = /^(?:\r?\n)?(--[^\r\n]{1,200}?)(?:--)?[ \t]*\r?(?:\n|$)/.exec(text) ?? []
  if (boundary === undefined) return null
  const pieces = `\n${text}`.split(`\n${boundary}`).slice(1)
  if (pieces.at(-1)?.startsWith('--') !== true) return null
  const fields = new Map<string, unknown[]>()
  for (const piece of pieces.slice(0, -1)) {
    const [, head = '', body] = /^[^\n]*\n((?:[^\r\n]+\r?\n)*)\r?\n([^]*)$/.exec(piece) ?? []
    const [, name] = /^content-disposition:[^\r\n]*?;[ \t]*name="([^"\r\n]*)"/im.exec(head) ?? []
    if (name === undefined || body === undefined) return null
    const isJson = /^content-type:[ \t]*[\w.+-]+\/(?:[\w.+-]+\+)?json/im.test(head)
    const value = valueIn(body.replace(/\r$/, ''), isJson)
    const key = name.replace(/%(22|0d|0a)/gi, (sign) => decodeURIComponent(sign))
    fields.set(key, [...(fields.get(key) ?? []), value])
  }
  return Object.fromEntries([...fields].map(([name, all]) => [name, all.length > 1 ? all : all[0]]))
}
function valueIn(text: string, isJson: boolean): unknown {
  if (!isJson) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
