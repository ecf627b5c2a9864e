import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import {
  type Body,
  type Call,
  callsOf,
  codeOf,
  type ContractDocument,
  type Example,
  examplesOf,
  examplesOfRequest,
  isAnonymous,
  type Method,
  parametersOf,
  rejects,
  resolved,
  type Schema,
  type Validity,
  verdictOf,
  withDerivedParts,
} from '@paket/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { type Violation, toViolation } from './violation.ts'
import { bundled } from './bundled.ts'
import { type Form, formOf, type Forms } from './forms.ts'
import { asSent, parametersIn, valuesIn } from './paths.ts'
import { messageOf } from '#engine/message-of.ts'

export interface Operation {
  id: string
  method: Method
  /** The path below the base path, with parameters as `{name}`. */
  path: string
  validity: Validity
  /** Needs no token. */
  anonymous: boolean
  /** Header parameters, each with the JSON pointer of its schema. */
  headers: { name: string; schema: string }[]
  /** The media types of the request body; empty when the call has no body. */
  types: string[]
  /** Example request bodies of the contract, the typical one first. */
  requests: { name: string; value: unknown }[]
  examples: Example[]
}
/** A call whose codes may be strings. */
type Judged = Parameters<typeof verdictOf>[0]
// A CommonJS default export, which Node imports as a namespace.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void
const pointer = ({ path, method }: Pick<Operation, 'path' | 'method'>) =>
  `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
const content = 'content/application~1json/schema'
const IDEMPOTENCY_KEY = 'idempotency-key'
/** A schema that allows any value. */
const ANYTHING = {}

/** A contract as the mock uses it: operations, examples and rules, and validation of requests and answers. */
export class Contract {
  readonly document: ContractDocument
  readonly operations: readonly Operation[]
  /** All methods that occur, upper-case. */
  readonly methods: readonly string[]
  /**
   * Another author's description. Its examples are not validated and are sent as they are, no call needs a token, and
   * only Prism parses parameters.
   */
  readonly isForeign: boolean
  /** All references are local, so no field is an id of a schema: ajv would take the `$id` of an example for one. */
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    schemaId: '' as '$id',
    meta: false,
    validateSchema: false,
    // It would write a line for each format of the description that it does not know.
    logger: false,
  })
  readonly #compiled = new Map<string, ValidateFunction>()
  readonly #forms: Forms
  readonly #literal: ReadonlyMap<string, Operation[]>
  /** Paths with fewer parameters come first, so that the most specific path matches. */
  readonly #templated: readonly Operation[]

  /** `forms` marks a foreign contract. */
  constructor(document: ContractDocument, { forms }: { forms?: Forms } = {}) {
    const isForeign = forms !== undefined
    this.document = document
    this.isForeign = isForeign
    this.#forms = forms ?? new Map<string, Form[]>()
    addFormats(this.#ajv)
    this.#ajv.addSchema(document, 'contract')
    this.operations = callsOf(document).map((call) => operationOf(document, call, isForeign))
    this.methods = [...new Set(this.operations.map(({ method }) => method.toUpperCase()))]
    const literal = this.operations.filter(({ path }) => parametersIn(path).length === 0)
    this.#literal = new Map(literal.map(({ path }) => [asSent(path), literal.filter((other) => other.path === path)]))
    this.#templated = this.operations
      .filter(({ path }) => parametersIn(path).length > 0)
      .toSorted((a, b) => parametersIn(a.path).length - parametersIn(b.path).length)
  }
  /** Reads the contract in a folder; throws an Error that names the folder. */
  static async load(directory: string): Promise<Contract> {
    const document = await bundled(join(directory, 'openapi.yaml')).catch((error: unknown) => {
      const why = messageOf(error)
      throw new Error(`The contract in ${directory} cannot be read: ${why}`, { cause: error })
    })
    // The contract's own lint rules validate its shape.
    return new Contract(withDerivedParts(document as ContractDocument))
  }

  operation = (id: string): Operation | undefined => this.operations.find((operation) => operation.id === id)
  /** Returns the operations at a path, the most specific first. */
  at = (path: string): Operation[] => [
    ...(this.#literal.get(path) ?? []),
    ...this.#templated.filter((operation) => valuesIn(path, operation.path) !== null),
  ]
  /** The operation object of the document. */
  documented = ({ path, method }: Operation): Call['operation'] => this.document.paths[path]![method]!
  /** Returns the example of this name; without a name, the first success. */
  example = (operation: Operation, name?: string): Example | undefined =>
    operation.examples.find((each) =>
      name === undefined ? this.accepts(operation, each.status, each.value) : each.name === name,
    )

  /** Whether the answer is a success by the status and the call's `x-validity`. */
  accepts(operation: Operation, status: number, body: unknown): boolean {
    if (status < 200 || status >= 300) return false
    if (!this.isForeign) return !rejects(operation.validity, codeOf(body))
    const judged = this.documented(operation) as Judged
    return Object.keys(judged['x-validity'].reject).length === 0 || verdictOf(judged, body)?.isRejected === false
  }

  /** Returns the media type that an `Accept` header asks for, and the example in it. */
  sent = ({ id }: Operation, example: Example, accept: string | undefined): { type: string; value: unknown } =>
    formOf(this.#forms.get(`${id} ${example.status}`) ?? [], example, accept)

  /** Validates a request body; returns violations by field. */
  requestViolations(operation: Operation, body: unknown): Violation[] {
    const { requestBody } = this.documented(operation) as { requestBody?: Body }
    if (!requestBody?.content?.['application/json']?.schema) return []
    return this.#violations(`${pointer(operation)}/requestBody/${content}`, body)
  }

  /** Validates the headers of a request. */
  headerViolations({ headers }: Operation, given: IncomingHttpHeaders): Violation[] {
    return headers.flatMap(({ name, schema }) => {
      const value = given[name.toLowerCase()]
      const violations = value === undefined ? [] : this.#violations(schema, value)
      return violations.map(({ message }) => ({ field: `headers.${name}`, message }))
    })
  }
  /**
   * Returns the UUID of a request's idempotency key; null when the call takes none, or the key is missing or invalid.
   */
  idempotencyKeyOf(operation: Operation, given: IncomingHttpHeaders): string | null {
    const isTaken = operation.headers.some(({ name }) => name.toLowerCase() === IDEMPOTENCY_KEY)
    const value = given[IDEMPOTENCY_KEY]
    if (!isTaken || typeof value !== 'string' || this.headerViolations(operation, given).length > 0) return null
    return value.replaceAll('"', '')
  }

  /** Validates an answer; returns violations by field. A status that the call does not define has none. */
  answerViolations(operation: Operation, status: number, body: unknown): Violation[] {
    const at = this.#answerPointer(operation, status, body)
    return at === null ? [] : this.#violations(at, body)
  }

  /**
   * Returns the field names that the schema allows at a path of an answer; null when there can be none, as below a
   * date.
   */
  fields(operation: Operation, { status, value }: Example, path: readonly string[]): string[] | null {
    const at = this.#answerPointer(operation, status, value)
    const [, ...steps] = (at ?? '').split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    let schema = steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], this.document) as Schema
    for (const field of path) {
      const inner = this.#properties(schema)?.[field]
      if (!inner) return null
      schema = inner
    }
    const properties = this.#properties(schema)
    return properties && Object.keys(properties)
  }

  requestFields(operation: Operation): string[] {
    const { requestBody } = this.documented(operation) as { requestBody?: Body }
    const [media] = Object.values(requestBody?.content ?? {})
    return Object.keys(this.#properties((requestBody?.content?.['application/json'] ?? media)?.schema) ?? {})
  }

  /** Returns the names of the path and query parameters. */
  parameters = (operation: Operation): string[] => {
    const named = parametersOf(this.document, this.documented(operation)).flatMap(({ name, in: where }) =>
      where === 'query' || where === 'path' ? [name] : [],
    )
    return [...new Set([...parametersIn(operation.path), ...named])]
  }

  /** `seen` contains the enclosing schemas, because schemas can be recursive. */
  #properties(schema: Schema | undefined, seen: readonly Schema[] = []): Record<string, Schema> | null {
    if (!schema || seen.includes(schema)) return null
    const inside = (part: Schema | undefined) => this.#properties(part, [...seen, schema])
    if (schema.$ref) return inside(this.document.components.schemas?.[schema.$ref.split('/').at(-1) ?? ''])
    if (schema.items) return inside(schema.items)
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(inside)
    const all = Object.assign({}, schema.properties, ...parts) as Record<string, Schema>
    return Object.keys(all).length > 0 ? all : null
  }

  #violations(at: string, body: unknown): Violation[] {
    const validate = this.#compiled.get(at) ?? this.#compile(at)
    this.#compiled.set(at, validate)
    return validate(body) ? [] : (validate.errors ?? []).map((error: ErrorObject) => toViolation(error))
  }

  /** Whether a schema allows a value. */
  allows = (schema: object, value: unknown): boolean => this.#readable(schema)(value)

  #compile = (at: string): ValidateFunction => this.#readable({ $ref: `contract#${at}` })
  #readable(schema: object): ValidateFunction {
    try {
      return this.#ajv.compile(schema)
    } catch (error) {
      // Ignores a schema that ajv cannot compile; Prism validates with it in its own way.
      if (this.isForeign) return this.#ajv.compile(ANYTHING)
      throw error
    }
  }

  /**
   * Returns the JSON pointer of an answer's schema. The schema of a 200 has two branches, accepted and rejected: the
   * call's `x-validity` selects one.
   */
  #answerPointer(operation: Operation, status: number, body: unknown): string | null {
    const { responses } = this.documented(operation)
    const response = responses[String(status)]
    if (!response || !resolved(this.document, response).content?.['application/json']?.schema) return null
    const at = `${response.$ref?.slice(1) ?? `${pointer(operation)}/responses/${status}`}/${content}`
    if (this.isForeign) return at
    const branches = resolved(this.document, response).content?.['application/json']?.schema?.anyOf
    return branches?.length === 2 ? `${at}/anyOf/${this.accepts(operation, status, body) ? 0 : 1}` : at
  }
}

/** Examples without a body, so that a foreign call that defines no JSON can be answered. */
const empties = ({ responses }: Call['operation']): Example[] =>
  Object.keys(responses).flatMap((status) =>
    responses[status]?.content?.['application/json']
      ? []
      : [{ name: `empty${status}`, status: Number(status), summary: '', value: undefined }],
  )

function operationOf(document: ContractDocument, { id, method, path, operation }: Call, isForeign: boolean): Operation {
  return {
    id,
    method,
    path,
    validity: operation['x-validity'],
    anonymous: isForeign || isAnonymous(document, operation),
    headers: parametersOf(document, operation).flatMap(({ name, in: where, ref }) =>
      where === 'header' && !isForeign ? [{ name, schema: `${ref.slice(1)}/schema` }] : [],
    ),
    types: Object.keys((operation as { requestBody?: Body }).requestBody?.content ?? {}),
    requests: (operation as { requestBody?: Body }).requestBody ? examplesOfRequest(operation) : [],
    examples: [...examplesOf(document, operation), ...(isForeign ? empties(operation) : [])],
  }
}
