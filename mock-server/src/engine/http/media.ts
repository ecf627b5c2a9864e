/** Whether a media type is JSON: `application/json; charset=utf-8`, `application/problem+json`. */
export const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)
/** Whether a body of this media type is a form: fields with texts, or files. */
export const isForm = (type: string): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)
/** Whether a body of this media type is text. */
export const isText = (type: string): boolean =>
  isJson(type) ||
  isForm(type) ||
  /^text\/|^application\/([\w.-]+\+)?(xml|yaml|javascript|x-ndjson|graphql|sql|toml)\s*(;|$)|\+(xml|yaml)\s*(;|$)/i.test(
    type,
  )

/** Bytes as text that has one character for each of them. */
export const bytesAsText = (bytes: Buffer): string => bytes.toString('latin1')
/** The bytes of such a text; what has other characters was text before. */
export const textAsBytes = (text: string): Buffer => Buffer.from(text, /[^\0-\xff]/.test(text) ? 'utf8' : 'latin1')

/** The fields of a form; what comes twice is a list, a file is its name, type and size. Throws when it is none. */
export async function formFields(type: string, bytes: Buffer): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const shown = (value: string | File) =>
    typeof value === 'string' ? value : { file: value.name, type: value.type, size: value.size }
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name).map(shown)
      return [name, all.length === 1 ? all[0] : all]
    }),
  )
}
