import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { type Contract, loadContract, type Operation } from '@paket/contract'

export const root = resolve(import.meta.dirname, '../..')

/** An example answer of the contract. */
export interface Answer {
  status: number
  name: string
  value: unknown
  /** The JSON pointer of its schema. */
  schema: string
}
/** A call with all its examples. */
export interface Call {
  id: string
  path: string
  operation: Operation
  requests: { name: string; value: unknown }[]
  answers: Answer[]
}

interface Shown {
  $ref?: string
  content?: { 'application/json'?: { examples?: Record<string, { value: unknown }> } }
}
const json = 'content/application~1json/schema'
const examplesOf = (part: Shown | undefined) =>
  Object.entries(part?.content?.['application/json']?.examples ?? {}).map(([name, { value }]) => ({ name, value }))

/** Bundles the contract in a folder. */
export async function readContract(directory = resolve(root, 'openapi')) {
  const document = await loadContract(directory)
  const calls = Object.entries(document.paths).map(([path, { post }]): Call => {
    const at = `#/paths/${path.replaceAll('/', '~1')}/post`
    return {
      id: post.operationId,
      path,
      operation: post,
      requests: examplesOf(post.requestBody),
      answers: Object.entries(post.responses).flatMap(([status, response]) => {
        const { $ref } = response
        const schema = `${$ref ?? `${at}/responses/${status}`}/${json}`
        const shown = ($ref ? pointed(document, $ref) : response) as Shown
        return examplesOf(shown).map((example) => ({ ...example, status: Number(status), schema }))
      }),
    }
  })
  return { document, calls, call: (id: string) => pick(calls, id) }
}

/** Resolves a JSON pointer. */
export function pointed(document: Contract, pointer: string): unknown {
  const steps = pointer.slice(2).split('/')
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown>)[step.replaceAll('~1', '/')],
    document,
  )
}
function pick(calls: Call[], id: string): Call {
  const call = calls.find((one) => one.id === id)
  if (!call) throw new Error(`the contract has no call ${id}`)
  return call
}

/** Returns the numeric business code of a body. */
export const codeOf = (body: unknown): number | undefined => {
  const code: unknown = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return typeof code === 'number' ? code : undefined
}

/** Validates bodies against schemas of the document. */
export function schemaCheck(document: Contract) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // A CommonJS default export, which Node imports as a namespace.
  ;(addFormatsModule as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema(document, 'contract')
  return (pointer: string, value: unknown): string[] => {
    const validate = ajv.compile({ $ref: `contract${pointer}` })
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

const list = <T>(value: T | T[] | undefined): T[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** T3's rule, implemented independently of the SDK: a missing code differs from every number. */
export function isRejected({ operation }: Call, code: number | undefined): boolean {
  const { codes, from, except } = operation['x-validity'].reject
  if (except) return code === undefined || !except.includes(code)
  return code !== undefined && ((codes ?? []).includes(code) || (from !== undefined && code >= from))
}

export interface ExpectedFailure {
  name: string
  outcome: string
  kind: 'business' | 'technical'
  code: number | undefined
  status: number
}
/** Returns the failure of an answer, computed independently of the SDK; undefined for a success. */
export function failureOf(document: Contract, call: Call, status: number, body: unknown): ExpectedFailure | undefined {
  const code = codeOf(body)
  const good = status === 200
  if (good && !isRejected(call, code)) return undefined
  const own = call.operation['x-failures']
  const means = (http: number | string) => String(http) === String(status) || http === `${String(status)[0]}XX`
  const listed = own.find(
    (entry) =>
      (entry.http === undefined ? good && entry.code !== undefined : list(entry.http).some(means)) &&
      (entry.code === undefined || list(entry.code).some((one) => one === code)),
  )
  if (listed && status !== 401 && status !== 403)
    return { name: listed.name, outcome: listed.outcome, kind: status >= 500 ? 'technical' : 'business', code, status }
  const common: Record<number, string> = {
    200: 'unknownCode',
    401: 'unauthorized',
    403: 'unauthorized',
    429: 'tooManyRequests',
  }
  const name = common[status] ?? 'unexpectedStatus'
  return {
    name,
    outcome: outcomeOf(document, call, name),
    kind: ['unexpectedStatus', 'tooManyRequests'].includes(name) ? 'technical' : 'business',
    code,
    status,
  }
}

/** Returns the outcome of a failure of a call, by its name: the call's own, otherwise the root's. */
export function outcomeOf(document: Contract, { operation }: Call, name: string): string {
  const entry = [...operation['x-failures'], ...document['x-failures']].find((one) => one.name === name)
  if (!entry) throw new Error(`the root lists no ${name}`)
  return entry.outcome
}
