import { isJson, mediaName } from '../description/media-type.ts'
import type { Parameter } from '../description/description.ts'
import { formOf, type ParameterForm } from '../description/parameter-form.ts'
import { type At, child, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import { errorsOf } from './body-errors.ts'
import { isObject } from './exchange.ts'
import type { Compiled, SchemaCompiler } from './json-schema.ts'
import { valueIn } from './value-in.ts'

/** The schema of a parameter, and its check. */
export interface GivenCheck extends Compiled {
  schemas: readonly At[]
}
/** A query, path or header parameter. */
export interface Given {
  name: string
  at: At
  required: boolean
  check: GivenCheck
  /** Returns whether the recorded strings are valid; a query may repeat a name. */
  fits(texts: readonly string[]): boolean
  /** Returns the value that the recorded strings most likely represent. */
  read(texts: readonly string[]): unknown
  /** Returns the strings that a value is serialized to. */
  write(value: unknown): string[]
}
/** An object whose fields are separate query parameters. */
export interface GivenObject {
  name: string
  at: At
  required: boolean
  check: GivenCheck
  /** Returns its fields in a query, as strings; null when there are none. */
  pick(query: URLSearchParams): Record<string, string | string[]> | null
  fits(fields: Record<string, string | string[]>): boolean
  read(fields: Record<string, string | string[]>): unknown
}

type Words = Pick<Parameter, 'name' | 'at' | 'required' | 'schema' | 'in'>

/** Returns the reader of a parameter or a header; null when its style is not supported. */
export function givenOf(reading: Reading, compiler: SchemaCompiler, parameter: Words): Given | null {
  const form = formOf(reading, parameter)
  const { name, at, required, schema } = parameter
  if (form.prefix !== '' || form.kind === 'object' || (form.media !== null && !isJson(mediaName(form.media))))
    return null
  const compiled = compiler.compile(schema, 'request')
  const mayBeEmpty = child(at, 'allowEmptyValue')?.value === true
  const isList = shapesOf(reading, [schema]).some(({ type }) => type === 'array')
  return {
    name,
    at,
    required,
    check: { ...compiled, schemas: [schema] },
    fits: (texts) =>
      (mayBeEmpty && texts.every((text) => text === '')) ||
      readingsOf(form, texts, isList).some((value) => compiled.isValid(value)),
    read: (texts) => closestTo(compiled, readingsOf(form, texts, isList)) ?? (texts.length > 1 ? texts : texts[0]),
    write: (value) => writtenIn(form, value),
  }
}
/** Returns all values that strings may represent: a string, a number, a boolean, or a list of these. */
function readingsOf({ kind, between }: ParameterForm, texts: readonly string[], isList: boolean): unknown[] {
  const [text = ''] = texts
  if (kind === 'content') return texts.length === 1 ? parsed(text) : []
  const one = texts.length > 1 ? [] : [text, valueIn(text)]
  if (!isList) return one
  if (between !== 'apart' && texts.length > 1) return one
  const items = between === 'apart' ? [...texts] : text.split(between).map((item) => item.trim())
  return [...one, items, items.map(valueIn), ...(text === '' ? [[]] : [])]
}
/** Returns the value with the fewest errors; one of another type than the schema's comes last. */
function closestTo(compiled: Compiled, values: readonly unknown[]): unknown {
  const scored = values.map((value) => {
    const errors = errorsOf(compiled, value)
    const isOther = errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === '')
    return { value, score: errors.length + (isOther ? 1000 : 0) }
  })
  return scored.toSorted((a, b) => a.score - b.score)[0]?.value
}
function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
/** Serializes a parameter as names and texts; null when its style is not known. */
export function writtenParameter(reading: Reading, parameter: Words, value: unknown): [string, string][] | null {
  const { kind, prefix, media, between, fields } = formOf(reading, parameter)
  const { name, in: where } = parameter
  if (prefix !== '' || (media !== null && !isJson(mediaName(media)))) return null
  if (kind === 'content' || !isObject(value)) return writtenIn({ kind, between }, value).map((text) => [name, text])
  const pairs = Object.entries(value).map(([key, part]): [string, string] => [key, textOf(part)])
  if (where === 'query' && fields !== 'joined')
    return fields === 'apart' ? pairs : pairs.map(([key, text]) => [`${name}[${key}]`, text])
  return [[name, pairs.map((pair) => pair.join(fields === 'joined' ? ',' : '=')).join(',')]]
}
function writtenIn({ kind, between }: Pick<ParameterForm, 'kind' | 'between'>, value: unknown): string[] {
  if (kind === 'content') return [JSON.stringify(value)]
  const texts = (Array.isArray(value) ? value : [value]).map(textOf)
  return between === 'apart' ? texts : [texts.join(between)]
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns the reader of an object of single values in the query; null for any other parameter. */
export function givenObjectOf(reading: Reading, compiler: SchemaCompiler, parameter: Parameter): GivenObject | null {
  const { kind, fields } = formOf(reading, parameter)
  const { name, at, required, schema, in: where } = parameter
  if (kind !== 'object' || where !== 'query' || fields === 'joined') return null
  const named = namesOf(reading, schema)
  const isFlat = shapesOf(reading, [...named.values()].flat()).every(
    ({ type }) => type !== 'object' && type !== 'array',
  )
  if (named.size === 0 || !isFlat) return null
  const form = compiler.compileForm(schema)
  const fieldOf = (key: string): string | null => {
    if (fields === 'apart') return named.has(key) ? key : null
    return key.startsWith(`${name}[`) && key.endsWith(']') ? key.slice(name.length + 1, -1) : null
  }
  return {
    name,
    at,
    required,
    check: { ...compiler.compile(schema, 'request'), schemas: [schema] },
    pick(query) {
      const found = [...new Set(query.keys())].flatMap((key): [string, string | string[]][] => {
        const field = fieldOf(key)
        const all = query.getAll(key)
        return field === null ? [] : [[field, all.length > 1 ? all : all[0]!]]
      })
      return found.length === 0 ? null : Object.fromEntries(found)
    },
    fits: form.isValid,
    read: form.read,
  }
}
const namesOf = (reading: Reading, schema: At): Map<string, At[]> =>
  new Map(shapesOf(reading, [schema]).flatMap(({ fields }) => [...fields]))

/** Returns a function that says whether the contract has a query parameter of this name. */
export function ownerOf(reading: Reading, parameters: readonly Parameter[]): (name: string) => boolean {
  const names = new Set<string>()
  const starts: string[] = []
  let isAny = false
  for (const parameter of parameters.filter((one) => one.in === 'query')) {
    const { kind, fields } = formOf(reading, parameter)
    if (kind !== 'object' || fields === 'joined') names.add(parameter.name)
    else {
      const named = [...namesOf(reading, parameter.schema).keys()]
      // A map has fields of any name.
      const isMap = shapesOf(reading, [parameter.schema]).some(
        ({ rest, fields: own }) => Array.isArray(rest) || own.size === 0,
      )
      if (fields === 'deep')
        starts.push(...(isMap ? [''] : named.map((name) => `${name}]`)).map((end) => `${parameter.name}[${end}`))
      else {
        for (const name of named) names.add(name)
        isAny ||= isMap
      }
    }
  }
  return (name) => isAny || names.has(name) || starts.some((start) => name.startsWith(start))
}
