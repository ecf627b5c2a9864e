import { jsonOf, readAnswer } from './answer.ts'
import { PaketError } from './failure.ts'
import { judge as judgeAnswer, type JudgeOptions } from './judge.ts'
import type { Operation, OperationId } from './operation.ts'
import type { Result } from './result.ts'

export type { JudgeOptions } from './judge.ts'

/**
 * Judges an answer that another client has read, as a call of ours does: `judge(createOrder, data ?? error, response)` with the constants of
 * `@paket/sdk/operations`. `body`: the parsed JSON, undefined when there was none. A token that the server echoes is not redacted here.
 */
export function judge<Id extends OperationId>(
  operation: Operation & { readonly id: Id },
  body: unknown,
  response: Response,
  options: JudgeOptions = {},
): Result<Id> {
  // Types and failures of an operation are generated from the same contract.
  return judgeAnswer(operation, readAnswer(body, response), options) as Result<Id>
}

/**
 * A response interceptor for the client of hey-api: `client.interceptors.response.use(judgeResponses(operations))`. An answer that the contract calls a
 * failure becomes a PaketError: the `error` of its fields, or thrown where `throwOnError` is set. Paths that no operation has pass through.
 */
export function judgeResponses(
  operations: Readonly<Record<string, Operation | string>>,
  options?: JudgeOptions,
): (response: Response, request: unknown, hey: { url: string }) => Promise<Response> {
  const byPath = new Map(
    Object.values(operations).flatMap((each) => (typeof each === 'string' ? [] : [[each.path, each] as const])),
  )
  return async (response, _request, { url }) => {
    const operation = byPath.get(url)
    if (!operation) return response
    const result = judge(operation, jsonOf(await response.clone().text()), response, options)
    if (result.ok) return response
    throw new PaketError<OperationId>(result.failure)
  }
}
