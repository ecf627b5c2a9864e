import type { ServerResponse } from 'node:http'
import { createLogger } from '@stoplight/prism-core'
import { createInstance, type IHttpConfig, ProblemJsonError } from '@stoplight/prism-http'
import { isRight } from 'fp-ts/lib/Either.js'
import { prismOperations } from './prism-operations.ts'
import { Problem, sendJson } from '#engine/http/http.ts'

const config = {
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  isProxy: false as const,
  upstreamProxy: undefined,
  mock: { dynamic: false },
}
export interface PlainRequest {
  method: 'get' | 'post'
  url: { path: string; query: Record<string, string> }
  headers: Record<string, string | string[] | undefined>
  body?: unknown
}

/**
 * Prism alone for a description: no users, no state. `Prefer: code=422` and `Prefer: example=employee` select the
 * answer.
 */
export async function plainPrism(document: object) {
  const operations = await prismOperations(document)
  const prism = createInstance(config, { logger: createLogger('mock', { level: 'silent' }) })
  return async function answer({ headers, ...request }: PlainRequest, response: ServerResponse): Promise<void> {
    const mock = preferred(headers['prefer'])
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const result = await prism.request({ ...request, headers: texts }, operations, { ...config, mock })()
    if (isRight(result)) {
      const { statusCode, body, headers: sent = {} } = result.right.output
      for (const [name, value] of Object.entries(sent)) response.setHeader(name, value)
      return sendJson(response, statusCode, body)
    }
    const { status, ...problem } = ProblemJsonError.toProblemJson(result.left)
    sendJson(response, status, { ...problem, status }, 'application/problem+json')
  }
}

/** Parses a `Prefer` header (RFC 7240): `code=422, example=name`. */
function preferred(header: string | string[] | undefined): IHttpConfig['mock'] {
  const given = [header ?? []].flat().flatMap((line) => line.split(/[,;]/))
  const pairs = given.map((pair) => pair.split('=').map((part) => part.trim().replaceAll('"', '')))
  const asked = Object.fromEntries(pairs) as { code?: string; example?: string }
  const { code, example } = asked
  if (code !== undefined && !/^\d{3}$/.test(code))
    throw new Problem(400, 'Invalid Prefer header', `Prefer: code must be an HTTP status, got ${code}`)
  return {
    dynamic: false,
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
  }
}
