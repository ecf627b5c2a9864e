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
import { type Violation, inWords } from './violation.ts'
import { bundled } from './bundled.ts'
import { type Form, formOf, type Forms } from './forms.ts'
import { parametersIn, valuesIn } from './paths.ts'

export interface Operation {
  id: string
  method: Method
  /** Below the base path; `{name}` represents a parameter. */
  path: string
  validity: Validity
  /** Works without a token. */
  anonymous: boolean
  /** Headers that the call takes, and where their schemas stand. */
  headers: { name: string; schema: string }[]
  /** The media types that a request may have; none when the call takes no body. */
  types: string[]
  /** Bodies that the contract shows, the first of them typical. */
  requests: { name: string; value: unknown }[]
  examples: Example[]
}
/** A call whose codes may be texts. */
type Judged = Parameters<typeof verdictOf>[0]
// A CommonJS default export, as Node sees it.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void
const pointer = ({ path, method }: Pick<Operation, 'path' | 'method'>) =>
  `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
const content = 'content/application~1json/schema'
const IDEMPOTENCY_KEY = 'idempotency-key'

/** A contract as the mock uses it: its calls, examples and rules, and the proof that a body keeps to it. */
export class Contract {
  readonly document: ContractDocument
  readonly operations: readonly Operation[]
  /** Of all calls, each once, in capitals. */
  readonly methods: readonly string[]
  /** Another author's, whose examples no one has proved: they are sent as they stand, no one needs a token, Prism alone reads parameters. */
  readonly isForeign: boolean
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
  readonly #compiled = new Map<string, ValidateFunction>()
  readonly #forms: Forms
  readonly #literal: ReadonlyMap<string, Operation[]>
  /** Those whose path has fewer parameters before others. */
  readonly #templated: readonly Operation[]

  /** `forms` are those of a foreign one. */
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
    this.#literal = new Map(literal.map(({ path }) => [path, literal.filter((other) => other.path === path)]))
    this.#templated = this.operations
      .filter(({ path }) => parametersIn(path).length > 0)
      .toSorted((a, b) => parametersIn(a.path).length - parametersIn(b.path).length)
  }
  /** Reads a contract's folder. */
  static async load(directory: string): Promise<Contract> {
    const document = await bundled(join(directory, 'openapi.yaml')).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`The contract in ${directory} cannot be read: ${why}`, { cause: error })
    })
    // The shape is checked by the contract's own lint rules.
    return new Contract(withDerivedParts(document as ContractDocument))
  }

  operation = (id: string): Operation | undefined => this.operations.find((operation) => operation.id === id)
  /** The calls at a path, those whose path has fewer parameters before others. */
  at = (path: string): Operation[] => [
    ...(this.#literal.get(path) ?? []),
    ...this.#templated.filter((operation) => valuesIn(path, operation.path) !== null),
  ]
  /** A call as the document has it. */
  documented = ({ path, method }: Operation): Call['operation'] => this.document.paths[path]![method]!
  example = ({ examples }: Operation, name: string): Example | undefined =>
    examples.find((example) => example.name === name)

  /** Whether the call's own rule takes this answer for a success. */
  accepts(operation: Operation, status: number, body: unknown): boolean {
    if (status < 200 || status >= 300) return false
    if (!this.isForeign) return !rejects(operation.validity, codeOf(body))
    const judged = this.documented(operation) as Judged
    return Object.keys(judged['x-validity'].reject).length === 0 || verdictOf(judged, body)?.isRejected === false
  }

  /** An example as an `Accept` header wants it: its media type, and its value in it. */
  sent = ({ id }: Operation, example: Example, accept: string | undefined): { type: string; value: unknown } =>
    formOf(this.#forms.get(`${id} ${example.status}`) ?? [], example, accept)

  /** What a request breaks of the contract, field by field. */
  requestViolations(operation: Operation, body: unknown): Violation[] {
    const { requestBody } = this.documented(operation) as { requestBody?: Body }
    if (!requestBody?.content?.['application/json']?.schema) return []
    return this.#violations(`${pointer(operation)}/requestBody/${content}`, body)
  }

  /** What the headers of a request break of the contract. */
  headerViolations({ headers }: Operation, given: IncomingHttpHeaders): Violation[] {
    return headers.flatMap(({ name, schema }) => {
      const value = given[name.toLowerCase()]
      const violations = value === undefined ? [] : this.#violations(schema, value)
      return violations.map(({ message }) => ({ field: `headers.${name}`, message }))
    })
  }
  /** The UUID of a request's idempotency key; null when the call takes none, or there is none that keeps to the contract. */
  idempotencyKeyOf(operation: Operation, given: IncomingHttpHeaders): string | null {
    const isTaken = operation.headers.some(({ name }) => name.toLowerCase() === IDEMPOTENCY_KEY)
    const value = given[IDEMPOTENCY_KEY]
    if (!isTaken || typeof value !== 'string' || this.headerViolations(operation, given).length > 0) return null
    return value.replaceAll('"', '')
  }

  /** What an answer breaks of the contract, field by field. A status that the call does not have breaks nothing. */
  answerViolations(operation: Operation, status: number, body: unknown): Violation[] {
    const at = this.#answerPointer(operation, status, body)
    return at === null ? [] : this.#violations(at, body)
  }

  /** The fields at a place of an answer, as its schema has them; null where it has none, as below a date. */
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

  /** The fields of a request. */
  requestFields(operation: Operation): string[] {
    const { requestBody } = this.documented(operation) as { requestBody?: Body }
    const [media] = Object.values(requestBody?.content ?? {})
    return Object.keys(this.#properties((requestBody?.content?.['application/json'] ?? media)?.schema) ?? {})
  }

  /** The names of a call's parameters in its path and query. */
  parameters = (operation: Operation): string[] => {
    const named = parametersOf(this.document, this.documented(operation)).flatMap(({ name, in: where }) =>
      where === 'query' || where === 'path' ? [name] : [],
    )
    return [...new Set([...parametersIn(operation.path), ...named])]
  }

  /** `seen` are the schemas around: one may have itself inside. */
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
    return validate(body) ? [] : (validate.errors ?? []).map((error: ErrorObject) => inWords(error))
  }

  #compile(at: string): ValidateFunction {
    try {
      return this.#ajv.compile({ $ref: `contract#${at}` })
    } catch (error) {
      // A schema that cannot be read proves nothing; Prism has read it in its own way.
      if (this.isForeign) return this.#ajv.compile({})
      throw error
    }
  }

  /** JSON pointer of an answer's schema. A 200 has two branches, accepted and refused: the call's rule says which holds. */
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

/** Answers of a foreign call that have no body, so that each call can be answered. */
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
