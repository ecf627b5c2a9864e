import type { IncomingMessage } from 'node:http'
import type { Operation } from '#engine/contract/contract.ts'
import { isIn } from '#engine/contract/forms.ts'
import { Problem, readAnyJson, readBytes, readJson } from '#engine/http/http.ts'
import { bytesAsText, formFields, isForm, isJson, isText } from '#engine/http/media.ts'
import { messageOf } from '#engine/message-of.ts'

export interface Body {
  /**
   * The body for rules, faults and the journal: JSON parsed, a form as its fields, text as it is, bytes as their count
   * and type; undefined without a body.
   */
  body: unknown
  /** The body for Prism or a backend: JSON parsed, everything else as text, bytes as one character each. */
  sent: unknown
}

/**
 * Reads and parses the body; throws a Problem when its media type is not accepted. For a foreign contract, Prism
 * reports a missing body.
 */
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
    throw new Problem(400, 'Invalid form', `The body is not valid ${type}: ${messageOf(error)}`)
  }
}
const asJson = (value: unknown): Body => ({ body: value, sent: value })

/** The body for the journal: bytes are replaced by their count. */
export const shownBody = (body: unknown, type = 'application/json'): unknown =>
  typeof body === 'string' && !isText(type) ? `${body.length} bytes of ${type}` : body
