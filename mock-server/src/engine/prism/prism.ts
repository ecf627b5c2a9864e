import { createLogger } from '@stoplight/prism-core'
import { createInstance } from '@stoplight/prism-http'
import { isRight } from 'fp-ts/lib/Either.js'
import type { Example } from '@paket/contract'
import type { Violation } from '#engine/contract/violation.ts'
import { prismOperations } from './prism-operations.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'

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
  const operations = await prismOperations(contract.document)
  const prism = createInstance(config, { logger: createLogger('mock', { level: 'silent' }) })
  return async function ask(
    operation: Operation,
    body: unknown,
    example: Example,
  ): Promise<{ body: unknown; violations: Violation[] }> {
    const request = {
      method: 'post' as const,
      url: { path: operation.path, query: {} },
      headers: { 'content-type': 'application/json' },
      body,
    }
    const mock = { dynamic: false, exampleKey: example.name, code: example.status }
    const answer = await prism.request(request, operations, { ...config, mock })()
    if (!isRight(answer)) {
      // A call that documents no refusal of a wrong request has no example to give: the schema itself says what is wrong.
      const broken = contract.requestViolations(operation, body)
      if (broken.length === 0) throw answer.left
      return { body: undefined, violations: broken }
    }
    const { output, validations } = answer.right
    if (validations.input.length === 0) return { body: output.body, violations: [] }
    // Prism says that it breaks; the schema itself says it in better words.
    const named = contract.requestViolations(operation, body)
    return {
      body: output.body,
      violations:
        named.length > 0
          ? named
          : validations.input.map(({ path = ['body'], message }) => ({ field: path.join('.'), message })),
    }
  }
}
export type AskPrism = Awaited<ReturnType<typeof createPrism>>
