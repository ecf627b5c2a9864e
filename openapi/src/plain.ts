import type { Contract, FailureEntry, Operation, Schema } from './document.ts'
import { codesOf, failuresOf, meaningOf } from './failures.ts'
import { examplesOfRequest } from './examples.ts'
import { callsOf, dataSchema, resolved, schemaName } from './operations.ts'
import { withoutIds } from './plain-words.ts'

/** A schema with any keywords of JSON Schema. */
type AnySchema = Pick<Schema, 'required' | 'title'> & { properties?: Record<string, object> }

/**
 * Converts the contract to OpenAPI without our extensions, for tools that do not know them. Where a 200 can be a
 * failure, its schema becomes a `oneOf` in which each success and failure has its own values of `code`; an unlisted
 * rejected code matches none. Each call lists its failures in its description, has code samples, and its responses are its own: none is shared.
 */
export function plainRendering(contract: Contract): object {
  const { paths, components, ...rest } = withoutIds(contract)
  const { responses: _, ...others } = components
  const schemas: Record<string, unknown> = { ...components.schemas }
  for (const { id, path, operation } of callsOf({ paths })) {
    operation.description = describedFailures(contract, operation)
    Object.assign(operation, { 'x-codeSamples': codeSamples(contract, id, path, operation) })
    // orval with zod imports the types of shared responses and does not write them.
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, resolved({ components }, response)]),
    )
    const json = operation.responses['200']?.content?.['application/json']
    if (!json?.schema?.anyOf) continue
    const titled = answerSchemas(contract, id, operation)
    for (const branch of titled) schemas[branch.title] = branch
    const references = titled.map(({ title }) => reference(title))
    json.schema = (references.length === 1 ? references[0] : { oneOf: references }) as Schema
  }
  return withoutExtensions({
    ...rest,
    paths,
    components: { ...others, schemas: referencedSchemas(schemas, { paths, components: others }) },
  }) as object
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

type Titled = AnySchema & { title: string }
/** The accepted answer, then every failure with a code in a 200. */
function answerSchemas(contract: Contract, id: string, operation: Operation): Titled[] {
  const { reject } = operation['x-validity']
  const accepted = contract.components.schemas?.[dataSchema(operation)] as AnySchema
  const refusal = refusalOf(contract, operation)
  const withCode = (schema: AnySchema, title: string, values: object, isRequired: boolean, description?: string) => ({
    ...schema,
    title,
    ...(description && { description }),
    required: [...new Set([...(isRequired ? ['code'] : []), ...(schema.required ?? [])])],
    properties: { ...schema.properties, code: { type: 'integer', description: 'The business code.', ...values } },
  })
  return [
    withCode(accepted, `${pascal(id)}Success`, acceptedCodes(reject), reject.except !== undefined),
    ...operation['x-failures']
      .filter(({ code, http }) => code !== undefined && http === undefined)
      .map((failure) => {
        const title = `${pascal(id)}${pascal(failure.name)}`
        return withCode(refusal, title, oneOrMany(codesOf(failure)), true, failure.description)
      }),
  ]
}

function refusalOf(contract: Contract, operation: Operation): AnySchema {
  const second = operation.responses['200']?.content?.['application/json']?.schema?.anyOf?.[1]
  return contract.components.schemas?.[schemaName(second, `${operation.operationId}, the refusal of 200`)] as AnySchema
}

const oneOrMany = (values: number[]) => (values.length === 1 ? { const: values[0] } : { enum: values })

/**
 * Converts the accepted codes to schema keywords: `except` lists them, `codes` and `from` leave ranges between them.
 */
function acceptedCodes({ except, codes = [], from = Infinity }: Operation['x-validity']['reject']): object {
  if (except) return oneOrMany(except)
  const rejected = codes.filter((code) => code < from).toSorted((a, b) => a - b)
  const ends = [...rejected, from]
  const spans = ends.flatMap((end, nth) => {
    const minimum = nth === 0 ? -Infinity : (ends[nth - 1] ?? 0) + 1
    return minimum < end
      ? [{ ...(minimum > -Infinity && { minimum }), ...(end < Infinity && { maximum: end - 1 }) }]
      : []
  })
  return spans.length === 1 ? { ...spans[0] } : { anyOf: spans.map((span) => ({ type: 'integer', ...span })) }
}

function describedFailures(contract: Contract, operation: Operation): string {
  const line = (failure: FailureEntry & { when?: string }) =>
    `- \`${failure.name}\` (${meaningOf(failure) || failure.when}): ${failure.description?.trim() ?? ''}`.trimEnd()
  return [operation.description?.trim(), '**Fails with**', failuresOf(contract, operation).map(line).join('\n')]
    .filter(Boolean)
    .join('\n\n')
}

/** Code samples for curl and the SDK. */
function codeSamples(contract: Contract, id: string, path: string, operation: Operation) {
  const body = JSON.stringify(examplesOfRequest(operation)[0]?.value ?? {})
  const [failure] = failuresOf(contract, operation)
  return [
    {
      lang: 'Shell',
      label: 'curl',
      source: `curl "$BACKEND${path}" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${body.replaceAll("'", String.raw`'\''`)}'\n`,
    },
    {
      lang: 'TypeScript',
      label: '@paket/sdk',
      source: `const answer = await paket.${id}(${body})\nif (answer.ok) show(answer.data)\nelse if (answer.failure.name === '${failure?.name}') explain(answer.failure)\n`,
    },
  ]
}

const words = ['validity', 'failures', 'cache', 'provenance', 'scenario', 'catalogue', 'outcomes', 'retries'].map(
  (word) => `x-${word}`,
)

/** Copies a value without the specification extensions. */
function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (words.includes(key) ? [] : [[key, withoutExtensions(one)]])),
  )
}

/** Removes schemas that nothing refers to. */
function referencedSchemas(schemas: Record<string, unknown>, elsewhere: object): Record<string, unknown> {
  const text = JSON.stringify([elsewhere, schemas])
  const referenced = Object.entries(schemas).filter(([name]) => text.includes(JSON.stringify(reference(name).$ref)))
  return referenced.length === Object.keys(schemas).length
    ? schemas
    : referencedSchemas(Object.fromEntries(referenced), elsewhere)
}
