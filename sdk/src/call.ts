import { isRedirect, isRefusal, type ReadAnswer, readAnswer } from './answer.ts'
import { awaitToken, clientTokens } from './client-tokens.ts'
import { createDeadline } from './deadline.ts'
import { type AnyResult, failCommon, judge } from './judge.ts'
import type { CommonName, Operation } from './operation.ts'
import type { ClientOptions, MoneyCallOptions } from './options.ts'
import { report } from './report.ts'
import { addedHeaders, notify } from './telemetry.ts'
import { isPending, TokenUnavailable, type TokenResult } from './token.ts'
import { type CallRequest, createTransport, DEFAULT_MAX_BYTES, discard } from './transport.ts'

export type Call = (operation: Operation, body: unknown, options?: MoneyCallOptions) => Promise<AnyResult>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** How long to wait for the body of a final 401 or 403: only its message is of interest. */
const REFUSAL_MS = 1000

/** Creates the function that every call goes through: token, transport, one retry after a refusal, validity rule, failure. */
export function createCall(options: ClientOptions): Call {
  const { auth, on, now = () => performance.now(), maxBytes = DEFAULT_MAX_BYTES } = options
  const { send, read } = createTransport(options.baseUrl, options.fetch, maxBytes)
  const tokens = clientTokens(options)

  const common = (operation: Operation, name: CommonName, more?: Partial<ReadAnswer>) =>
    failCommon(operation, name, options, more)

  /** Sends one request and waits for the head of its answer. */
  async function attempt(request: CallRequest, token: string | null, nth: number) {
    const { operation, deadline } = request
    const event = { operation: operation.id, call: request.call, attempt: nth }
    const more = on?.request && addedHeaders((headers) => on.request?.({ ...event, path: operation.path, headers }))
    let startedAt = 0
    if (on?.response) notify(() => void (startedAt = now()))
    const answer = await send(request, token, more)
    deadline.throwIfAborted()
    return { ...answer, request, event, startedAt, token, isEnded: false }
  }
  type Attempt = Awaited<ReturnType<typeof attempt>>

  /** Finishes an attempt once: reads its body or cancels it, and emits the event. */
  async function finish(answer: Attempt, wantsBody: boolean): Promise<void> {
    const { request, response, event, startedAt, requestId } = answer
    if (!response || answer.isEnded) return
    answer.isEnded = true
    if (wantsBody) await read(answer, request.deadline)
    else discard(response)
    const { status } = response
    notify(() => on?.response?.({ ...event, status, requestId, durationMs: now() - startedAt }))
    request.deadline.throwIfAborted()
  }

  async function perform(request: CallRequest): Promise<AnyResult> {
    const { operation, deadline } = request
    let answer: Attempt | undefined
    try {
      const result: TokenResult | Promise<TokenResult> = operation.anonymous ? tokens.current() : tokens.forCall()
      const token = (isPending(result) ? await awaitToken(result, deadline) : result) || null
      if (token instanceof TokenUnavailable) return common(operation, 'notSent', token)
      if (!token && !operation.anonymous) return common(operation, 'unauthorized')
      answer = await attempt(request, token, 1)
      if (token && !operation.anonymous && isRefusal(answer)) {
        // A refresh needs only the status; a body that hangs would use up the deadline.
        if (auth.refresh) await finish(answer, false)
        const renewed = (await awaitToken(tokens.replace(token), deadline)) || null
        if (renewed instanceof TokenUnavailable) return common(operation, 'notSent', renewed)
        if (renewed) {
          await finish(answer, false)
          answer = await attempt(request, renewed, 2)
        }
      }
      if (isRefusal(answer)) deadline.restart(REFUSAL_MS)
      await finish(answer, !isRedirect(answer))
      const { response } = answer
      if (!response && !deadline.expired())
        return common(operation, 'noConnection', { message: answer.problem, cause: answer.cause })
      if (!response) return common(operation, 'timeOut')
      tokens.noteServerTime(response)
      const parsed = readAnswer(answer, response, operation)
      // The body of a refusal may have been cut: its status says all.
      if (!isRefusal(answer) && deadline.expired()) return common(operation, 'timeOut')
      return judge(operation, parsed, options)
    } catch (error) {
      deadline.throwIfAborted()
      report(error)
      // A request that the server refused was not executed.
      const isSent = answer !== undefined && !isRefusal(answer)
      return common(operation, isSent ? 'noConnection' : 'notSent', { cause: error })
    }
  }

  let calls = 0
  return async (operation, body, callOptions) => {
    const call = ++calls
    const deadline = createDeadline(callOptions?.signal, callOptions?.timeoutMs ?? options.timeoutMs ?? 30_000)
    try {
      const key = callOptions?.idempotencyKey
      if (key !== undefined && !uuid.test(key)) throw new TypeError(`${operation.id}: idempotencyKey must be a UUID`)
      return await perform({ operation, body: (operation.encode ?? JSON.stringify)(body), key, deadline, call })
    } finally {
      deadline.clear()
    }
  }
}
