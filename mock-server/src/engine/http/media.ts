/** Whether a media type is JSON: `application/json; charset=utf-8`, `application/problem+json`. */
export const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)
/** Whether a media type is a form. */
export const isForm = (type: string): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)
/** Whether a media type is text. */
export const isText = (type: string): boolean =>
  isJson(type) ||
  isForm(type) ||
  /^text\/|^application\/([\w.-]+\+)?(xml|yaml|javascript|x-ndjson|graphql|sql|toml)\s*(;|$)|\+(xml|yaml)\s*(;|$)/i.test(
    type,
  )

/** Decodes bytes to a string with one character per byte. */
export const bytesAsText = (bytes: Buffer): string => bytes.toString('latin1')
/** Encodes such a string; a string with other characters was text and is encoded as UTF-8. */
export const textAsBytes = (text: string): Buffer => Buffer.from(text, /[^\0-\xff]/.test(text) ? 'utf8' : 'latin1')

/** Decodes a text file without its byte order mark; PowerShell writes UTF-16. */
export const decoded = (bytes: Buffer): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)

/** Parses a form: repeated fields become a list, a file its name, type and size. Throws when it is malformed. */
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
