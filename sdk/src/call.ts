import { isRedirect, isRefusal, type ReadAnswer, readAnswer } from './answer.ts'
import { type End, endOf } from './deadline.ts'
import { type AnyFailure, docsOf, type FailureKind, keepCause } from './failure.ts'
import type { Outcome } from './generated/outcomes.gen.ts'
import type { CommonName, Operation, OperationId, OperationOf } from './operation.ts'
import { report } from './report.ts'
import { type Auth, isPending, Lost, type RefreshEvent, type Supply, tokenSource } from './token.ts'
import { type Asked, createTransport, DEFAULT_MAX_BYTES, discard } from './transport.ts'
import { has, listedFailure, rejects } from './validity.ts'

/** What a client is made of. */
export interface ClientOptions {
  /** Address of the contract's base path, absolute or, in a page, on its origin: `/bff/api`. One that cannot be throws here. */
  baseUrl: string
  /** Where tokens come from. Clients that are given the same object share one refresh. */
  auth: Auth
  /**
   * Default: the platform's `fetch`. Called with an address and an init, never with a Request. One that does not honour `init.signal` ends no
   * later for it, and one that does not honour `init.redirect` sends an order wherever it is told to.
   */
  fetch?: typeof globalThis.fetch
  /** How long a request may take, body included, in milliseconds; the wait for its token has as long again, 30 s at most. Default: 30 000. */
  timeoutMs?: number
  /** How large the body of an answer may be, in bytes: 8 MB unless you say otherwise. A larger one is given up, and `malformed`. */
  maxBytes?: number
  /** Told of calls and their ends, for logs and metrics. No token and no text of a server is in it. What a listener throws goes to the console. */
  on?: Listeners
  /** From the `schemas` entry: what differs between an answer and its schema. Reported to `on.drift`. */
  schemas?: (operation: OperationId, data: unknown) => string[]
  /** With `schemas`: an answer that differs from its schema is the failure `malformed`. */
  strict?: boolean
  /** Where your copy of the error catalogue is, for `failure.docs`: `https://docs.example/errors.html`. Default: the contract's address. */
  docs?: string
  /** A clock that is never set, in milliseconds from whenever: lives of tokens and pauses are measured with it. Default: performance.now. */
  now?: () => number
}
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Instead of the client's. */
  timeoutMs?: number
}
/** What a call that moves money takes besides. */
export interface MoneyCallOptions extends CallOptions {
  /**
   * A UUID per intent of the user (`crypto.randomUUID()`), sent as `Idempotency-Key`: the same whenever the same intent is tried again, another
   * once the user decides anew. The call rejects with a TypeError when it is no UUID.
   */
  idempotencyKey?: string | undefined
}
/** What this call takes. */
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
/** A failure as listeners hear of it: without what the server or the network said. */
export type FailureEvent = Omit<AnyFailure, 'message'>
export type AnyResult = { ok: true; data: unknown } | { ok: false; failure: AnyFailure }
export type Call = (operation: Operation, body: unknown, options?: MoneyCallOptions) => Promise<AnyResult>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** T7: under so much left, a token is refreshed before the call. */
const TOKEN_MARGIN_MS = 10_000
/** What a last refusal says is worth so long a wait; its status says the rest. */
const REFUSAL_MS = 1000
/** T7: so long a host may take to give a new token. */
const REFRESH_TIMEOUT_MS = 30_000

