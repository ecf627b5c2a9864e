export const JSON_MEDIA = 'application/json'

/** A media type without its parameters: `application/json; charset=utf-8` to `application/json`. */
export const mediaName = (type: string): string => type.split(';', 1)[0]!.trim().toLowerCase()
/** Whether a media type, or a range of them, is JSON or may be. */
export const isJson = (media: string): boolean =>
  media === JSON_MEDIA || media === '*/*' || media === 'application/*' || media.endsWith('+json')
