import { isRefused, type ReadAnswer } from './answer.ts'
import { type AnyFailure, type FailureKind, docsOf, keepCause } from './failure.ts'
import type { CommonName, FailureEntry, Operation } from './operation.ts'
import type { ClientOptions } from './options.ts'
import { report } from './report.ts'
import { notify } from './telemetry.ts'
import { has, isGood, listedFailure, rejects } from './validity.ts'

export type AnyResult = { ok: true; data: unknown } | { ok: false; failure: AnyFailure }
/** What of a client's options the judge reads. */
export type JudgeOptions = Pick<ClientOptions, 'docs' | 'on' | 'schemas' | 'strict'>

/** Applies the validity rule, the listed failures and the schemas to an answer that was read to its end. */
export function judge(operation: Operation, answer: ReadAnswer, options: JudgeOptions): AnyResult {
  const { status, code, body } = answer
  const common = (name: CommonName, more = answer) => failCommon(operation, name, options, more)
  if (isRefused(status)) return common('unauthorized')
  const good = isGood(status)
  if (good && body === undefined) return common('malformed')
  if (!good || rejects(operation.reject, code)) {
    const listed = listedFailure(operation, status, code)
    if (listed) return fail(operation, listed, status < 500 ? 'business' : 'technical', options, answer)
    if (good) return common('unknownCode')
    return common(status === 429 ? 'tooManyRequests' : 'unexpectedStatus')
  }
  if (!operation.require.every((path) => has(body, path))) return common('malformed')
  try {
    const differences = options.schemas?.(operation.id, body)
    if (differences?.length) {
      notify(() => options.on?.drift?.({ operation: operation.id, differences }))
      if (options.strict) return common('malformed')
    }
  } catch (cause) {
    report(cause)
    return common('malformed', { ...answer, cause })
  }
  return { ok: true, data: body }
}

/** Makes a failure that every call has. Two of them are business failures. */
export function failCommon(
  operation: Operation,
  name: CommonName,
  options: JudgeOptions,
  answer?: Partial<ReadAnswer>,
): AnyResult {
  const kind = name === 'unauthorized' || name === 'unknownCode' ? 'business' : 'technical'
  return fail(operation, { name, outcome: operation.common[name] }, kind, options, answer)
}

function fail(
  { id }: Operation,
  { name, outcome }: FailureEntry,
  kind: FailureKind,
  { docs, on }: JudgeOptions,
  { code, status, requestId, retryAfterMs, message, cause, token }: Partial<ReadAnswer> = {},
): AnyResult {
  const event = {
    operation: id,
    name,
    outcome,
    kind,
    code,
    status,
    requestId,
    retryAfterMs,
    docs: docsOf(id, name, docs),
  }
  const failure: AnyFailure = Object.freeze({ ...event, message })
  keepCause(failure, cause, token)
  notify(() => on?.failure?.(event))
  return { ok: false, failure }
}
