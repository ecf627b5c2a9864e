import { isRedirect, isRefused, jsonOf, type ReadAnswer, readAnswer } from './answer.ts'
import { createDeadline } from './deadline.ts'
import { type AnyResult, failCommon, judge } from './judge.ts'
import type { CommonName, Operation } from './operation.ts'
import type { ClientOptions, MoneyCallOptions } from './options.ts'
import { report } from './report.ts'
import { addedHeaders, notify } from './telemetry.ts'
import { awaitToken, isPending, type TokenResult, tokenSource, TokenUnavailable } from './token.ts'
import { createSend, DEFAULT_MAX_BYTES, discard, networkProblem, type Problem, readText } from './transport.ts'

export type Call = (operation: Operation, body: unknown, options?: MoneyCallOptions) => Promise<AnyResult>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** How long to wait for the body of a final 401 or 403: only its message is of interest. */
const REFUSAL_MS = 1000

/** Creates the function that every call goes through: token, transport, one retry after a refusal, validity rule, failure. */
export function createCall(options: ClientOptions): Call {
  const { auth, on, now = () => performance.now(), maxBytes = DEFAULT_MAX_BYTES } = options
  const send = createSend(options.baseUrl, options.fetch)
  const tokens = tokenSource(options)
  let calls = 0

  return async (operation, content, { signal, timeoutMs = options.timeoutMs ?? 30_000, idempotencyKey: key } = {}) => {
    const { id, anonymous } = operation
    const call = ++calls
    const deadline = createDeadline(signal, timeoutMs)
    const common = (name: CommonName, more?: Partial<ReadAnswer>) => failCommon(operation, name, options, more)

    /** Sends one request and waits for the head of its answer. `finish` reads its body or cancels it, and emits the event, once. */
    async function attempt(body: string | null, token: string | null, nth: number) {
      const event = { operation: id, call, attempt: nth }
      const headers = {
        ...(on?.request && addedHeaders((added) => on.request?.({ ...event, path: operation.path, headers: added }))),
        ...(operation.headers ?? { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        // A string of structured fields (RFC 9651) is quoted.
        ...(key && { 'Idempotency-Key': `"${key}"` }),
      }
      let startedAt = 0
      if (on?.response) notify(() => void (startedAt = now()))
      const { response, requestId, problem } = await send(operation, { headers, body }, token, deadline)
      deadline.throwIfAborted()
      let isEnded = !response
      async function finish(wantsBody: boolean): Promise<{ text?: string | null; problem?: Problem }> {
        if (isEnded || !response) return {}
        isEnded = true
        let read = {}
        if (wantsBody)
          try {
            read = { text: await readText(response, maxBytes, deadline) }
          } catch (error) {
            read = { problem: networkProblem(error, token) }
          }
        else discard(response)
        const { status } = response
        notify(() => on?.response?.({ ...event, status, requestId, durationMs: now() - startedAt }))
        deadline.throwIfAborted()
        return read
      }
      return { response, requestId, problem, token, finish, isRefused: isRefused(response?.status) }
    }

    let answer: Awaited<ReturnType<typeof attempt>> | undefined
    try {
      if (key !== undefined && !uuid.test(key)) throw new TypeError(`${id}: idempotencyKey must be a UUID`)
      const body = (operation.encode ?? JSON.stringify)(content)
      try {
        const pending: TokenResult | Promise<TokenResult> = anonymous ? tokens.current() : tokens.forCall()
        const token = (isPending(pending) ? await awaitToken(pending, deadline) : pending) || null
        if (token instanceof TokenUnavailable) return common('notSent', token)
        if (!token && !anonymous) return common('unauthorized')
        answer = await attempt(body, token, 1)
        if (token && !anonymous && answer.isRefused) {
          // A refresh needs only the status; a body that hangs would use up the deadline.
          if (auth.refresh) await answer.finish(false)
          const renewed = (await awaitToken(tokens.replace(token), deadline)) || null
          if (renewed instanceof TokenUnavailable) return common('notSent', renewed)
          if (renewed) {
            await answer.finish(false)
            answer = await attempt(body, renewed, 2)
          }
        }
        const { response } = answer
        if (answer.isRefused) deadline.restart(REFUSAL_MS)
        const { text, problem } = await answer.finish(response !== undefined && !isRedirect(response))
        if (!response) return deadline.expired() ? common('timeOut') : common('noConnection', answer.problem)
        tokens.noteServerTime(response)
        const read = {
          ...readAnswer(jsonOf(text), response, answer.requestId, answer.token, problem?.cause),
          ...operation.read?.(text, response.status),
        }
        // The body of a refusal may have been cut: its status says all.
        return !answer.isRefused && deadline.expired() ? common('timeOut') : judge(operation, read, options)
      } catch (error) {
        deadline.throwIfAborted()
        report(error)
        // A request that the server refused was not executed.
        return common(answer && !answer.isRefused ? 'noConnection' : 'notSent', { cause: error })
      }
    } finally {
      deadline.clear()
    }
  }
}
