import { isRefused, type ReadAnswer } from './answer.ts'
import type { Outcome } from './generated/outcomes.gen.ts'
import { type AnyFailure, causes, docsOf } from './failure.ts'
import type { CommonName, FailureEntry, Operation } from './operation.ts'
import type { ClientOptions } from './options.ts'
import { report } from './report.ts'
import { type FailureEvent, notify } from './telemetry.ts'
import { has, isGood, listedFailure, rejects } from './validity.ts'

export type AnyResult = { ok: true; data: unknown } | { ok: false; failure: AnyFailure }
/** The client options that judging uses. */
export type JudgeOptions = Pick<ClientOptions, 'docs' | 'on' | 'schemas' | 'strict'>

/** Judges an answer that was read to its end. */
export function judge(operation: Operation, answer: ReadAnswer, options: JudgeOptions): AnyResult {
  const match = failureIn(operation, answer, options)
  return match ? fail(operation, match, options, answer) : { ok: true, data: answer.body }
}

/** Applies the validity rule, the listed failures and the schemas: the failure that an answer is, if any. */
function failureIn(
  operation: Operation,
  answer: ReadAnswer,
  { schemas, on, strict }: JudgeOptions,
): CommonName | FailureEntry | undefined {
  const { code, status, body } = answer
  if (isRefused(status)) return 'unauthorized'
  const isSuccess = isGood(status)
  if (isSuccess && body === undefined) {
    answer.message ||= 'code is no number'
    return 'malformed'
  }
  if (!isSuccess || rejects(operation.reject, code))
    return (
      listedFailure(operation, status, code) ??
      (isSuccess ? 'unknownCode' : status === 429 ? 'tooManyRequests' : 'unexpectedStatus')
    )
  for (const path of operation.require) {
    if (has(body, path)) continue
    answer.message = `${path} is missing`
    return 'malformed'
  }
  try {
    const differences = schemas?.(operation.id, body)
    if (!differences?.length) return undefined
    void notify(() => on?.drift?.({ operation: operation.id, differences }))
    if (!strict) return undefined
    answer.message = differences[0]
  } catch (error) {
    report(error)
  }
  return 'malformed'
}

const outcomeOf = (common: Operation['common'], name: CommonName) =>
  (Object.keys(common) as Outcome[]).find((outcome) => common[outcome]?.includes(name)) as Outcome

/** Makes a failure: a listed one, or a common one by its name. */
export function fail(
  { id, common }: Operation,
  failed: CommonName | FailureEntry,
  { docs, on }: JudgeOptions,
  { code, status, requestId, retryAfterMs, message, cause, token }: Partial<ReadAnswer> = {},
): AnyResult {
  const isCommon = typeof failed === 'string'
  const { name, outcome } = isCommon ? { name: failed, outcome: outcomeOf(common, failed) } : failed
  const event = {
    operation: id,
    name,
    outcome,
    kind: (isCommon ? ['unauthorized', 'unknownCode'].includes(name) : (status as number) < 500)
      ? ('business' as const)
      : ('technical' as const),
    code,
    status,
    requestId,
    retryAfterMs,
    docs: docsOf(id, name, docs),
  }
  const failure: AnyFailure = Object.freeze({ ...event, message })
  causes.set(failure, { cause, token })
  // The entries of the operation have its names.
  void notify(() => on?.failure?.(event as FailureEvent))
  return { ok: false, failure }
}
