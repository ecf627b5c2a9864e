import { JSON_MEDIA, mediaName } from './media-type.ts'
import { type At, child, itemsOf, parts, type Reading, textOf } from './reading.ts'

// OpenAPI 2.0 (Swagger) in the form of the later versions.

/**
 * Returns the request body of an operation, from its `body` parameter or its `formData` parameters; null when it has
 * none.
 */
export function bodyIn20(root: At, operation: At, parameters: readonly At[]) {
  const kinds = kindsOf('consumes', operation, root)
  const body = parameters.find((each) => textOf(child(each, 'in')) === 'body')
  if (body)
    return {
      at: body,
      required: child(body, 'required')?.value === true,
      media: new Map(orJson(kinds).map((kind) => [kind, child(body, 'schema') ?? body])),
    }
  const fields = parameters.filter((each) => textOf(child(each, 'in')) === 'formData')
  const [form] = fields
  if (!form) return null
  const hasFile = fields.some((field) => child(field, 'type')?.value === 'file')
  const media = kinds.filter((kind) => /form/.test(kind))
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const required = fields.filter((field) => child(field, 'required')?.value === true)
  const names = (some: readonly At[]) => some.map((field) => textOf(child(field, 'name')) ?? '')
  // A field has its own schema keywords; the form as a whole has no schema.
  const properties = Object.fromEntries(fields.map((field, nth) => [names(fields)[nth]!, withoutFlags(field.value)]))
  const schema = { ...form, value: { type: 'object', properties, required: names(required) } }
  return {
    at: form,
    required: required.length > 0,
    media: new Map((media.length > 0 ? media : [usual]).map((kind) => [kind, schema])),
  }
}
/** Removes `required`, which is a boolean on a form field; a file becomes a binary string. */
function withoutFlags(field: unknown): object {
  const { required: _, ...schema } = field as Record<string, unknown>
  return schema['type'] === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema
}

export function answerIn20(reading: Reading, operation: At, given: At) {
  const at = reading.follow(given)
  const schema = child(at, 'schema')
  const kinds = schema ? orJson(kindsOf('produces', operation, reading.root)) : []
  return {
    at,
    media: new Map(kinds.map((kind) => [kind, schema!])),
    headers: new Map(parts(child(at, 'headers'))),
    examples: parts(child(at, 'examples')).map(([, example]) => example),
  }
}
/** Returns the media types of an operation, or those of the whole description. */
const kindsOf = (word: 'consumes' | 'produces', operation: At, root: At): string[] =>
  itemsOf(child(operation, word) ?? child(root, word)).map((kind) => mediaName(String(kind.value)))
const orJson = (kinds: readonly string[]) => (kinds.length > 0 ? kinds : [JSON_MEDIA])
