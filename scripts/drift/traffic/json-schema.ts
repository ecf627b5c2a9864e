import { expressionOf } from '@paket/contract'
import { Ajv2020, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { siblingFields, refusedFields } from '../description/closed.ts'
import { choicesOf, isOfFamily, tagsOfChoices } from '../description/discriminator.ts'
import { type At, child, itemsOf, keyOf, parts, pointerTo, type Reading } from '../description/reading.ts'
import { listedIn, shapesOf } from '../description/alternatives.ts'
import { typesOfValue } from '../description/shape.ts'
import { addFormats } from './formats.ts'
import { valueIn } from './value-in.ts'

export type Direction = 'request' | 'answer'
/** A schema that is compiled on first use: one check stops at the first error, the other collects all. */
export interface Compiled {
  isValid(value: unknown): boolean
  errors(value: unknown): ErrorObject[]
  /** Returns the errors by a schema inside this one, the `schema` of an error. */
  errorsOfPart(schema: AnySchema, value: unknown): ErrorObject[]
}
interface Form {
  isValid: (fields: Record<string, unknown>) => boolean
  /** Returns each field as the value that it represents. */
  read: (fields: Record<string, unknown>) => Record<string, unknown>
}
type Schema = Record<string, unknown>
/** Keywords whose keys are names. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** Some tools write an empty `enum` that means nothing. */
const isEmptyList = (key: string, { value }: At) => key === 'enum' && Array.isArray(value) && value.length === 0
/** What the schemas around a schema say of its fields. */
interface Around {
  /** Fields that are not sent in this direction. */
  hidden: ReadonlySet<string>
  /** Fields that are named beside it. */
  beside: ReadonlySet<string>
}
const ALONE: Around = { hidden: new Set(), beside: new Set() }
const asItIs = new Set(['enum', 'const', 'default', 'required', 'type'])
/**
 * Keywords that do not restrict values. An example may contain an `$id`, which the compiler would take for a schema's.
 */
const IGNORED = new Set(['$id', '$schema', '$anchor', 'example', 'examples', 'xml', 'externalDocs'])

const COMMON = {
  strict: false,
  // Every object inherits `constructor`.
  ownProperties: true,
  validateFormats: true,
  logger: false,
  // Schemas are not validated, because that would first compile the meta-schema.
  validateSchema: false,
  // In floating point, 19.99 is not a multiple of 0.01.
  multipleOfPrecision: 9,
  code: { regExp: Object.assign(expressionOf, { code: 'new RegExp' }) },
} as const

/** Compiles the schemas of a description, of any OpenAPI version and any number of files, each once. */
export class SchemaCompiler {
  readonly #reading: Reading
  readonly #quick = new Ajv2020(COMMON)
  readonly #thorough = new Ajv2020({ allErrors: true, verbose: true, ...COMMON })
  /** Converts strings to numbers, booleans and lists, for forms. */
  readonly #coercing = new Ajv2020({ coerceTypes: 'array', ...COMMON })
  readonly #names = new Map<string, string>()
  /** Pointers of schemas and patterns that cannot be compiled; they accept any value. */
  readonly broken = new Set<string>()
  constructor(reading: Reading) {
    this.#reading = reading
    for (const ajv of this.#all) addFormats(ajv)
  }
  /** Returns whether a format is validated. */
  knowsFormat(format: string): boolean {
    return format in this.#quick.formats
  }
  get #all(): Ajv2020[] {
    return [this.#quick, this.#thorough, this.#coercing]
  }

  compile(at: At, direction: Direction): Compiled {
    const schema = { $ref: this.#nameOf(at, direction) }
    const compiled = (ajv: Ajv2020) => this.#compiled(at, schema, ajv)
    let quick: ValidateFunction | null = null
    let thorough: ValidateFunction | null = null
    const errorsBy = (validate: ValidateFunction, value: unknown) =>
      validate(value) ? [] : [...(validate.errors ?? [])]
    return {
      isValid: (value) => (quick ??= compiled(this.#quick))(value),
      errors: (value) => errorsBy((thorough ??= compiled(this.#thorough)), value),
      // Cached by the validator, which keys by the schema object.
      errorsOfPart: (part, value) => errorsBy(this.#thorough.compile(part), value),
    }
  }
  /** Returns a check of form fields, which are strings or lists of strings. */
  compileForm(at: At): Form {
    const schema = { $ref: this.#nameOf(at, 'request') }
    const plain = this.compile(at, 'request')
    const read = this.#formReader(at)
    let compiled: ValidateFunction | null = null
    return {
      read,
      isValid: (fields) =>
        (compiled ??= this.#compiled(at, schema, this.#coercing))(structuredClone(fields)) ||
        plain.isValid(read(fields)),
    }
  }
  /**
   * Reads each string as a value of its field's schema: for alternatives, the validator may coerce several times in a
   * row.
   */
  #formReader(at: At): (fields: Record<string, unknown>) => Record<string, unknown> {
    const named = new Map(shapesOf(this.#reading, [at]).flatMap(({ fields }) => [...fields]))
    const checks = new Map([...named].map(([name, some]) => [name, some.map((one) => this.compile(one, 'request'))]))
    const readingsOf = (given: unknown) => {
      const items = [given].flat()
      const values = items.map((item) => (typeof item === 'string' ? valueIn(item) : item))
      return [given, values[0], items, values]
    }
    const isOfType = (name: string, value: unknown) => {
      const allowed = shapesOf(this.#reading, named.get(name) ?? []).map(({ type }) => type)
      return typesOfValue(value).some((type) => allowed.includes(type))
    }
    const readAs = (name: string, given: unknown) => {
      const readings = readingsOf(given)
      const isValid = (value: unknown) => checks.get(name)?.every((check) => check.isValid(value))
      return readings.find(isValid) ?? readings.find((value) => isOfType(name, value)) ?? given
    }
    return (fields) => Object.fromEntries(Object.entries(fields).map(([name, given]) => [name, readAs(name, given)]))
  }
  #compiled(at: At, schema: object, ajv: Ajv2020): ValidateFunction {
    try {
      return ajv.compile(schema)
    } catch {
      this.broken.add(`#${pointerTo(this.#reading.follow(at).path)}`)
      return Object.assign(() => true, { errors: null }) as unknown as ValidateFunction
    }
  }
  /** Adds a schema as a document of its own, so that recursive references compile. */
  #nameOf(given: At, direction: Direction, around: Around = ALONE): string {
    const at = this.#reading.follow(given)
    const hidden = new Set([...around.hidden].filter((name) => this.#requires(at, name)))
    const beside = refusedFields(this.#reading, at, around.beside)
    const key = [direction, keyOf(at), ...[...hidden].toSorted(), '', ...[...beside].toSorted()].join(' ')
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = `${direction}-${this.#names.size}`
    this.#names.set(key, name)
    const schema = this.#schemaOf(at, direction, { hidden, beside })
    for (const ajv of this.#all) ajv.addSchema(schema, name, false, false)
    return name
  }
  #schemaOf(at: At, direction: Direction, around: Around = ALONE): Schema | boolean {
    const { value } = at
    if (typeof value === 'boolean') return value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
    const given = value as Schema
    const hidden = new Set([...around.hidden, ...this.#hidden(at, direction)])
    const beside = siblingFields(this.#reading, at, around.beside)
    const inner = (part: At, within: Around = ALONE): unknown => {
      if (typeof part.value === 'object' && part.value !== null && '$ref' in part.value)
        return { $ref: this.#nameOf(part, direction, within) }
      return Array.isArray(part.value)
        ? itemsOf(part).map((item) => inner(item, within))
        : this.#schemaOf(part, direction, within)
    }
    const schema: Schema = {}
    // Frameworks close each class of a family by itself, also to the fields of its base and of those that extend it.
    const isOpen = isOfFamily(this.#reading, at)
    const isClosing = (key: string, part: At) => isOpen && key === 'additionalProperties' && part.value === false
    for (const [key, part] of parts(at)) {
      if (IGNORED.has(key) || key.startsWith('x-') || isEmptyList(key, part) || isClosing(key, part)) continue
      if (key === 'pattern' && !this.#isReadable(String(part.value), part)) continue
      if (asItIs.has(key)) schema[key] = part.value
      else if (key === 'oneOf' || key === 'anyOf')
        schema[key] = taggedChoices(this.#reading, at, key).map((choice) =>
          inner(choice, { hidden, beside: beside.choice }),
        )
      else if (maps.has(key))
        schema[key] = Object.fromEntries(
          parts(part)
            .filter(([name, one]) => key !== 'patternProperties' || this.#isReadable(name, one))
            .map(([name, one]) => [name, inner(one)]),
        )
      else if (typeof part.value === 'object' && part.value !== null)
        schema[key] =
          key === 'allOf'
            ? itemsOf(part).map((one, nth) => inner(isOpen ? opened(one) : one, { hidden, beside: beside.parts[nth]! }))
            : inner(part)
      else schema[key] = part.value
    }
    if (schema['additionalProperties'] === false && beside.own.size > 0)
      schema['properties'] = {
        ...Object.fromEntries([...beside.own].map((name) => [name, true])),
        ...(schema['properties'] as Schema),
      }
    // A field that is named by no other keyword may be of a pattern that is left out.
    const named = schema['patternProperties']
    if (named && Object.keys(named).length < parts(child(at, 'patternProperties')).length)
      for (const word of ['additionalProperties', 'unevaluatedProperties']) delete schema[word]
    return levelled(schema, given, hidden)
  }
  /** Whether JavaScript can read a pattern; the rest of the schema is checked without it. */
  #isReadable(pattern: string, { path }: At): boolean {
    try {
      return expressionOf(pattern, 'u') !== null
    } catch {
      this.broken.add(`#${pointerTo(path)}`)
      return false
    }
  }
  /** Returns fields that only the other side sends; they are not required here. The flag may be in an `allOf`. */
  #hidden(at: At, direction: Direction, seen = new Set<unknown>()): string[] {
    if (seen.has(at.value)) return []
    seen.add(at.value)
    const flag = direction === 'request' ? 'readOnly' : 'writeOnly'
    const isHidden = (field: At) => [field, this.#reading.follow(field)].some((one) => child(one, flag)?.value === true)
    return [
      ...parts(child(at, 'properties')).flatMap(([name, field]) => (isHidden(field) ? [name] : [])),
      ...itemsOf(child(at, 'allOf')).flatMap((part) => this.#hidden(this.#reading.follow(part), direction, seen)),
    ]
  }
  /** Whether a schema requires a field, itself or in `allOf`, `oneOf` or `anyOf`. */
  #requires(at: At, name: string, seen = new Set<unknown>()): boolean {
    if (seen.has(at.value)) return false
    seen.add(at.value)
    return (
      itemsOf(child(at, 'required')).some(({ value }) => value === name) ||
      [...itemsOf(child(at, 'allOf')), ...choicesOf(at)].some((part) =>
        this.#requires(this.#reading.follow(part), name, seen),
      )
    )
  }
}
/** Returns an inline schema without `additionalProperties: false`. */
function opened(at: At): At {
  const { additionalProperties, ...value } = at.value as Schema
  return additionalProperties === false ? { ...at, value } : at
}
/** Returns the alternatives of a keyword, each restricted to its discriminator values. */
function taggedChoices(reading: Reading, at: At, word: 'oneOf' | 'anyOf'): At[] {
  const choices = itemsOf(child(at, word))
  if (child(at, 'discriminator') === undefined) return choices
  const tags = tagsOfChoices(reading, at, (choice, field) => listedIn(reading, choice, field), 'any')
  const first = word === 'oneOf' ? 0 : tags.length - choices.length
  return choices.map((choice, nth) => {
    const tag = tags[first + nth]
    if (!tag) return choice
    const properties = { [tag.field]: tag.schema.value }
    return { ...choice, path: [...choice.path, 'tagged'], value: { allOf: [choice.value, { properties }] } }
  })
}
/** Converts a schema of OpenAPI 3.0 to JSON Schema 2020-12. */
function levelled(schema: Schema, given: Schema, hidden: ReadonlySet<string>): Schema {
  if (Array.isArray(schema['required']))
    schema['required'] = schema['required'].filter((name) => !hidden.has(String(name)))
  else delete schema['required']
  for (const [exclusive, plain] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    if (typeof given[exclusive] === 'boolean') {
      delete schema[exclusive]
      if (given[exclusive] && plain in given) {
        schema[exclusive] = given[plain]
        delete schema[plain]
      }
    }
  if (schema['type'] === 'file') delete schema['type']
  const isNullable = given['nullable'] === true || given['x-nullable'] === true
  delete schema['nullable']
  delete schema['discriminator']
  return isNullable ? { anyOf: [{ type: 'null' }, schema] } : schema
}
