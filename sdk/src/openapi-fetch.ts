import createOpenapiFetch, { type Client } from 'openapi-fetch'
import { isRedirect, isRefused, jsonOf, type ReadAnswer } from './answer.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import type { paths } from './generated/schema.ts'
import { failCommon, type JudgeOptions } from './judge.ts'
import { judge } from './judge-answers.ts'
import type { CommonName, Operation, OperationId } from './operation.ts'
import type { ClientOptions } from './options.ts'
import type { Result } from './result.ts'
import { awaitToken, isPending, type Token, type TokenSource, tokenSource } from './token.ts'
import {
  DEFAULT_MAX_BYTES,
  discard,
  messageOf,
  readText,
  redactToken,
  requestIdOf,
  untilHead,
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
  validateBaseUrl(options.baseUrl, options.fetch !== undefined)
  const tokens = tokenSource({ now: () => performance.now(), ...options })
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
    return failCommon(operation, thrown.reason, options, thrown.details) as Result<Id>
  }
}

/** One request, with a second one after a refusal; answers with the whole text. */
async function exchange(request: Request, tokens: TokenSource, options: FetchClientOptions): Promise<Response> {
  const deadline = createDeadline(request.signal, options.timeoutMs ?? 30_000)
  try {
    const body = await request.text()
    const isAnonymous = (options.anonymous ?? []).some(({ path }) => new URL(request.url).pathname.endsWith(path))
    const token = await tokenIn(() => (isAnonymous ? tokens.current() : tokens.forCall(options.on)), deadline)
    if (!token && !isAnonymous) throw new NoAnswer('unauthorized')
    let sent = { token, response: await send(request, body, token, deadline, options) }
    if (token && !isAnonymous && isRefused(sent.response.status)) {
      const renewed = await tokenIn(() => tokens.replace(token, options.on), deadline)
      if (renewed) {
        discard(sent.response)
        sent = { token: renewed, response: await send(request, body, renewed, deadline, options) }
      }
    }
    tokens.noteServerTime(sent.response)
    return await whole(sent.response, sent.token, deadline, options)
  } finally {
    deadline.clear()
    // The reason of the caller's signal goes first.
    deadline.expired()
  }
}

/** The token, or null; rejects with NoAnswer when it is unavailable. */
async function tokenIn(read: () => Token | Promise<Token>, deadline: Deadline): Promise<string | null> {
  try {
    const pending = read()
    return (isPending(pending) ? await awaitToken(pending, deadline) : pending) || null
  } catch (cause) {
    throw new NoAnswer('notSent', { cause })
  }
}

async function send(
  { url, method, headers: given }: Request,
  body: string,
  token: string | null,
  deadline: Deadline,
  { fetch }: FetchClientOptions,
): Promise<Response> {
  const headers = new Headers(given)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const init: RequestInit = { method, headers, signal: deadline.signal, redirect: 'manual', ...(body && { body }) }
  let response: Response | null
  try {
    response = await untilHead((fetch ?? globalThis.fetch)(url, init), deadline)
  } catch (thrown) {
    throw new NoAnswer('noConnection', {
      message: messageOf(thrown, token),
      cause: withoutToken(thrown, token),
    })
  }
  if (!response) throw new NoAnswer('timeOut')
  if (!isRedirect(response)) return response
  discard(response)
  throw new NoAnswer('unexpectedStatus', { status: response.status })
}

/** The answer with its body read to the end, and without the token that a server may echo. */
async function whole(
  response: Response,
  token: string | null,
  deadline: Deadline,
  { maxBytes = DEFAULT_MAX_BYTES }: FetchClientOptions,
): Promise<Response> {
  const { ok, status, statusText } = response
  const requestId = requestIdOf(response, token)
  let text: string | null
  try {
    text = await readText(response, maxBytes, deadline)
  } catch (thrown) {
    throw new NoAnswer('malformed', { status, requestId, cause: withoutToken(thrown, token) })
  }
  if (text === null) throw new NoAnswer('timeOut')
  if (ok && jsonOf(text) === undefined) throw new NoAnswer('malformed', { status, requestId })
  const headers = new Headers(response.headers)
  if (requestId !== undefined) headers.set('x-request-id', requestId)
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  return new Response(status === 204 || status === 205 || status === 304 ? null : redactToken(text, token), {
    status,
    statusText,
    headers,
  })
}
