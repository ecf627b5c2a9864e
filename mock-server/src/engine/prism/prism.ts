import type { IncomingHttpHeaders } from 'node:http'
import { createLogger } from '@stoplight/prism-core'
import { createInstance } from '@stoplight/prism-http'
import { isRight } from 'fp-ts/lib/Either.js'
import type { Example } from '@paket/contract'
import type { Violation } from '#engine/contract/violation.ts'
import { prismOperations } from './prism-operations.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { partsOf } from '#engine/contract/find-call.ts'
import { isJson } from '#engine/http/media.ts'

const config = {
  // Who calls is known before; an answer is proved with its overlay, after Prism.
  checkSecurity: false,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  isProxy: false as const,
  upstreamProxy: undefined,
  mock: { dynamic: false },
}

/** Prism, in this process: gives an example for a request and says what the request breaks. */
export async function createPrism(contract: Contract) {
  const all = await prismOperations(contract.document)
  // Which call it is, is known: Prism would compare the path with each of them.
  const only = new Map(
    contract.operations.map(({ id, method, path }) => [
      id,
      all.filter((each) => each.method === method && each.path === path),
    ]),
  )
  const prism = createInstance(config, { logger: createLogger('mock', { level: 'silent' }) })
  return async function ask(
    operation: Operation,
    { body, url, headers }: Asked,
    example: Example,
  ): Promise<PrismAnswer> {
    const request = {
      method: operation.method,
      url: partsOf(url),
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
    const answer = await prism.request(request, only.get(operation.id) ?? all, { ...config, mock })()
    if (!isRight(answer)) {
      // A call that documents no refusal of a wrong request has no example to give: the schema itself says what is wrong.
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
    // Prism says that it breaks; the schema itself says it in better words.
    const named = isJson(request.headers['content-type']) ? contract.requestViolations(operation, body) : []
    return {
      body: contract.isForeign ? example.value : output.body,
      violations:
        named.length > 0
          ? named
          : validations.input.map(({ path = ['body'], message }) => ({ field: path.join('.'), message })),
    }
  }
}
interface PrismAnswer {
  body: unknown
  violations: Violation[]
  /** Of a foreign contract: the headers that it describes. */
  headers?: Readonly<Record<string, string>>
}
/** A request as it came. */
interface Asked {
  body: unknown
  /** The path below the base, with its query. */
  url: string
  headers: IncomingHttpHeaders
}
/** All but what is wanted of the answer: that is chosen already. */
const textsOf = ({ accept: _, prefer: __, ...headers }: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
const withoutType = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'))
/** What a refusal of Prism's own says that the request breaks. */
function reportedBy(
  error: Error & { additional?: { validation?: { location?: string[]; message: string }[] } },
): Violation[] {
  return (error.additional?.validation ?? []).map(({ location = [], message }) => ({
    field: location.join('.'),
    message,
  }))
}
export type AskPrism = Awaited<ReturnType<typeof createPrism>>
