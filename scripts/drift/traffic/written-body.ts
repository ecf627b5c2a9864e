import { FORM } from '../description/media-type.ts'
import type { At } from '../description/reading.ts'
import { isObject } from './exchange.ts'
import type { Compiled, SchemaCompiler } from './json-schema.ts'
import { BOUNDARY, MULTIPART, partsIn, partsOf, textOf } from './multipart.ts'
import { valueIn } from './value-in.ts'

/** A request body that is not JSON: a form, a multipart form or a text. */
export interface WrittenBody {
  media: string
  schema: At
  isValid: (text: string) => boolean
  /** Returns the value that a text represents; undefined when it represents none. */
  read: (text: string) => unknown
  /** Serializes a value. */
  write: (value: unknown) => string
  /** The `Content-Type` header to send. */
  type: string
}

/** Returns the forms and texts among media types, by name. */
export function writtenBodiesOf(
  media: ReadonlyMap<string, At>,
  compiler: SchemaCompiler,
  isFile: (schema: At, field: string) => boolean,
): Map<string, WrittenBody> {
  const all = [...media].map(([name, schema]) => [name, writtenBodyOf(name, schema, compiler, isFile)] as const)
  return new Map(all.flatMap(([name, body]) => (body ? [[name, body]] : [])))
}
function writtenBodyOf(
  media: string,
  schema: At,
  compiler: SchemaCompiler,
  isFile: (schema: At, field: string) => boolean,
): WrittenBody | null {
  const isForm = media === FORM || media === MULTIPART
  if (!isForm && (!media.startsWith('text/') || media.includes('*'))) return null
  const common = { media, schema, type: media }
  if (!isForm) {
    const compiled = compiler.compile(schema, 'request')
    const textIn = (text: string) => textValue(compiled, text)
    return { ...common, isValid: (text) => compiled.isValid(textIn(text)), read: textIn, write: textOf }
  }
  const form = compiler.compileForm(schema)
  if (media === FORM)
    return {
      ...common,
      isValid: (text) => form.isValid(fieldsIn(text)),
      read: (text) => form.read(fieldsIn(text)),
      write: formOf,
    }
  return {
    ...common,
    type: `${MULTIPART}; boundary=${BOUNDARY}`,
    isValid: (text) => {
      const fields = partsIn(text)
      return fields !== null && form.isValid(fields)
    },
    read: (text) => {
      const fields = partsIn(text)
      return fields === null ? undefined : form.read(fields)
    },
    write: (value) => partsOf(value, (field) => isFile(schema, field)),
  }
}
/** Returns a text, or the number or boolean in it when only that is valid. */
export function textValue(compiled: Pick<Compiled, 'isValid'>, text: string): unknown {
  const value = valueIn(text)
  return !compiled.isValid(text) && compiled.isValid(value) ? value : text
}
function formOf(value: unknown): string {
  if (!isObject(value)) return new URLSearchParams(Array.isArray(value) ? '' : textOf(value)).toString()
  const pairs = Object.entries(value).flatMap(([name, part]) =>
    (Array.isArray(part) ? part : [part]).map((one): [string, string] => [name, textOf(one)]),
  )
  return new URLSearchParams(pairs).toString()
}
function fieldsIn(text: string): Record<string, string | string[]> {
  const given = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const [first = '', ...more] = given.getAll(name)
      return [name, more.length > 0 ? [first, ...more] : first]
    }),
  )
}
