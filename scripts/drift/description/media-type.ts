export const JSON_MEDIA = 'application/json'
export const FORM = 'application/x-www-form-urlencoded'

/** Returns a media type without its parameters: `application/json; charset=utf-8` gives `application/json`. */
export const mediaName = (type: string): string => type.split(';', 1)[0]!.trim().toLowerCase()
/** Returns the charset of a JSON media type when it is not UTF-8, otherwise null. */
export function otherCharset(type: string): string | null {
  if (!type.includes(';') || !isJson(mediaName(type))) return null
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type) ?? []
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset) ? null : charset
}
/** Returns whether a media type or a media range can be JSON. */
export const isJson = (media: string): boolean =>
  media === JSON_MEDIA ||
  media === 'text/json' ||
  media === '*/*' ||
  media === 'application/*' ||
  media.endsWith('+json')

/** Returns whether HTTP allows a body in this response: not to HEAD, nor with 204 or 304. */
export const mayHaveBody = ({ method, status }: { method: string; status: number | string }): boolean =>
  method.toUpperCase() !== 'HEAD' && ![204, 304].includes(Number(status))
