export const JSON_MEDIA = 'application/json'
export const FORM = 'application/x-www-form-urlencoded'

/** A media type without its parameters: `application/json; charset=utf-8` to `application/json`. */
export const mediaName = (type: string): string => type.split(';', 1)[0]!.trim().toLowerCase()
/** The charset of JSON that says it has another than UTF-8; null when it says none. */
export function otherCharset(type: string): string | null {
  if (!type.includes(';') || !isJson(mediaName(type))) return null
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type) ?? []
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset) ? null : charset
}
/** Whether a media type, or a range of them, is JSON or may be. */
export const isJson = (media: string): boolean =>
  media === JSON_MEDIA || media === '*/*' || media === 'application/*' || media.endsWith('+json')
