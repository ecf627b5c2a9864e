import { isRedirect, isRefusal, type ReadAnswer, readAnswer } from './answer.ts'
import { type Deadline, createDeadline } from './deadline.ts'
import { type AnyFailure, docsOf, type FailureKind, keepCause } from './failure.ts'
import type { Outcome } from './generated/outcomes.gen.ts'
import type { CommonName, Operation, OperationId, OperationOf } from './operation.ts'
import { report } from './report.ts'
import { type Auth, isPending, TokenUnavailable, type RefreshEvent, type TokenResult, tokenSource } from './token.ts'
import { type CallRequest, createTransport, DEFAULT_MAX_BYTES, discard } from './transport.ts'
import { has, listedFailure, rejects } from './validity.ts'

/** Options of a client. */
export interface ClientOptions {
  /** Address of the contract's base path: absolute or, in a page, relative to its origin (`/bff/api`). Throws when it is invalid. */
  baseUrl: string
  /** Where tokens come from. Clients with the same object share one refresh. */
  auth: Auth
  /**
   * Default: the platform's `fetch`. Called with an address and an init, never with a Request. A call ends at its deadline even when your `fetch`
   * ignores `init.signal`; one that ignores `init.redirect` may send an order to another address.
   */
  fetch?: typeof globalThis.fetch
  /** Timeout of a request with its answer, in milliseconds; waiting for its token has the same timeout again, at most 30 s. Default: 30 000. */
  timeoutMs?: number
  /** Limit of an answer's body, in bytes. A larger one is cancelled and `malformed`. Default: 8 MB. */
  maxBytes?: number
  /** Events of calls, for logs and metrics, without tokens and texts of a server. What a listener throws goes to the console. */
  on?: Listeners
  /** From the `schemas` entry: lists where an answer differs from its schema, for `on.drift`. */
  schemas?: (operation: OperationId, data: unknown) => string[]
  /** With `schemas`: an answer that differs from its schema is the failure `malformed`. */
  strict?: boolean
  /** Address of your copy of the error catalogue, for `failure.docs`: `https://docs.example/errors.html`. Default: the contract's address. */
  docs?: string
  /** A monotonic clock in milliseconds, for token lifetimes, backoff and durations. Default: performance.now. */
  now?: () => number
}
export interface CallOptions {
  /** Aborts the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Overrides the client's timeout. */
  timeoutMs?: number
}
/** Options of a call that moves money. */
export interface MoneyCallOptions extends CallOptions {
  /**
   * A UUID per intent of the user (`crypto.randomUUID()`), sent as `Idempotency-Key`: reuse it to retry the same intent, make a new one
   * for a new decision. The call rejects with a TypeError when it is not a UUID.
   */
  idempotencyKey?: string | undefined
}
/** Options of this call. */
export type OptionsOf<Id extends OperationId> =
  OperationOf<Id> extends { readonly idempotencyKey: string } ? MoneyCallOptions : CallOptions
export interface Listeners {
  request?: (event: { operation: OperationId; attempt: number }) => void
  response?(event: {
    operation: OperationId
    attempt: number
    status: number
    durationMs: number
    requestId: string | undefined
  }): void
  failure?(failure: FailureEvent): void
  refresh?(event: RefreshEvent): void
  drift?(event: { operation: OperationId; differences: string[] }): void
}
/** A failure as an event: without the message of the server or the network. */
export type FailureEvent = Omit<AnyFailure, 'message'>
export type AnyResult = { ok: true; data: unknown } | { ok: false; failure: AnyFailure }
export type Call = (operation: Operation, body: unknown, options?: MoneyCallOptions) => Promise<AnyResult>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** T7: a token that expires sooner than this is refreshed before the call. */
const TOKEN_MARGIN_MS = 10_000
/** How long to wait for the body of a final 401 or 403: only its message is of interest. */
const REFUSAL_MS = 1000
/** T7: the timeout of getting a token. */
const REFRESH_TIMEOUT_MS = 30_000

