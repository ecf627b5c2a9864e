import type { Catalogue } from './catalogue.ts'

/** Where a part of the contract comes from: the sources, or an assumption that no backend has confirmed. */
export interface Provenance {
  kind: 'documented' | 'assumed'
  /** Where in the sources; a part of a call may have a decision only. */
  section?: string
  decisions?: string[]
}
/** `x-failures`: one failure of a call, by code, by status, or both; by its name alone, another outcome of one that every call has. */
export interface FailureEntry {
  name: string
  outcome: string
  code?: number | number[]
  /** A status, or a range such as `5XX`. */
  http?: number | string | (number | string)[]
  description?: string
  'x-provenance'?: Provenance
}
/** A failure that every call has: by status, or by what happened when there is no answer to look at. */
export interface RootFailureEntry extends FailureEntry {
  when?: 'other-status' | 'unknown-code' | 'malformed' | 'no-token' | 'no-connection' | 'time-out'
}
/** `x-validity`: when an HTTP 200 is a failure, and fields without which an accepted answer is of no use (`result.orderId`). */
export interface Validity {
  reject: { codes?: number[]; from?: number; except?: number[] }
  require?: string[]
  'x-provenance'?: Provenance
}
/** `x-cache`; times are ISO 8601 durations. */
export interface Cache {
  key?: string
  freshFor?: string
  keptFor?: string
  retry?: { every: string; upTo?: string; on: string[] }
  poll?: { every: string; while?: string } | { action: string }
  invalidates?: string[]
  invalidatesIf?: { field: string; is: unknown; keys: string[] }[]
  invalidatesOnFailure?: { names: string[]; keys: string[] }[]
  optimistic?: { call: string; fields: string[] }
  atMostEvery?: string
}
export interface Schema {
  $ref?: string
  title?: string
  required?: string[]
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}
/** An example as it is written. */
export interface ShownExample {
  summary?: string
  value: unknown
  'x-scenario'?: string
}
/** A body of a request or an answer. */
export interface Body {
  content?: { 'application/json'?: { schema?: Schema; examples?: Record<string, ShownExample> } }
}
/** An answer of a call; `$ref` leads to one that several calls share. */
export interface Response extends Body {
  $ref?: string
}
export interface Parameter {
  name: string
  in: string
  'x-provenance': Provenance
}
/** A call as the contract writes it. */
export interface Operation {
  operationId: string
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  /** Shared ones only. */
  parameters?: { $ref: string }[]
  requestBody: Body
  /** By status. */
  responses: Record<string, Response>
  'x-validity': Validity
  'x-failures': FailureEntry[]
  'x-cache': Cache
  'x-provenance': Provenance
}
/** What a client may have to do about a failure (`outcomes.yaml`). */
export interface Outcome {
  say: string
  source: string
  /** `answer`: true of an answer alone. */
  presumes?: 'answer'
}
/** A failure action of the flows: again after so many seconds, so many times after the first. */
export interface Retry {
  retryAfter: number
  retryLimit: number
  'x-failures-in-a-row': number
}
/** `openapi.yaml` with the files that it refers to, as one document. */
export interface ContractDocument {
  paths: Record<string, { post: Operation }>
  externalDocs: { url: string }
  security: Record<string, string[]>[]
  components: {
    parameters?: Record<string, Parameter>
    headers?: Record<string, { 'x-provenance'?: Provenance }>
    responses?: Record<string, Response>
    schemas?: Record<string, Schema>
  }
  'x-failures': RootFailureEntry[]
  'x-cache': { freshFor: string; keys: Record<string, string> }
}
/** The same with what stands in files beside it, as `x-` words. */
export interface Contract extends ContractDocument {
  'x-catalogue': Catalogue
  'x-outcomes': Record<string, Outcome>
  'x-retries': Record<string, Retry>
}
/** The content system's read (`cms.yaml`). */
export interface Content {
  components: { responses?: Record<string, Response> }
  paths: Record<
    string,
    {
      get: Pick<Operation, 'operationId' | 'summary' | 'description' | 'responses' | 'x-provenance'> & {
        'x-cache': { key: string; freshFor: string; keptFor: string }
      }
    }
  >
}