/** Makes the one function that every call goes through: token, transport, one repeat, rule, failure. */
export function createCall(options: ClientOptions): Call {
  const { auth, on, schemas, strict, now = () => performance.now(), maxBytes = DEFAULT_MAX_BYTES } = options
  const { send, read } = createTransport(options.baseUrl, options.fetch, maxBytes)
  const tell = (listen: () => unknown) => {
    try {
      const heard = listen()
      // Listeners may be async, though they are not waited for.
      if (typeof heard === 'object') Promise.resolve(heard).catch(report)
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
    onRefresh: (event) => tell(() => on?.refresh?.(event)),
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
    tell(() => on?.failure?.(event))
    return { ok: false, failure }
  }
  /** A failure that every call has. Two of them are the server's no. */
  const common = (operation: Operation, name: CommonName, more?: Partial<ReadAnswer>) => {
    const kind = name === 'unauthorized' || name === 'unknownCode' ? 'business' : 'technical'
    return fail(operation, name, operation.common[name], kind, more)
  }

  function judge(operation: Operation, answer: ReadAnswer): AnyResult {
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
      tell(() => on?.drift?.(event))
      if (strict) return common(operation, 'malformed', answer)
    }
    return { ok: true, data: body }
  }

  /** One request, and the head of its answer. */
  async function attempt(asked: Asked, token: string | null, nth: number) {
    const { operation, end } = asked
    tell(() => on?.request?.({ operation: operation.id, attempt: nth }))
    let startedAt = 0
    if (on?.response) tell(() => void (startedAt = now()))
    const answer = await send(asked, token)
    end.throwIfGivenUp()
    return { ...answer, asked, nth, startedAt, token, isEnded: false }
  }
  type Attempt = Awaited<ReturnType<typeof attempt>>

  /** The end of an attempt, once: with its body, or without where nobody needs it. */
  async function finish(answer: Attempt, wantsBody: boolean): Promise<void> {
    const { asked, response, nth, startedAt, requestId } = answer
    if (!response || answer.isEnded) return
    answer.isEnded = true
    if (wantsBody) await read(answer, asked.end)
    else discard(response)
    const { status } = response
    const operation = asked.operation.id
    tell(() => on?.response?.({ operation, attempt: nth, status, durationMs: now() - startedAt, requestId }))
    asked.end.throwIfGivenUp()
  }

  /** A token that is waited for has a time of its own: a request that begins with a second left would be cut, and its order be in doubt. */
  async function waitFor(supply: Promise<Supply>, end: End): Promise<Supply> {
    end.restart(REFRESH_TIMEOUT_MS)
    const token = await end.race(supply)
    end.restart()
    return token
  }

  async function ask(asked: Asked): Promise<AnyResult> {
    const { operation, end } = asked
    let answer: Attempt | undefined
    try {
      const supply: Supply | Promise<Supply> = operation.anonymous ? tokens.current() : tokens.forCall()
      const token = (isPending(supply) ? await waitFor(supply, end) : supply) || null
      if (token instanceof Lost) return common(operation, 'notSent', token)
      if (!token && !operation.anonymous) return common(operation, 'unauthorized')
      answer = await attempt(asked, token, 1)
      if (token && !operation.anonymous && isRefusal(answer)) {
        // The status says all that a refresh needs: a body that hangs would cost the whole time.
        if (auth.refresh) await finish(answer, false)
        const renewed = (await waitFor(tokens.after(token), end)) || null
        if (renewed instanceof Lost) return common(operation, 'notSent', renewed)
        if (renewed) {
          await finish(answer, false)
          answer = await attempt(asked, renewed, 2)
        }
      }
      if (isRefusal(answer)) end.restart(REFUSAL_MS)
      await finish(answer, !isRedirect(answer))
      const { response } = answer
      if (!response && !end.isLate())
        return common(operation, 'noConnection', { message: answer.trouble, cause: answer.cause })
      if (!response) return common(operation, 'timeOut')
      tokens.noteServerTime(response)
      const said = readAnswer(answer, response)
      if (isRefusal(answer)) return common(operation, 'unauthorized', said)
      if (end.isLate()) return common(operation, 'timeOut')
      return judge(operation, said)
    } catch (error) {
      end.throwIfGivenUp()
      report(error)
      // What a server has refused it has not done.
      const isSent = answer !== undefined && !isRefusal(answer)
      return common(operation, isSent ? 'noConnection' : 'notSent', { cause: error })
    }
  }

  return async (operation, body, callOptions) => {
    const end = endOf(callOptions?.signal, callOptions?.timeoutMs ?? options.timeoutMs ?? 30_000)
    try {
      const key = callOptions?.idempotencyKey
      if (key !== undefined && !uuid.test(key)) throw new TypeError(`${operation.id}: idempotencyKey must be a UUID`)
      return await ask({ operation, body: JSON.stringify(body), key, end })
    } finally {
      end.clear()
    }
  }
}
