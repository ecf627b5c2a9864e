import { isDeepStrictEqual } from 'node:util'
import { type At, child, itemsOf, parts, textOf } from './reading.ts'
import { blank, type Border, type Draft, type Shape, type Type, types, typesOfValue } from './shape.ts'

/** Keywords that are only compared as a whole, with the type that they apply to; null: any type. */
export const conditionTypes: Record<string, Type | null> = {
  not: null,
  items: 'array',
  contains: 'array',
  minContains: 'array',
  maxContains: 'array',
  prefixItems: 'array',
  unevaluatedItems: 'array',
  propertyNames: 'object',
  patternProperties: 'object',
  dependentSchemas: 'object',
  unevaluatedProperties: 'object',
  contentEncoding: 'string',
  contentMediaType: 'string',
  contentSchema: 'string',
}
/** Formats of 3.0, and how 3.1 writes them. */
const CONTENT_FORMATS = [
  ['byte', 'contentEncoding', 'base64'],
  ['binary', 'contentMediaType', 'application/octet-stream'],
] as const
const contentFormat = (schema: Record<string, unknown>) =>
  'format' in schema ? undefined : CONTENT_FORMATS.find(([, word, value]) => schema[word] === value)
const LARGEST_INT = 2 ** 31 - 1
/** Frameworks write the ends of a number type where there is no limit: NSwag of int, zod of a safe integer, others of larger types. */
const isEnd = (at: number) => at === LARGEST_INT || at === -(2 ** 31) || Math.abs(at) >= Number.MAX_SAFE_INTEGER

/** Returns the constraints of a schema itself, without `allOf`, `oneOf` and `anyOf`. */
export function constraintsOf(at: At): Draft {
  const schema = at.value as Record<string, unknown>
  const number = (word: string) => (typeof schema[word] === 'number' ? schema[word] : undefined)
  // Springdoc writes the largest int where there is no limit.
  const count = (word: string) => ((number(word) ?? LARGEST_INT) < LARGEST_INT ? number(word) : undefined)
  const values =
    'const' in schema
      ? [schema['const']]
      : Array.isArray(schema['enum']) && schema['enum'].length > 0
        ? (schema['enum'] as unknown[])
        : null
  return {
    ...blank(at),
    types: new Set(typesOf(schema, values)),
    values: values && isNullable(schema) ? [...values, null] : values,
    format: formatOf(at) ?? contentFormat(schema)?.[0] ?? null,
    pattern: typeof schema['pattern'] === 'string' ? schema['pattern'] : null,
    low: borders(
      numberBorder(schema, 'minimum', 'exclusiveMinimum'),
      // A minimum of 0 restricts nothing.
      number('minLength') || undefined,
      number('minItems') || undefined,
      number('minProperties') || undefined,
    ),
    high: borders(
      numberBorder(schema, 'maximum', 'exclusiveMaximum'),
      count('maxLength'),
      count('maxItems'),
      count('maxProperties'),
    ),
    multipleOf: number('multipleOf') ?? null,
    uniqueItems: schema['uniqueItems'] === true,
    items: typeof schema['items'] === 'object' ? [child(at, 'items')!] : [],
    fields: new Map(parts(child(at, 'properties')).map(([name, field]) => [name, [field]])),
    required: new Set(Array.isArray(schema['required']) ? schema['required'].map(String) : []),
    rest: restIn(child(at, 'additionalProperties')),
    discriminator: textOf(child(at, 'discriminator', 'propertyName')) ?? textOf(child(at, 'discriminator')) ?? null,
    dependents: dependentsOf(at),
    conditions: conditionsOf(at, schema),
  }
}
/** NSwag writes `guid` for `uuid`, springdoc `url` for `uri`. */
function formatOf(at: At): string | undefined {
  const format = textOf(child(at, 'format'))
  return format === 'guid' ? 'uuid' : format === 'url' ? 'uri' : format
}
export function restIn(at: At | undefined): Draft['rest'] {
  const value = at?.value
  if (value === false) return false
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? [at] : true
}
/** Whether a schema has no keyword but `required`. */
const requiresOnly = (at: At) => Object.keys(at.value ?? {}).join() === 'required'
/** From `dependentRequired`, and from `dependentSchemas` that have only `required`. */
function dependentsOf(at: At): Shape['dependents'] {
  const lists = [
    ...parts(child(at, 'dependentRequired')),
    ...parts(child(at, 'dependentSchemas'))
      .filter(([, schema]) => requiresOnly(schema))
      .map(([name, schema]) => [name, child(schema, 'required')!] as const),
  ]
  return new Map(lists.map(([name, list]) => [name, new Set(itemsOf(list).map(({ value }) => String(value)))]))
}
/** Whether a keyword has content that is not read elsewhere. */
function isCondition(word: string, at: At | undefined): at is At {
  if (at === undefined) return false
  if (word === 'unevaluatedProperties') return false
  // `items: false` closes the array.
  if (word === 'items') return at.value === false
  // Every name is a string; utoipa and zod say so of each map.
  if (word === 'propertyNames') return !isDeepStrictEqual(at.value, { type: 'string' })
  return word !== 'dependentSchemas' || !parts(at).every(([, schema]) => requiresOnly(schema))
}
function conditionsOf(at: At, schema: Record<string, unknown>): Shape['conditions'] {
  const found: Shape['conditions'] = {}
  const [, asFormat] = contentFormat(schema) ?? []
  for (const word of Object.keys(conditionTypes)) {
    if (!(word in schema) || word === asFormat) continue
    const condition = child(at, word)
    if (isCondition(word, condition)) found[word] = [condition]
  }
  if ('if' in schema) {
    const { if: test, then: met, else: unmet } = schema
    // oxlint-disable-next-line unicorn/no-thenable
    found['if'] = [{ ...at, value: { if: test, then: met ?? true, else: unmet ?? true } }]
  }
  return found
}
export const isNullable = (schema: Record<string, unknown>) =>
  schema['nullable'] === true || schema['x-nullable'] === true