/** Creates the function that every call goes through: token, transport, one retry after a refusal, validity rule, failure. */
export function createCall(options: ClientOptions): Call {
  const { auth, on, schemas, strict, now = () => performance.now(), maxBytes = DEFAULT_MAX_BYTES } = options
  const { send, read } = createTransport(options.baseUrl, options.fetch, maxBytes)
  const notify = (listen: () => unknown) => {
    try {
      const returned = listen()
      // Async listeners are not awaited.
      if (typeof returned === 'object') Promise.resolve(returned).catch(report)
    } catch (error) {
      report(error)
    }
  }
  const locks = 'document' in globalThis ? globalThis.navigator.locks : undefined
  const tokens = tokenSource({
    auth,
    now,
    marginMs: TOKEN_MARGIN_MS,
    refreshTimeoutMs: REFRESH_TIMEOUT_MS,
    lockName: `paket:${options.baseUrl}`,
    locks,
    onRefresh: (event) => notify(() => on?.refresh?.(event)),
  })

  function fail(
    operation: Operation,
    name: string,
    outcome: Outcome,
    kind: FailureKind,
    { code, status, requestId, message, cause }: Partial<ReadAnswer> = {},
  ): AnyResult {
    const docs = docsOf(operation.id, name, options.docs)
    const event: FailureEvent = { operation: operation.id, name, outcome, kind, code, status, requestId, docs }
    const failure: AnyFailure = Object.freeze({ ...event, message })
    keepCause(failure, cause)
    notify(() => on?.failure?.(event))
    return { ok: false, failure }
  }
  /** Makes a failure that every call has. Two of them are business failures. */
  const common = (operation: Operation, name: CommonName, more?: Partial<ReadAnswer>) => {
    const kind = name === 'unauthorized' || name === 'unknownCode' ? 'business' : 'technical'
    return fail(operation, name, operation.common[name], kind, more)
  }

  /** Applies the validity rule, the listed failures and the schemas to an answer. */
  function interpret(operation: Operation, answer: ReadAnswer): AnyResult {
    const { status, code, body } = answer
    const isGood = status >= 200 && status < 300
    if (isGood && (body === undefined || answer.hasOddCode)) return common(operation, 'malformed', answer)
    if (!isGood || rejects(operation.reject, code)) {
      const listed = listedFailure(operation, status, code)
      if (listed) return fail(operation, listed.name, listed.outcome, status >= 500 ? 'technical' : 'business', answer)
      if (isGood) return common(operation, 'unknownCode', answer)
      return common(operation, status === 429 ? 'tooManyRequests' : 'unexpectedStatus', answer)
    }
    if (!body || !operation.require.every((path) => has(body, path))) return common(operation, 'malformed', answer)
    let differences: string[] | undefined
    try {
      differences = schemas?.(operation.id, body)
    } catch (cause) {
      report(cause)
      return common(operation, 'malformed', { ...answer, cause })
    }
    if (differences?.length) {
      const event = { operation: operation.id, differences }
      notify(() => on?.drift?.(event))
      if (strict) return common(operation, 'malformed', answer)
    }
    return { ok: true, data: body }
  }

  /** Sends one request and waits for the head of its answer. */
  async function attempt(request: CallRequest, token: string | null, nth: number) {
    const { operation, deadline } = request
    notify(() => on?.request?.({ operation: operation.id, attempt: nth }))
    let startedAt = 0
    if (on?.response) notify(() => void (startedAt = now()))
    const answer = await send(request, token)
    deadline.throwIfAborted()
    return { ...answer, request, nth, startedAt, token, isEnded: false }
  }
  type Attempt = Awaited<ReturnType<typeof attempt>>

  /** Finishes an attempt once: reads its body or cancels it, and emits the event. */
  async function finish(answer: Attempt, wantsBody: boolean): Promise<void> {
    const { request, response, nth, startedAt, requestId } = answer
    if (!response || answer.isEnded) return
    answer.isEnded = true
    if (wantsBody) await read(answer, request.deadline)
    else discard(response)
    const { status } = response
    const operation = request.operation.id
    notify(() => on?.response?.({ operation, attempt: nth, status, durationMs: now() - startedAt, requestId }))
    request.deadline.throwIfAborted()
  }

  /** Waits for a token with a deadline of its own: a request that started with a second left would be cut, which leaves its order in doubt. */
  async function awaitToken(pending: Promise<TokenResult>, deadline: Deadline): Promise<TokenResult> {
    deadline.restart(REFRESH_TIMEOUT_MS)
    const token = await deadline.race(pending)
    deadline.restart()
    return token
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
      const parsed = readAnswer(answer, response)
      if (isRefusal(answer)) return common(operation, 'unauthorized', parsed)
      if (deadline.expired()) return common(operation, 'timeOut')
      return interpret(operation, parsed)
    } catch (error) {
      deadline.throwIfAborted()
      report(error)
      // A request that the server refused was not executed.
      const isSent = answer !== undefined && !isRefusal(answer)
      return common(operation, isSent ? 'noConnection' : 'notSent', { cause: error })
    }
  }

  return async (operation, body, callOptions) => {
    const deadline = createDeadline(callOptions?.signal, callOptions?.timeoutMs ?? options.timeoutMs ?? 30_000)
    try {
      const key = callOptions?.idempotencyKey
      if (key !== undefined && !uuid.test(key)) throw new TypeError(`${operation.id}: idempotencyKey must be a UUID`)
      return await perform({ operation, body: JSON.stringify(body), key, deadline })
    } finally {
      deadline.clear()
    }
  }
}
