import {
  callsOf,
  type Code,
  type Contract,
  type ContractDocument,
  resolved,
  type Response,
  type Schema,
} from '@paket/contract'
import { sample } from '@stoplight/json-schema-sampler'
import type { Form, Forms } from '#engine/contract/forms.ts'
import { isJson } from '#engine/http/media.ts'
import { asXml, rootOf } from './xml.ts'

type Document = Contract<Code>
interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value?: unknown; summary?: string; $ref?: string }>
}
type NamedExamples = Record<string, { value: unknown; summary: string }>

/**
 * Normalizes a description for the engine: every answer, whatever its media type, appears as `application/json` with a
 * named example. `forms` contains the real media types by operation and status: text as strings, bytes as in
 * `bytesAsText`.
 */
export function normalizeDescription(document: Document): { document: ContractDocument; forms: Forms } {
  const forms: Forms = new Map()
  for (const { id, operation } of callsOf<Code>(document)) {
    const statuses = Object.keys(operation.responses)
    const all = Object.entries(operation.responses).map(([given, response]): [string, Response] => {
      const status = concreteStatus(given, statuses)
      const { response: answer, forms: sentAs } = normalizeAnswer(document, response, status)
      if (sentAs.length > 0) forms.set(`${id} ${status}`, sentAs)
      return [status, answer]
    })
    operation.responses = Object.fromEntries(all.length > 0 ? all : [['200', {}]])
    Object.assign(operation, { summary: (operation as { summary?: string }).summary ?? '' })
    const body = normalizeRequest(document, operation.requestBody)
    if (body) operation.requestBody = body
    else delete (operation as Partial<typeof operation>).requestBody
  }
  // Codes may be strings; the engine checks that a code is a number where it reads one.
  return { document: document as unknown as ContractDocument, forms }
}

/** Converts `default` and ranges such as `4XX` to a status that can be sent. */
function concreteStatus(status: string, all: readonly string[]): string {
  if (/^\d{3}$/.test(status)) return status
  if (/^[1-5]XX$/i.test(status)) return `${status[0]}00`
  return all.some((each) => each.startsWith('2')) ? '500' : '200'
}

function normalizeAnswer(
  document: Document,
  response: Response,
  status: string,
): { response: Response; forms: Form[] } {
  const { content = {}, ...rest } = resolved(document, response)
  const media = Object.entries(content as Record<string, Media>).toSorted(
    ([a], [b]) => Number(isJson(b)) - Number(isJson(a)),
  )
  const [first] = media
  if (!first) return { response: { ...rest }, forms: [] }
  const name = `answer${status}`
  const all = media.map(([type, each]): [string, NamedExamples] => {
    const named = namedExamples(document, each, type)
    const hasExamples = Object.keys(named).length > 0
    return [type, hasExamples ? named : { [name]: { summary: '', value: valueOf(document, each, type) } }]
  })
  const [, examples] = all[0]!
  // A schema describes the JSON value, so it does not apply to text and bytes.
  const schema = isJson(first[0]) && first[1].schema
  return {
    response: { ...rest, content: { 'application/json': { ...(schema && { schema }), examples } } },
    forms: all.map(([type, named]) => ({
      type,
      values: new Map(Object.entries(named).map(([each, { value }]) => [each, value])),
    })),
  }
}

function normalizeRequest(document: Document, body: (Response & { required?: boolean }) | undefined) {
  const shared = body?.$ref?.split('/').at(-1)
  const found =
    shared === undefined
      ? body
      : (document.components as { requestBodies?: Record<string, Response> }).requestBodies?.[shared]
  const [type, media] =
    Object.entries((found?.content ?? {}) as Record<string, Media>).find(([each]) => isJson(each)) ?? []
  if (!found || !media || type === undefined) return found
  return {
    ...found,
    content: { ...found.content, 'application/json': { ...media, examples: namedExamples(document, media, type) } },
  } as Response
}

/** Returns the examples of a body; resolves `$ref` to `components`. The loader has already inlined references to files. */
function namedExamples(document: Document, media: Media, type: string): NamedExamples {
  const { examples: elsewhere = {} } = document.components as { examples?: NonNullable<Media['examples']> }
  return Object.fromEntries(
    Object.entries(media.examples ?? {}).flatMap(([name, given]) => {
      const example = given.$ref === undefined ? given : elsewhere[given.$ref.split('/').at(-1) ?? '']
      return example && 'value' in example
        ? [[name, { value: encodeValue(document, example.value, media, type), summary: example.summary ?? '' }]]
        : []
    }),
  )
}

function valueOf(document: Document, media: Media, type: string): unknown {
  return encodeValue(
    document,
    media.example ?? (media.schema as Media | undefined)?.example ?? sampleOf(document, media.schema),
    media,
    type,
  )
}
/** Encodes a value for its media type: JSON remains a value, everything else becomes a string. */
function encodeValue(document: Document, value: unknown, { schema }: Media, type: string): unknown {
  if (isJson(type) || typeof value === 'string') return value
  if (/[/+]xml\b/i.test(type)) return asXml(rootOf(document, schema), value)
  if (/^application\/x-www-form-urlencoded/i.test(type) && typeof value === 'object' && value !== null)
    return new URLSearchParams(
      Object.entries(value).map(([name, each]): [string, string] => [name, String(each)]),
    ).toString()
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** Schemas that a generated value may have. The library's 1000 are too few for a message with its author, its embeds and the message that it answers. */
const MOST_SCHEMAS = 100_000

/** Generates a value for a schema, as Prism does; null when that fails. */
function sampleOf(document: Document, schema: object | undefined): unknown {
  if (!schema) return {}
  try {
    return sample(schema, { ticks: MOST_SCHEMAS }, document)
  } catch {
    return null
  }
}
