import { isRefusal, type ReadAnswer, readAnswer, requestIdOf } from './answer.ts'
import { type End, endOf } from './end.ts'
import { type AnyFailure, docsOf, type FailureKind } from './failure.ts'
import type { Outcome } from './generated/outcomes.gen.ts'
import type { CommonName, Operation, OperationId, OperationOf } from './operation.ts'
import { type Auth, isPending, lost, type RefreshEvent, type Supply, tokenSource } from './token.ts'
import { createSend } from './transport.ts'
import { has, listedFailure, rejects } from './validity.ts'

/** What a client is made of. */
export interface ClientOptions {
  /** Address of the contract's base path, absolute or on the page's origin: `/bff/api`. */
  baseUrl: string
  auth: Auth
  /** Default: the platform's `fetch`. Called with an address and an init, never with a Request; must honour `init.signal`. */
  fetch?: typeof globalThis.fetch
  /** How long a request may take, body included, in milliseconds; the wait for its token has as long again, 30 s at most. Default: 30 000. */
  timeoutMs?: number
  /** Told of calls and their ends, for logs and metrics. Tokens are never passed. What a listener throws goes to the console and ends no call. */
  on?: Listeners
  /** From the `schemas` entry: what differs between an answer and its schema. Reported to `on.drift`. */
  schemas?: (operation: OperationId, data: unknown) => string[]
  /** With `schemas`: an answer that differs from its schema is the failure `malformed`. */
  strict?: boolean
  /** Where your copy of the error catalogue is, for `failure.docs`: `https://docs.example/errors.html`. Default: the contract's address. */
  docs?: string
  /** The clock, in milliseconds since 1970. Default: Date.now. */
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
  failure?(failure: AnyFailure): void
  refresh?(event: RefreshEvent): void
  drift?(event: { operation: OperationId; differences: string[] }): void
}
export type AnyResult = { ok: true; data: unknown } | { ok: false; failure: AnyFailure }
export type Call = (operation: Operation, body: unknown, options?: MoneyCallOptions) => Promise<AnyResult>

/** One call, for all of its requests. */
interface Asked {
  operation: Operation
  body: string
  key: string | undefined
  end: End
}
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** T7: under so much left, a token is refreshed before the call. */
const TOKEN_MARGIN_MS = 10_000
/** T7: so long a host may take to give a new token. */
const REFRESH_TIMEOUT_MS = 30_000

/** Makes the one function that every call goes through: token, transport, one repeat, rule, failure. */
export function createCall(options: ClientOptions): Call {
  const { auth, on, schemas, strict, now = Date.now } = options
  const tell = (listen: () => void) => {
    try {
      listen()
    } catch (error) {
      // A bug of whoever listens: whoever watches the console must see it.
      // oxlint-disable-next-line no-console
      console.error(error)
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
  const send = createSend(options.baseUrl, options.fetch)

  function fail(
    operation: Operation,
    name: string,
    outcome: Outcome,
    kind: FailureKind,
    answer?: Partial<ReadAnswer>,
  ): AnyResult {
    const failure: AnyFailure = {
      operation: operation.id,
      name,
      outcome,
      kind,
      code: answer?.code,
      status: answer?.status,
      requestId: answer?.requestId,
      message: answer?.message,
      docs: docsOf(operation.id, name, options.docs),
    }
    tell(() => on?.failure?.(failure))
    return { ok: false, failure }
  }
  const common = (operation: Operation, name: CommonName, kind: FailureKind, answer?: Partial<ReadAnswer>) =>
    fail(operation, name, operation.common[name], kind, answer)

  function judge(operation: Operation, answer: ReadAnswer): AnyResult {
    const { status, code, body } = answer
    const isGood = status >= 200 && status < 300
    if (isGood && (body === undefined || answer.hasOddCode)) return common(operation, 'malformed', 'technical', answer)
    if (!isGood || rejects(operation.reject, code)) {
      const listed = listedFailure(operation, status, code)
      if (listed) return fail(operation, listed.name, listed.outcome, status >= 500 ? 'technical' : 'business', answer)
      if (isGood) return common(operation, 'unknownCode', 'business', answer)
      if (status === 429) return common(operation, 'tooManyRequests', 'technical', answer)
      return common(operation, 'unexpectedStatus', 'technical', answer)
    }
    if (!body || !operation.require.every((path) => has(body, path)))
      return common(operation, 'malformed', 'technical', answer)
    const differences = schemas?.(operation.id, body)
    if (differences?.length) {
      tell(() => on?.drift?.({ operation: operation.id, differences }))
      if (strict) return common(operation, 'malformed', 'technical', answer)
    }
    return { ok: true, data: body }
  }

  async function attempt({ operation, body, key, end }: Asked, token: string | null, nth: number) {
    tell(() => on?.request?.({ operation: operation.id, attempt: nth }))
    const startedAt = on?.response ? now() : 0
    const answer = await send(operation.path, body, token, end.signal, key)
    const { response } = answer
    if (response)
      tell(() =>
        on?.response?.({
          operation: operation.id,
          attempt: nth,
          status: response.status,
          durationMs: now() - startedAt,
          requestId: requestIdOf(response),
        }),
      )
    if (!end.isLate()) end.signal.throwIfAborted()
    return answer
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
    const supply: Supply | Promise<Supply> = operation.anonymous ? tokens.current() : tokens.forCall()
    let token = (isPending(supply) ? await waitFor(supply, end) : supply) || null
    if (token === lost) return common(operation, 'notSent', 'technical')
    if (!token && !operation.anonymous) return common(operation, 'unauthorized', 'business')
    let answer = await attempt(asked, token, 1)
    if (token && !operation.anonymous && isRefusal(answer)) {
      token = (await waitFor(tokens.after(token), end)) || null
      if (token === lost) return common(operation, 'notSent', 'technical')
      if (token) answer = await attempt(asked, token, 2)
    }
    const { response, text, trouble: message } = answer
    if (text === undefined && end.isLate()) return common(operation, 'timeOut', 'technical')
    if (!response) return common(operation, 'noConnection', 'technical', { message })
    const read = readAnswer(response, text)
    if (isRefusal(answer)) return common(operation, 'unauthorized', 'business', read)
    return judge(operation, read)
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