function borders(range: Border | undefined, ...counts: (number | undefined)[]): Shape['low'] {
  const named = (['length', 'items', 'properties'] as const).map((name, index) => [name, counts[index]] as const)
  return {
    ...(range && { range }),
    ...Object.fromEntries(named.flatMap(([name, at]) => (at === undefined ? [] : [[name, { at, excluded: false }]]))),
  }
}
/** `exclusiveMinimum` and `exclusiveMaximum` are numbers since 3.1, and were booleans before. */
function numberBorder(schema: Record<string, unknown>, word: string, exclusive: string): Border | undefined {
  const [plain, other] = [schema[word], schema[exclusive]]
  const sign = word === 'minimum' ? 1 : -1
  if (typeof other === 'number' && !(typeof plain === 'number' && (plain - other) * sign > 0))
    return { at: other, excluded: true }
  return typeof plain === 'number' && !isEnd(plain) ? { at: plain, excluded: other === true } : undefined
}

function typesOf(schema: Record<string, unknown>, values: unknown[] | null): Type[] {
  const declaredType = schema['type']
  const named = Array.isArray(declaredType)
    ? declaredType.map(String)
    : typeof declaredType === 'string'
      ? [declaredType === 'file' ? 'string' : declaredType]
      : null
  const found = named
    ? types.filter((type) => named.includes(type) && !(type === 'string' && isTextOfNumber(schema, named)))
    : values
      ? types.filter((type) => values.some((value) => typesOfValue(value).includes(type)))
      : inferred(schema)
  return isNullable(schema) && !found.includes('null') ? [...found, 'null'] : found
}
/** ASP.NET 10 describes what it reads: a number may also be sent as a string, but is never returned as one. */
const isTextOfNumber = ({ pattern }: Record<string, unknown>, named: readonly string[]): boolean =>
  (named.includes('integer') || named.includes('number')) && String(pattern).startsWith('^-?(?:0|[1-9]\\d*)')
/** Many descriptions write `properties` without `type: object`. */
function inferred(schema: Record<string, unknown>): Type[] {
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return ['object']
  if ('items' in schema) return ['array']
  return [...types]
}
