import type { Catalogue } from './catalogue.ts'

/** The source of a part of the contract: documented, or an assumption that no backend has confirmed. */
export interface Provenance {
  kind: 'documented' | 'assumed'
  /** The section of the sources; an assumed part can have only decisions. */
  section?: string
  decisions?: string[]
}
/** A code in an answer: numbers in our contract, also strings or booleans in others. */
export type Code = number | string | boolean
/**
 * `x-failures`: a failure of one call, by code, by status, or by both. With a name alone it overrides the outcome of a
 * common failure.
 */
export interface FailureEntry<C extends Code = number> {
  name: string
  outcome: string
  code?: C | C[]
  /** A status, or a range such as `5XX`. */
  http?: number | string | (number | string)[]
  description?: string
  'x-provenance'?: Provenance
}
/** A failure that every call can have: by status, or by `when` if there is no answer to examine. */
export interface RootFailureEntry<C extends Code = number> extends FailureEntry<C> {
  when?: 'other-status' | 'unknown-code' | 'malformed' | 'no-token' | 'no-connection' | 'time-out'
}
/** `x-validity`: when an HTTP 200 is a failure, and the fields that an accepted answer must have (`result.orderId`). */
export interface Validity<C extends Code = number> {
  /** The path of the value that the rule examines, such as `error.code`; defaults to `code`. */
  at?: string
  /** The path of a rejected answer's code; defaults to `at`. */
  codeAt?: string
  /** Null in `except` accepts an answer without a value; our own rules do not use it. */
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
  type?: string | string[]
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
}
/** An example in the description. */
export interface ShownExample {
  summary?: string
  value: unknown
  'x-scenario'?: string
}
/** A request or response body in one media type. */
export interface Media {
  schema?: Schema
  examples?: Record<string, ShownExample>
  /** How the fields of a form are written. */
  encoding?: Record<string, Style>
}
/** How a list or an object is written in a request, where it is not JSON. */
export interface Style {
  style?: string
  explode?: boolean
}
/** A request or response body. */
export interface Body {
  content?: { 'application/json'?: Media }
}
/** A response of a call; `$ref` points to a shared one. */
export interface Response extends Body {
  $ref?: string
}
export interface Parameter extends Style {
  name: string
  in: string
  schema?: Schema
  /** Replaces `schema` for a value that is JSON. */
  content?: object
  'x-provenance': Provenance
}
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
export type Method = (typeof methods)[number]
/** An operation object of the contract. */
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
  /** `answer`: makes sense only if an answer was received. */
  presumes?: 'answer'
}
/** A failure action of the flows: the delay in seconds, and the number of retries. */
export interface Retry {
  retryAfter: number
  retryLimit: number
  'x-failures-in-a-row': number
}
/** The operations of a path. Our contract has only POST; others can have all methods of `callsOf`. */
export type PathItem<C extends Code = number> = {
  post: Operation<C>
  parameters?: ({ $ref: string } | Parameter)[]
} & {
  [Other in Exclude<Method, 'post'>]?: Operation<C>
}
/** `openapi.yaml`, bundled with the files that it refers to. */
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
/** The contract with the files beside it, as `x-` extensions. */
export interface Contract<C extends Code = number> extends ContractDocument<C> {
  'x-catalogue': Catalogue
  'x-outcomes': Record<string, Outcome>
  'x-retries': Record<string, Retry>
}
/** The contract of the content system (`cms.yaml`). */
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
