import { isRedirect, isRefused, jsonOf, type ReadAnswer, readAnswer } from './answer.ts'
import { createDeadline } from './deadline.ts'
import { type AnyResult, failCommon, judge } from './judge.ts'
import type { CommonName, Operation } from './operation.ts'
import type { ClientOptions, MoneyCallOptions } from './options.ts'
import { report } from './report.ts'
import { addedHeaders, notify } from './telemetry.ts'
import { awaitToken, isPending, tokenSource } from './token.ts'
import { createSend, DEFAULT_MAX_BYTES, discard, messageOf, readText, requestIdOf } from './transport.ts'

export type Call = (operation: Operation, body: unknown, options?: MoneyCallOptions) => Promise<AnyResult>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** How long to wait for the body of a final 401 or 403: only its message is of interest. */
const REFUSAL_MS = 1000

/** Creates the function that every call goes through: token, transport, one retry after a refusal, validity rule, failure. */
export function createCall(options: ClientOptions): Call {
  const { auth, on, maxBytes = DEFAULT_MAX_BYTES } = options
  const send = createSend(options.baseUrl, options.fetch)
  function now(): number {
    try {
      return (options.now ?? (() => performance.now()))()
    } catch (error) {
      report(error)
      throw error
    }
  }
  const tokens = tokenSource({ ...options, now })
  let calls = 0

  return async (operation, content, { signal, timeoutMs = options.timeoutMs ?? 30_000, idempotencyKey: key } = {}) => {
    const { id, path, anonymous } = operation
    if (key !== undefined && !uuid.test(key)) throw new TypeError(`${id}: idempotencyKey must be a UUID`)
    const body = (operation.encode ?? JSON.stringify)(content)
    const call = ++calls
    const deadline = createDeadline(signal, timeoutMs)
    const common = (name: CommonName, more?: Partial<ReadAnswer>) => failCommon(operation, name, options, more)
    /** The request whose fate is unknown; undefined where the server has done nothing. */
    let unclear: { token: string | null } | undefined
    let isAnswered = false

    /** Sends one request and judges its answer; sends another one after a refusal, with a new token. */
    async function exchange(token: string | null, attempt: number): Promise<AnyResult> {
      const event = { operation: id, call, attempt }
      const headers = {
        ...(on?.request && addedHeaders((added) => on.request?.({ ...event, path, headers: added }))),
        ...(operation.headers ?? { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        // A string of structured fields (RFC 9651) is quoted.
        ...(key && { 'Idempotency-Key': `"${key}"` }),
      }
      const startedAt = now()
      unclear = { token }
      const response = await send(operation, { headers, body }, deadline)
      if (!response) return common(deadline.expired() ? 'timeOut' : 'noConnection')
      const { status } = response
      const requestId = requestIdOf(response, token)
      const refused = isRefused(status)
      const mayRetry = refused && token && !anonymous && attempt === 1
      const emit = () => notify(() => on?.response?.({ ...event, status, requestId, durationMs: now() - startedAt }))
      if (refused) unclear = undefined
      if (mayRetry) {
        // A refresh needs only the status; a body that hangs would use up the deadline.
        if (auth.refresh) discard(response)
        emit()
        const renewed = await awaitToken(tokens.replace(token, on), deadline)
        if (renewed) {
          discard(response)
          return exchange(renewed, 2)
        }
      }
      if (refused) deadline.restart(REFUSAL_MS)
      isAnswered = true
      let text: string | null = null
      let cause: unknown
      if (isRedirect(response)) discard(response)
      else
        try {
          text = await readText(response, maxBytes, deadline)
        } catch (thrown) {
          cause = thrown
        }
      if (!mayRetry) emit()
      tokens.noteServerTime(response)
      const answer = {
        ...readAnswer(jsonOf(text), response, requestId, token, cause),
        ...operation.read?.(text, status),
      }
      // The body of a refusal may have been cut: its status says all.
      return deadline.expired() && !refused ? common('timeOut') : judge(operation, answer, options)
    }

    try {
      const pending = anonymous ? tokens.current() : tokens.forCall(on)
      // A token that is there is sent at once: what a page that is being left asks for still goes out.
      const token = (isPending(pending) ? await awaitToken(pending, deadline) : pending) || null
      return await (token || anonymous ? exchange(token, 1) : common('unauthorized'))
    } catch (cause) {
      const isLate = deadline.expired()
      if (isAnswered) report(cause)
      if (!unclear) return common('notSent', { cause })
      const { token } = unclear
      return isLate ? common('timeOut') : common('noConnection', { message: messageOf(cause, token), cause, token })
    } finally {
      deadline.clear()
    }
  }
}
