import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import {
  type Call,
  callsOf,
  codeOf,
  type ContractDocument,
  type Example,
  examplesOf,
  examplesOfRequest,
  isAnonymous,
  parametersOf,
  rejects,
  resolved,
  type Schema,
  type Validity,
} from '@paket/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { type Violation, inWords } from './violation.ts'
import { bundled } from './bundled.ts'

export interface Operation {
  id: string
  path: string
  validity: Validity
  /** Works without a token. */
  anonymous: boolean
  /** Headers that the call takes, and where their schemas stand. */
  headers: { name: string; schema: string }[]
  /** Bodies that the contract shows, the first of them typical. */
  requests: { name: string; value: unknown }[]
  examples: Example[]
}
// A CommonJS default export, as Node sees it.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void
const pointer = (path: string) => `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/post`
const content = 'content/application~1json/schema'
const IDEMPOTENCY_KEY = 'idempotency-key'

/** A contract as the mock uses it: its calls, examples and rules, and the proof that a body keeps to it. */
export class Contract {
  readonly document: ContractDocument
  readonly operations: readonly Operation[]
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: ContractDocument) {
    this.document = document
    addFormats(this.#ajv)
    this.#ajv.addSchema(document, 'contract')
    this.operations = callsOf(document).map((call) => operationOf(document, call))
  }
  /** Reads a contract's folder. */
  static async load(directory: string): Promise<Contract> {
    const document = await bundled(join(directory, 'openapi.yaml')).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`The contract in ${directory} cannot be read: ${why}`, { cause: error })
    })
    // The shape is held by the contract's own lint rules.
    return new Contract(document as ContractDocument)
  }

  operation = (id: string): Operation | undefined => this.operations.find((operation) => operation.id === id)
  byPath = (path: string): Operation | undefined => this.operations.find((operation) => operation.path === path)
  example = ({ examples }: Operation, name: string): Example | undefined =>
    examples.find((example) => example.name === name)

  /** Whether the call's own rule takes this answer for a success. */
  accepts({ validity }: Operation, status: number, body: unknown): boolean {
    return status >= 200 && status < 300 && !rejects(validity, codeOf(body))
  }

  /** What a request breaks of the contract, field by field. */
  requestViolations({ path }: Operation, body: unknown): Violation[] {
    return this.#violations(`${pointer(path)}/requestBody/${content}`, body)
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
  requestFields({ path }: Operation): string[] {
    const { content: media } = this.document.paths[path]!.post.requestBody
    return Object.keys(this.#properties(media?.['application/json']?.schema) ?? {})
  }

  #properties(schema: Schema | undefined): Record<string, Schema> | null {
    if (!schema) return null
    if (schema.$ref) return this.#properties(this.document.components.schemas?.[schema.$ref.split('/').at(-1) ?? ''])
    if (schema.items) return this.#properties(schema.items)
    const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map((part) => this.#properties(part))
    const all = Object.assign({}, schema.properties, ...parts) as Record<string, Schema>
    return Object.keys(all).length > 0 ? all : null
  }

  #violations(at: string, body: unknown): Violation[] {
    const validate = this.#compiled.get(at) ?? this.#ajv.compile({ $ref: `contract#${at}` })
    this.#compiled.set(at, validate)
    return validate(body) ? [] : (validate.errors ?? []).map((error: ErrorObject) => inWords(error))
  }

  /** JSON pointer of an answer's schema. A 200 has two branches, accepted and refused: the call's rule says which holds. */
  #answerPointer(operation: Operation, status: number, body: unknown): string | null {
    const { responses } = this.document.paths[operation.path]!.post
    const response = responses[String(status)]
    if (!response) return null
    const at = `${response.$ref?.slice(1) ?? `${pointer(operation.path)}/responses/${status}`}/${content}`
    const branches = resolved(this.document, response).content?.['application/json']?.schema?.anyOf
    return branches?.length === 2 ? `${at}/anyOf/${this.accepts(operation, status, body) ? 0 : 1}` : at
  }
}

function operationOf(document: ContractDocument, { id, path, operation }: Call): Operation {
  return {
    id,
    path,
    validity: operation['x-validity'],
    anonymous: isAnonymous(document, operation),
    headers: parametersOf(document, operation).flatMap(({ name, in: where, ref }) =>
      where === 'header' ? [{ name, schema: `${ref.slice(1)}/schema` }] : [],
    ),
    requests: examplesOfRequest(operation),
    examples: examplesOf(document, operation),
  }
}
