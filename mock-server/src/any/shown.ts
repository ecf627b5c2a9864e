import {
  callsOf,
  type Code,
  type Contract,
  type ContractDocument,
  jsonIn,
  resolved,
  type Response,
} from '@paket/contract'
import { sample } from '@stoplight/json-schema-sampler'

type Document = Contract<Code>
interface Media {
  schema?: object
  example?: unknown
  examples?: Record<string, { value?: unknown; summary?: string; $ref?: string }>
}

/** A description in which each answer and request of JSON stands where it is used, as `application/json`, and each answer has a named example. */
export function shown(document: Document): ContractDocument {
  for (const { operation } of callsOf<Code>(document)) {
    const all = Object.entries(operation.responses).map(([status, response]): [string, Response] => [
      numbered(status, Object.keys(operation.responses)),
      shownAnswer(document, response, status),
    ])
    operation.responses = Object.fromEntries(all.length > 0 ? all : [['200', {}]])
    Object.assign(operation, { summary: (operation as { summary?: string }).summary ?? '' })
    const body = shownRequest(document, operation.requestBody)
    if (body) operation.requestBody = body
    else delete (operation as Partial<typeof operation>).requestBody
  }
  // Its codes may be texts; where the engine reads one it asks whether it is a number.
  return document as unknown as ContractDocument
}

/** `default` and ranges as a status that can be sent. */
function numbered(status: string, all: readonly string[]): string {
  if (/^\d{3}$/.test(status)) return status
  if (/^[1-5]XX$/i.test(status)) return `${status[0]}00`
  return all.some((each) => each.startsWith('2')) ? '500' : '200'
}

function shownAnswer(document: Document, response: Response, status: string): Response {
  const { content, ...rest } = resolved(document, response)
  const media = jsonIn(content) as Media | undefined
  if (!media) return { ...rest }
  const named = namedIn(document, media)
  const name = `answer${status}`
  const examples =
    Object.keys(named).length > 0
      ? named
      : { [name]: { summary: '', value: media.example ?? sampleOf(document, media.schema) } }
  return { ...rest, content: { 'application/json': { ...(media.schema && { schema: media.schema }), examples } } }
}

function shownRequest(document: Document, body: (Response & { required?: boolean }) | undefined) {
  const shared = body?.$ref?.split('/').at(-1)
  const found =
    shared === undefined
      ? body
      : (document.components as { requestBodies?: Record<string, Response> }).requestBodies?.[shared]
  const media = jsonIn(found?.content) as Media | undefined
  if (!found || !media) return found
  return {
    ...found,
    content: { ...found.content, 'application/json': { ...media, examples: namedIn(document, media) } },
  } as Response
}

/** The examples of a body; one that stands elsewhere in the description is taken from there, one at an address is left out. */
function namedIn(
  { components }: Document,
  { examples = {} }: Media,
): Record<string, { value: unknown; summary: string }> {
  const elsewhere = (components as { examples?: Record<string, { value?: unknown; summary?: string }> }).examples ?? {}
  return Object.fromEntries(
    Object.entries(examples).flatMap(([name, given]) => {
      const example = given.$ref === undefined ? given : elsewhere[given.$ref.split('/').at(-1) ?? '']
      return example && 'value' in example ? [[name, { value: example.value, summary: example.summary ?? '' }]] : []
    }),
  )
}

/** A value that a schema describes, as Prism makes it; null when none can be made. */
function sampleOf(document: Document, schema: object | undefined): unknown {
  if (!schema) return {}
  try {
    return sample(schema, {}, document)
  } catch {
    return null
  }
}
