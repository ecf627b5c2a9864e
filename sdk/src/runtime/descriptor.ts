/** The type of a business code in an answer. */
export type Code = number | string | boolean

/** How the values of a query parameter are joined. Without a style the parameter is repeated for each value of a list. */
export type QueryStyle = 'comma' | 'space' | 'pipe' | 'deep' | 'json'

/** When an answer is a failure, for calls whose code is not a number in the field `code`. */
export interface AnswerRule {
  readonly reject: {
    readonly codes?: readonly Code[]
    readonly from?: number
    readonly except?: readonly (Code | null)[]
  }
  /** Paths of the value that the rule examines, and of a rejected answer's code. */
  readonly at: string
  readonly codeAt: string
  /** Types that these values may have, as `typeof` names them. */
  readonly types: readonly string[]
  readonly codeTypes: readonly string[]
  /** An empty body is accepted, as null. */
  readonly nothing?: true
  /** JSON other than an object is accepted too; it has no value for the rule. */
  readonly anything?: true
}

export interface ListedFailure {
  readonly name: string
  readonly outcome?: string
  readonly codes?: readonly Code[]
  /** A status below 10 means its class: 5 is 5XX. */
  readonly http?: readonly number[]
}

/** A call as the generator writes it from any OpenAPI description. */
export interface Descriptor {
  readonly id: string
  /** With its parameters in braces: `/books/{id}`. */
  readonly path: string
  /** Default: POST. */
  readonly method?: string
  /** Query parameters, each with its style or true. */
  readonly query?: Readonly<Record<string, QueryStyle | true>>
  /** The body is sent as a form; the styles of its fields, as in a query, for those that have one. */
  readonly form?: true | Readonly<Record<string, QueryStyle | true>>
  /** Media type of the body, if it is neither `application/json` nor a form. It must be a JSON type to be sent. */
  readonly type?: string
  /** JSON type of the answers, if it is not `application/json`. */
  readonly accept?: string
  readonly anonymous?: true
  readonly idempotencyKey?: 'assumed' | 'documented'
  readonly answer?: AnswerRule
  readonly reject: { readonly codes?: readonly number[]; readonly from?: number; readonly except?: readonly number[] }
  /** Required fields: an accepted answer without one is malformed. */
  readonly require: readonly string[]
  readonly failures: readonly ListedFailure[]
  /** The failures that every call has, by their outcome. */
  readonly common: Readonly<Record<string, readonly string[]>>
  /** Address of the error catalogue. */
  readonly docs?: string
  /** Types only: missing at run time. */
  readonly types: { readonly request?: unknown; readonly data?: unknown }
}
