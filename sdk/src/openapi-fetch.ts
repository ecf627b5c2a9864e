import createOpenapiFetch, { type Client } from 'openapi-fetch'
import { isRedirect, isRefused, jsonOf, type ReadAnswer, REFUSAL_MS, requestIdOf } from './answer.ts'
import { type Deadline, within } from './deadline.ts'
import type { paths } from './generated/schema.ts'
import { fail, type JudgeOptions } from './judge.ts'
import { judge } from './judge-answers.ts'
import type { CommonName, Operation, OperationId } from './operation.ts'
import type { ClientOptions } from './options.ts'
import type { Result } from './result.ts'
import { type RefreshedTokens, withRefresh } from './refresh.ts'
import { awaitToken, currentToken, isPending, type Token } from './token.ts'
import {
  DEFAULT_MAX_BYTES,
  discard,
  messageOf,
  readText,
  redactToken,
  validateBaseUrl,
  withoutToken,
} from './transport.ts'

export type { components, paths } from './generated/schema.ts'
export { judge, type JudgeOptions } from './judge-answers.ts'

export interface FetchClientOptions extends Pick<
  ClientOptions,
  'auth' | 'baseUrl' | 'fetch' | 'maxBytes' | 'now' | 'timeoutMs'
> {
  /** Only `refresh` of them: a request does not know its operation. */
  on?: Pick<NonNullable<ClientOptions['on']>, 'refresh'>
  /** Calls that go without a token when there is none: `[sendProductEvent]`. */
  anonymous?: readonly Operation[]
}

/** Why there is no answer to judge: what `POST` of a fetch client rejects with. `settle` makes the failure of it. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly reason: CommonName
  /** What is known all the same: the status of an answer that could not be read. */
  readonly details: Partial<ReadAnswer>
  constructor(reason: CommonName, details: Partial<ReadAnswer> = {}) {
    super(`no answer: ${reason}`, { cause: details.cause })
    this.reason = reason
    this.details = details
  }
}

/**
 * openapi-fetch's client with the contract's `paths`, over our tokens, deadline and limit of an answer: one refresh for all, one retry after a refusal.
 * Its `POST` rejects with NoAnswer when nothing can be judged, and with the reason of your own signal.
 */
export function createFetchClient(options: FetchClientOptions): Client<paths> {
  validateBaseUrl(options.baseUrl, options.fetch)
  const tokens = withRefresh(options.auth, options)
  return createOpenapiFetch<paths>({ baseUrl: options.baseUrl, fetch: (request) => exchange(request, tokens, options) })
}

/** Awaits an exchange of a fetch client and judges it: `await settle(createOrder, api.POST('/v1/create_order', { body }))`. */
export async function settle<Id extends OperationId>(
  operation: Operation & { readonly id: Id },
  pending: Promise<{ data?: unknown; error?: unknown; response: Response }>,
  options: JudgeOptions = {},
): Promise<Result<Id>> {
  try {
    const { data, error, response } = await pending
    return judge(operation, data ?? error, response, options)
  } catch (thrown) {
    if (!(thrown instanceof NoAnswer)) throw thrown
    return fail(operation, thrown.reason, options, thrown.details) as Result<Id>
  }
}

/** One request, with a second one after a refusal; answers with the whole text. */
async function exchange(request: Request, tokens: RefreshedTokens, options: FetchClientOptions): Promise<Response> {
  const { signal, url } = request
  const { timeoutMs = 30_000, on } = options
  const tokenOf = async (read: () => Token | Promise<Token>): Promise<Token> => {
    try {
      const pending = read()
      return isPending(pending) ? await awaitToken(pending, timeoutMs, signal) : pending
    } catch (cause) {
      if (signal.aborted) throw cause
      throw new NoAnswer('notSent', { cause })
    }
  }
  const body = await request.text()
  const isAnonymous = options.anonymous?.some(({ path }) => new URL(url).pathname.endsWith(path))
  const token = await tokenOf(() => (isAnonymous ? currentToken(tokens) : tokens.getToken({ on })))
  if (!token && !isAnonymous) throw new NoAnswer('unauthorized')
  const answer = (sent: Token) =>
    within(timeoutMs, signal, (deadline) => sentAndRead(request, { body, token: sent, deadline }, options))
  let sent = token
  let last = await answer(sent)
  if (token && !isAnonymous && last && isRefused(last.status)) {
    const refusal = last
    try {
      sent = await tokenOf(() => tokens.getToken({ refused: token, on }))
    } catch (thrown) {
      discard(refusal)
      throw thrown
    }
    if (sent && sent !== token) {
      discard(refusal)
      last = await answer(sent)
    } else sent = token
  }
  if (!last) throw new NoAnswer('timeOut', { message: `no answer in ${timeoutMs} ms` })
  tokens.noteServerTime(last)
  if (!isRefused(last.status)) return last
  const { status, headers } = last
  const refused = last
  const whole = await within(REFUSAL_MS, signal, (deadline) =>
    readWhole(refused, { body, token: sent, deadline }, options),
  )
  return whole ?? new Response(null, { status, headers })
}

interface Sending {
  body: string
  token: Token
  deadline: Deadline
}

/** Sends a request; answers with the whole text, or with a refusal as it is: its body is not waited for. */
async function sentAndRead(
  { url, method, headers: given }: Request,
  { body, token, deadline }: Sending,
  options: FetchClientOptions,
): Promise<Response> {
  const { fetch = globalThis.fetch } = options
  const sent = new Headers(given)
  if (token) sent.set('Authorization', `Bearer ${token}`)
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers: sent,
      signal: deadline.signal,
      redirect: 'manual',
      ...(body && { body }),
    })
  } catch (thrown) {
    throw new NoAnswer('noConnection', { message: messageOf(thrown, token), cause: withoutToken(thrown, token) })
  }
  return isRefused(response.status) ? response : readWhole(response, { body, token, deadline }, options)
}

/** The whole text of an answer, without the token that a server may echo. */
async function readWhole(
  response: Response,
  { token, deadline }: Sending,
  { maxBytes = DEFAULT_MAX_BYTES }: FetchClientOptions,
): Promise<Response> {
  const { ok, status, statusText } = response
  if (isRedirect(response) || deadline.isOver()) {
    discard(response)
    throw new NoAnswer('unexpectedStatus', { status })
  }
  const requestId = requestIdOf(response, token)
  let text: string | undefined
  let cause: unknown
  try {
    text = await readText(response, maxBytes, deadline)
  } catch (thrown) {
    cause = withoutToken(thrown, token)
  }
  if (ok && jsonOf(text) === undefined) throw new NoAnswer('malformed', { status, requestId, cause })
  const headers = new Headers(response.headers)
  if (requestId !== undefined) headers.set('x-request-id', requestId)
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  return new Response(redactToken(text, token), { status, statusText, headers })
}
