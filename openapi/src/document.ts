import type { Catalogue } from './catalogue.ts'

/** Where a part of the contract comes from: the sources, or an assumption that no backend has confirmed. */
export interface Provenance {
  kind: 'documented' | 'assumed'
  /** Where in the sources; a part of a call may have a decision only. */
  section?: string
  decisions?: string[]
}
/** What an answer may say of itself: the contract's own codes are numbers, another contract's may be texts or truth values. */
export type Code = number | string | boolean
/** `x-failures`: one failure of a call, by code, by status, or both; by its name alone, another outcome of one that every call has. */
export interface FailureEntry<C extends Code = number> {
  name: string
  outcome: string
  code?: C | C[]
  /** A status, or a range such as `5XX`. */
  http?: number | string | (number | string)[]
  description?: string
  'x-provenance'?: Provenance
}
/** A failure that every call has: by status, or by what happened when there is no answer to look at. */
export interface RootFailureEntry<C extends Code = number> extends FailureEntry<C> {
  when?: 'other-status' | 'unknown-code' | 'malformed' | 'no-token' | 'no-connection' | 'time-out'
}
/** `x-validity`: when an HTTP 200 is a failure, and fields without which an accepted answer is of no use (`result.orderId`). */
export interface Validity<C extends Code = number> {
  /** Where the value is that the rule looks at: `error.code`; `code` by default. */
  at?: string
  /** Where a refusal's code is, when it is not where the rule looks. */
  codeAt?: string
  /** Null among the values of `except` accepts an answer that has none; the contract's own rules do not use it. */
  reject: { codes?: C[]; from?: number; except?: (string extends C ? C | null : C)[] }
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
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
}
/** An example as it is written. */
export interface ShownExample {
  summary?: string
  value: unknown
  'x-scenario'?: string
}
/** A body in one media type. */
export interface Media {
  schema?: Schema
  examples?: Record<string, ShownExample>
}
/** A body of a request or an answer. */
export interface Body {
  content?: { 'application/json'?: Media }
}
/** An answer of a call; `$ref` leads to one that several calls share. */
export interface Response extends Body {
  $ref?: string
}
export interface Parameter {
  name: string
  in: string
  style?: string
  explode?: boolean
  'x-provenance': Provenance
}
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
export type Method = (typeof methods)[number]
/** A call as the contract writes it. */
export interface Operation<C extends Code = number> {
  operationId: string
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: ({ $ref: string } | Parameter)[]
  requestBody: Body
  /** By status. */
  responses: Record<string, Response>
  'x-validity': Validity<C>
  'x-failures': FailureEntry<C>[]
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
/** The calls of a path. The contract's own are POSTs, another contract's are what `callsOf` lists. */
export type PathItem<C extends Code = number> = {
  post: Operation<C>
  parameters?: ({ $ref: string } | Parameter)[]
} & {
  [Other in Exclude<Method, 'post'>]?: Operation<C>
}
/** `openapi.yaml` with the files that it refers to, as one document. */
export interface ContractDocument<C extends Code = number> {
  paths: Record<string, PathItem<C>>
  externalDocs: { url: string }
  security: Record<string, string[]>[]
  components: {
    parameters?: Record<string, Parameter>
    headers?: Record<string, { 'x-provenance'?: Provenance }>
    responses?: Record<string, Response>
    schemas?: Record<string, Schema>
  }
  'x-failures': RootFailureEntry<C>[]
  'x-cache': { freshFor: string; keys: Record<string, string> }
}
/** The same with what is in files beside it, as `x-` words. */
export interface Contract<C extends Code = number> extends ContractDocument<C> {
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
