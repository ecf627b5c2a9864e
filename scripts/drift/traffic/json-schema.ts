import { Ajv2020, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { tagsOfChoices } from '../description/discriminator.ts'
import { type At, child, itemsOf, keyOf, parts, type Reading } from '../description/reading.ts'
import { listsValues } from '../description/shape.ts'
import { addFormats } from './formats.ts'

export type Direction = 'request' | 'answer'
/** A schema as it is used on values: quick at first, and with all that is wrong when something is. Compiled when it is first asked. */
export interface Compiled {
  isValid(value: unknown): boolean
  errors(value: unknown): ErrorObject[]
  /** The same of a schema within this one, as the `schema` of an error has it. */
  errorsOfPart(schema: AnySchema, value: unknown): ErrorObject[]
}
type Schema = Record<string, unknown>
/** Maps whose keys are names, not words of JSON Schema. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const asItIs = new Set(['enum', 'const', 'default', 'required', 'type'])
/** Words that say nothing of values. What is in an example may have an `$id` of its own, which the compiler would take for that of a schema. */
const IGNORED = new Set(['$id', '$schema', '$anchor', 'example', 'examples', 'xml', 'externalDocs'])

/** Many a pattern escapes what needs no escaping, such as `\\:`, which expressions of Unicode refuse. */
function expressionOf(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return new RegExp(pattern)
  }
}
const COMMON = {
  strict: false,
  validateFormats: true,
  logger: false,
  // 19.99 is a multiple of 0.01, though not in binary.
  multipleOfPrecision: 9,
  code: { regExp: Object.assign(expressionOf, { code: 'new RegExp' }) },
} as const

/** Compiles schemas of a description of any version and of any number of files, each once. */
export class SchemaCompiler {
  readonly #reading: Reading
  readonly #quick = new Ajv2020(COMMON)
  readonly #thorough = new Ajv2020({ allErrors: true, verbose: true, ...COMMON })
  /** For values that come as texts: a number, a truth or a list of one is taken out of them. */
  readonly #coercing = new Ajv2020({ coerceTypes: 'array', ...COMMON })
  readonly #names = new Map<string, string>()
  /** Pointers of schemas that cannot be compiled: they are not looked at. */
  readonly broken = new Set<string>()
  constructor(reading: Reading) {
    this.#reading = reading
    for (const ajv of this.#all) addFormats(ajv)
  }
  /** Whether values are compared with a format. */
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
      // Compiled once: the validator caches by the schema.
      errorsOfPart: (part, value) => errorsBy(this.#thorough.compile(part), value),
    }
  }
  /** Whether texts by name, as a form has them, are a request; a field may have several. */
  compileForm(at: At): (fields: Record<string, unknown>) => boolean {
    const schema = { $ref: this.#nameOf(at, 'request') }
    let compiled: ValidateFunction | null = null
    return (fields) => (compiled ??= this.#compiled(at, schema, this.#coercing))(structuredClone(fields))
  }
  #compiled(at: At, schema: object, ajv: Ajv2020): ValidateFunction {
    try {
      return ajv.compile(schema)
    } catch {
      this.broken.add(`#/${this.#reading.follow(at).path.join('/')}`)
      return Object.assign(() => true, { errors: null }) as unknown as ValidateFunction
    }
  }
  /** Each schema is a document of its own, so that circles are none for the compiler. */
  #nameOf(given: At, direction: Direction): string {
    const at = this.#reading.follow(given)
    const key = `${direction} ${keyOf(at)}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = `${direction}-${this.#names.size}`
    this.#names.set(key, name)
    const schema = this.#schemaOf(at, direction)
    for (const ajv of this.#all) ajv.addSchema(schema, name, false, false)
    return name
  }
  #schemaOf(at: At, direction: Direction): Schema | boolean {
    const { value } = at
    if (typeof value === 'boolean') return value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
    const given = value as Schema
    const inner = (part: At): unknown => {
      if (typeof part.value === 'object' && part.value !== null && '$ref' in part.value)
        return { $ref: this.#nameOf(part, direction) }
      return Array.isArray(part.value)
        ? part.value.map((_, index) => inner(child(part, index)!))
        : this.#schemaOf(part, direction)
    }
    const schema: Schema = {}
    for (const [key, part] of parts(at)) {
      if (IGNORED.has(key) || key.startsWith('x-')) continue
      if (asItIs.has(key)) schema[key] = part.value
      else if (key === 'oneOf' || key === 'anyOf') schema[key] = taggedChoices(this.#reading, at, key).map(inner)
      else if (maps.has(key)) schema[key] = Object.fromEntries(parts(part).map(([name, one]) => [name, inner(one)]))
      else schema[key] = typeof part.value === 'object' && part.value !== null ? inner(part) : part.value
    }
    return levelled(schema, given, this.#hidden(at, direction))
  }
  /** Fields that the other side alone writes: required of it, not of this one. */
  #hidden(at: At, direction: Direction): ReadonlySet<string> {
    const flag = direction === 'request' ? 'readOnly' : 'writeOnly'
    const fields = parts(child(at, 'properties'))
    return new Set(
      fields
        .filter(([, field]) => [field, this.#reading.follow(field)].some((one) => child(one, flag)?.value === true))
        .map(([name]) => name),
    )
  }
}
/** The alternatives of a schema by one word, each with the values of the discriminator that mean it. */
function taggedChoices(reading: Reading, at: At, word: 'oneOf' | 'anyOf'): At[] {
  const choices = itemsOf(child(at, word))
  if (child(at, 'discriminator') === undefined) return choices
  const tags = tagsOfChoices(reading, at, (choice, field) => listsValues(reading, choice, field))
  const first = word === 'oneOf' ? 0 : tags.length - choices.length
  return choices.map((choice, nth) => {
    const tag = tags[first + nth]
    if (!tag) return choice
    const properties = { [tag.field]: tag.schema.value }
    return { ...choice, path: [...choice.path, 'tagged'], value: { allOf: [choice.value, { properties }] } }
  })
}
/** OpenAPI 3.0 as JSON Schema 2020-12. */
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
