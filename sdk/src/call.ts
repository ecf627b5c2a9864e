import { isRedirect, isRefused, jsonOf, type ReadAnswer, readAnswer, REFUSAL_MS, requestIdOf } from './answer.ts'
import { type Deadline, throwIfAborted, within } from './deadline.ts'
import { type AnyResult, fail, judge } from './judge.ts'
import type { CommonName, Operation } from './operation.ts'
import type { ClientOfOptions, MoneyCallOptions } from './options.ts'
import { report } from './report.ts'
import { addedHeaders, notify } from './telemetry.ts'
import { awaitToken, currentToken, isPending, type Token } from './token.ts'
import { DEFAULT_MAX_BYTES, discard, messageOf, readText, validateBaseUrl } from './transport.ts'

export type Call = (operation: Operation, body: unknown, options?: MoneyCallOptions) => Promise<AnyResult>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/i
const jsonPost = (content: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(content),
})

/** Creates the function that every call goes through: token, request, one retry after a refusal, validity rule, failure. */
export function createCall(options: ClientOfOptions): Call {
  const { auth, on, maxBytes = DEFAULT_MAX_BYTES, now = () => performance.now() } = options
  const base = validateBaseUrl(options.baseUrl, options.fetch)
  if (!auth.getToken || auth.refresh) throw new TypeError('auth: use getToken or withRefresh')
  let calls = 0

  return async (operation, content, { signal, timeoutMs = options.timeoutMs ?? 30_000, idempotencyKey: key } = {}) => {
    const { path, anonymous, id } = operation
    const call = ++calls
    if (!(timeoutMs >= 0)) throw new TypeError(`${id}: timeoutMs ${timeoutMs} is no duration`)
    if (key !== undefined && !uuid.test(key)) throw new TypeError(`${id}: idempotencyKey is no UUID`)
    let token: Token
    /** A refusal whose body is not read yet. */
    let refusal: Response | undefined
    /** Undefined until the body is built. */
    let init: ReturnType<NonNullable<Operation['init']>> | undefined
    /** Whether a request may have had an effect. */
    let isUnclear = false
    const failed = (name: CommonName, more?: Partial<ReadAnswer>) => fail(operation, name, options, more)
    async function read(response: Response, deadline: Deadline): Promise<ReadAnswer> {
      let text: string | undefined
      let cause: unknown
      try {
        if (isRedirect(response) || deadline.isOver()) discard(response)
        else text = await readText(response, maxBytes, deadline)
      } catch (thrown) {
        cause = thrown
      }
      return { ...readAnswer(jsonOf(text), response, token, cause), ...operation.read?.(text, response.status) }
    }

    try {
      throwIfAborted(signal)
      init = (operation.init ?? jsonPost)(content)
      const pending = anonymous ? currentToken(auth) : auth.getToken({ on })
      // Awaits only a promise: with a synchronous token the request still leaves a page that is being unloaded.
      token = isPending(pending) ? await awaitToken(pending, timeoutMs, signal) : pending
      if (!token && !anonymous) return failed('unauthorized')
      for (let attempt = 1; ; attempt++) {
        const event = { operation: id, call, attempt }
        const headers = {
          ...(on?.request && addedHeaders((added) => on.request?.({ ...event, path, headers: added }))),
          ...init.headers,
          // `trim` throws for a token that is no string.
          ...(token && { Authorization: `Bearer ${token.trim()}` }),
          // A string of structured fields (RFC 9651) is quoted.
          ...(key && { 'Idempotency-Key': `"${key}"` }),
        }
        // Throws for what no request can carry, such as a token with Cyrillic letters: nothing is sent then.
        void new Headers(headers)
        const startedAt = now()
        isUnclear = true
        // Resolves with a refusal before its body is read, and with any other answer after it.
        const answer = await within(timeoutMs, signal, async (deadline) => {
          // A redirect would send an order to an address that the contract does not name. Not 'error': workerd rejects that value.
          const request: RequestInit = { ...init, headers, signal: deadline.signal, redirect: 'manual' }
          const response = await (options.fetch ?? globalThis.fetch)(base + path, request)
          void notify(() =>
            on?.response?.({
              ...event,
              status: response.status,
              requestId: requestIdOf(response, token),
              durationMs: now() - startedAt,
            }),
          )
          auth.noteServerTime?.(response)
          return isRefused(response.status) ? response : read(response, deadline)
        })
        if (!answer) return failed('timeOut', { message: `no answer in ${timeoutMs} ms` })
        if ('code' in answer) return judge(operation, answer, options)
        isUnclear = false
        refusal = answer
        if (!anonymous && attempt === 1) {
          const renewed = await awaitToken(auth.getToken({ refused: token as string, on }), timeoutMs, signal)
          if (renewed && renewed !== token) {
            discard(answer)
            token = renewed
            continue
          }
        }
        // A body that is cut does not matter: the status decides.
        const message = await within(REFUSAL_MS, signal, (deadline) => read(answer, deadline))
        return failed('unauthorized', message ?? readAnswer(undefined, answer, token))
      }
    } catch (cause) {
      if (refusal) discard(refusal)
      throwIfAborted(signal)
      // A bug of the caller.
      if (!init) report(cause)
      return failed(isUnclear ? 'noConnection' : 'notSent', { message: messageOf(cause, token), cause, token })
    }
  }
}
