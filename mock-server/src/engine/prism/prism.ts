import type { IncomingHttpHeaders } from 'node:http'
import { createLogger } from '@stoplight/prism-core'
import { createInstance } from '@stoplight/prism-http'
import { isRight } from 'fp-ts/lib/Either.js'
import type { Example } from '@paket/contract'
import type { Violation } from '#engine/contract/violation.ts'
import { type Operations, prismOperations, withEncodedNames, withOwnNames } from './prism-operations.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { partsOf } from '#engine/contract/find-call.ts'
import { isJson } from '#engine/http/media.ts'

const config = {
  // The mock checks the token before Prism, and validates the answer with its overlay after it.
  checkSecurity: false,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  isProxy: false as const,
  upstreamProxy: undefined,
  mock: { dynamic: false },
}

/** Creates Prism in this process. It validates a request and returns the example with the given name. */
export async function createPrism(contract: Contract) {
  const all = await prismOperations(contract.document)
  // The operation is already known, so Prism gets only that one and does not match the path against all of them.
  const only = new Map(
    contract.operations.map(({ id, method, path }) => [
      id,
      all.filter((each) => each.method === method && each.path === path).map(withEncodedNames),
    ]),
  )
  const prism = createInstance(config, { logger: createLogger('mock', { level: 'silent' }) })
  return async function ask(
    operation: Operation,
    { body, url, headers }: ReceivedRequest,
    example: Example,
  ): Promise<PrismAnswer> {
    const own = only.get(operation.id)!
    const parts = partsOf(url)
    const empty = emptyIn(contract, own[0], parts.query)
    if (empty.length > 0) return { body: example.value, violations: empty }
    const request = {
      method: operation.method,
      url: parts,
      headers: {
        ...(contract.isForeign && textsOf(headers)),
        'content-type': headers['content-type'] ?? 'application/json',
      },
      ...(body !== undefined && { body }),
    }
    const mock = {
      dynamic: false,
      code: example.status,
      ...(example.value !== undefined && { exampleKey: example.name }),
    }
    // The same object each time, for which Prism compiles schemas once.
    const asked = Object.values(parts.query).includes('') ? withoutEmpty(own, parts.query) : own
    const answer = await prism.request(request, asked, { ...config, mock })()
    if (!isRight(answer)) {
      // Prism fails when a call documents no answer for an invalid request: validate with the schema itself.
      const broken = isJson(request.headers['content-type']) ? contract.requestViolations(operation, body) : []
      if (contract.isForeign)
        return { body: example.value, violations: broken.length > 0 ? broken : reportedBy(answer.left) }
      if (broken.length === 0) throw answer.left
      return { body: undefined, violations: broken }
    }
    const { output, validations } = answer.right
    if (validations.input.length === 0)
      return contract.isForeign
        ? { body: example.value, violations: [], headers: withoutType(output.headers) }
        : { body: output.body, violations: [] }
    // Prism has found a violation; our own validation describes it better.
    const named = isJson(request.headers['content-type']) ? contract.requestViolations(operation, body) : []
    return {
      body: contract.isForeign ? example.value : output.body,
      violations:
        named.length > 0 ? named : validations.input.map(({ path = ['body'], message }) => violationOf(path, message)),
    }
  }
}
interface PrismAnswer {
  body: unknown
  violations: Violation[]
  /** Headers that a foreign contract describes. */
  headers?: Readonly<Record<string, string>>
}
/** A request as received. */
interface ReceivedRequest {
  body: unknown
  /** The path below the base path, with its query. */
  url: string
  headers: IncomingHttpHeaders
}
/** What a parameter without a value may mean. */
const EMPTY = ['', null, [], {}]
/** Reports query parameters that must have a value and have none. Prism ignores them. */
function emptyIn(
  contract: Contract,
  operation: Operations[number] | undefined,
  query: Record<string, string | string[]>,
): Violation[] {
  return (operation?.request?.query ?? []).flatMap(({ name, schema, allowEmptyValue }) =>
    schema && query[name] === '' && allowEmptyValue !== true && !EMPTY.some((value) => contract.allows(schema, value))
      ? [{ field: `query.${name}`, message: 'must not be empty' }]
      : [],
  )
}
/** Removes the query parameters that are empty and may be so: Prism takes them for missing. */
const withoutEmpty = (operations: Operations, query: Record<string, string | string[]>): Operations =>
  operations.map((operation) => ({
    ...operation,
    request: { ...operation.request, query: operation.request?.query?.filter(({ name }) => query[name] !== '') ?? [] },
  }))
/** Removes the headers that select an answer: it is selected already. */
const textsOf = ({ accept: _, prefer: __, ...headers }: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
const withoutType = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'))
/** Extracts the violations from Prism's own error. */
function reportedBy(
  error: Error & { additional?: { validation?: { location?: string[]; message: string }[] } },
): Violation[] {
  return (error.additional?.validation ?? []).map(({ location = [], message }) => violationOf(location, message))
}
const violationOf = (place: string[], message: string): Violation => ({
  field: withOwnNames(place.join('.')),
  message: withOwnNames(message),
})
export type AskPrism = Awaited<ReturnType<typeof createPrism>>
