import { isRefused, type ReadAnswer } from './answer.ts'
import { type AnyFailure, docsOf, keepCause } from './failure.ts'
import type { Outcome } from './generated/outcomes.gen.ts'
import type { CommonName, Operation } from './operation.ts'
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
  if (good && (body === undefined || answer.hasOddCode)) return common('malformed')
  if (!good || rejects(operation.reject, code)) {
    const listed = listedFailure(operation, status, code)
    if (listed) return fail(operation, listed, status < 500, options, answer)
    if (good) return common('unknownCode')
    return common(status === 429 ? 'tooManyRequests' : 'unexpectedStatus')
  }
  if (!operation.require.every((path) => has(body, path))) return common('malformed')
  let differences: string[] | undefined
  try {
    differences = options.schemas?.(operation.id, body)
  } catch (cause) {
    report(cause)
    return common('malformed', { ...answer, cause })
  }
  if (differences?.length) {
    const event = { operation: operation.id, differences }
    notify(() => options.on?.drift?.(event))
    if (options.strict) return common('malformed')
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
  const isBusiness = name === 'unauthorized' || name === 'unknownCode'
  return fail(operation, { name, outcome: operation.common[name] }, isBusiness, options, answer)
}

function fail(
  { id }: Operation,
  { name, outcome }: { readonly name: string; readonly outcome: Outcome },
  isBusiness: boolean,
  { docs, on }: JudgeOptions,
  { code, status, requestId, retryAfterMs, message, cause }: Partial<ReadAnswer> = {},
): AnyResult {
  const event = {
    operation: id,
    name,
    outcome,
    kind: isBusiness ? ('business' as const) : ('technical' as const),
    code,
    status,
    requestId,
    retryAfterMs,
    docs: docsOf(id, name, docs),
  }
  const failure: AnyFailure = Object.freeze({ ...event, message })
  keepCause(failure, cause)
  notify(() => on?.failure?.(event))
  return { ok: false, failure }
}
