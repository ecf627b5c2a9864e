import type { IncomingMessage } from 'node:http'
import type { Operation } from '#engine/contract/contract.ts'
import { isIn } from '#engine/contract/forms.ts'
import { Problem, readAnyJson, readBytes, readJson } from '#engine/http/http.ts'
import { bytesAsText, formFields, isForm, isJson, isText } from '#engine/http/media.ts'

export interface Body {
  /** As rules, faults and the journal see it: JSON as a value, a form as its fields, text as text, bytes by their number and type; undefined for none. */
  body: unknown
  /** As Prism checks it and a backend gets it: JSON as a value, all else as text, bytes with a character for each. */
  sent: unknown
}

/** The body of a call; a Problem when it is none of those that the call takes. What a foreign contract wants of a missing body, Prism says. */
export async function bodyOf(request: IncomingMessage, { types }: Operation, isForeign: boolean): Promise<Body> {
  const type = request.headers['content-type']
  if (!isForeign && types.length > 0) return asJson(await readJson(request))
  if (type !== undefined && isJson(type) && types.some(isJson)) return asJson(await readAnyJson(request))
  const bytes = await readBytes(request)
  if (bytes.length === 0 || types.length === 0) return { body: undefined, sent: undefined }
  if (type === undefined || !types.some((each) => isIn(each, type)))
    throw new Problem(
      415,
      'Wrong content type',
      `The body must be ${types.join(' or ')}, got ${type ?? 'no content-type'}`,
    )
  const text = isText(type) ? bytes.toString() : bytesAsText(bytes)
  if (!isForm(type)) return { body: shownBody(text, type), sent: text }
  try {
    return { body: await formFields(type, bytes), sent: text }
  } catch (error) {
    throw new Problem(
      400,
      'No form',
      `The body is no ${type}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
const asJson = (value: unknown): Body => ({ body: value, sent: value })

/** What the journal has of a body: bytes only by their number. */
export const shownBody = (body: unknown, type = 'application/json'): unknown =>
  typeof body === 'string' && !isText(type) ? `${body.length} bytes of ${type}` : body
