import createOpenapiFetch, { type Client } from 'openapi-fetch'
import { jsonOf, type ReadAnswer, requestIdOf } from './answer.ts'
import { createCall } from './call.ts'
import { causes, type FailureDetails } from './failure.ts'
import type { paths } from './generated/schema.ts'
import { fail, type JudgeOptions } from './judge.ts'
import { judge } from './judge-answers.ts'
import type { CommonName, Operation, OperationId } from './operation.ts'
import type { ClientOptions } from './options.ts'
import type { Result } from './result.ts'
import { type RefreshedTokens, withRefresh } from './refresh.ts'
import type { Token } from './token.ts'
import { redactToken, validateBaseUrl, withoutToken } from './transport.ts'

export type { components, paths } from './generated/schema.ts'
export { judge, type JudgeOptions } from './judge-answers.ts'

/** Options of `createFetchClient`; those of `createClient` mean the same. */
export interface FetchClientOptions extends Pick<
  ClientOptions,
  'auth' | 'baseUrl' | 'fetch' | 'maxBytes' | 'now' | 'timeoutMs'
> {
  /** Only `refresh`, because a request does not know its operation. */
  on?: Pick<NonNullable<ClientOptions['on']>, 'refresh'>
  /** Calls that are also sent without a token: `[sendProductEvent]`. */
  anonymous?: readonly Operation[]
}

/** Why there is no answer to judge: what `POST` of a fetch client rejects with. `settle` makes the failure of it. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly reason: CommonName
  /** What is known of the answer, such as the status of one that could not be read. */
  readonly details: Partial<ReadAnswer>
  constructor(reason: CommonName, details: Partial<ReadAnswer> = {}) {
    super(`no answer: ${reason}`, { cause: details.cause })
    this.reason = reason
    this.details = details
  }
}

/**
 * openapi-fetch's client with the contract's `paths`, over our tokens, deadline and limit of an answer: one refresh for all, one retry after a refusal.
 * Its `POST` rejects with NoAnswer when nothing can be judged, with the reason of your own signal, and for a wrong option or a body that JSON cannot have.
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

/** A call like any other: its answer is judged by `settle`. */
const anyCall = { path: '', reject: {}, require: [], failures: [], common: {} } as const

/** One exchange through our `call`, which returns the whole text. */
async function exchange(request: Request, tokens: RefreshedTokens, options: FetchClientOptions): Promise<Response> {
  const { url, method, signal, keepalive, credentials } = request
  const { anonymous, fetch = globalThis.fetch, on } = options
  const body = (await request.text()) || null
  let token: Token
  let response!: Response
  let text: string | undefined
  const call = createCall({
    ...options,
    auth: tokens,
    on: { refresh: (event) => on?.refresh?.(event) },
    // Overrides shared options: `settle` checks the schemas.
    schemas: () => [],
    fetch: async (_, init) => {
      const headers = new Headers(request.headers)
      const { Authorization } = (init?.headers ?? {}) as { Authorization?: string }
      if (Authorization) headers.set('Authorization', Authorization)
      token = Authorization?.replace('Bearer ', '')
      // Omits the default, because some platforms throw for options that they do not know.
      const hasCredentials = credentials && credentials !== 'same-origin'
      const passedOn = { ...(keepalive && { keepalive }), ...(hasCredentials && { credentials }) }
      return (response = await fetch(url, { ...init, ...passedOn, headers }))
    },
  })
  const operation: Operation = {
    ...anyCall,
    // For what `call` throws.
    id: method as OperationId,
    ...(anonymous?.some(({ path }) => new URL(url).pathname.endsWith(path)) && { anonymous: true }),
    init: () => ({ method, headers: {}, body }),
    read: (bodyText) => {
      text = bodyText
      return { body: jsonOf(bodyText) === undefined ? undefined : {}, code: undefined }
    },
  }
  const result = await call(operation, undefined, { signal })
  if (result.ok || canBeJudged(result.failure)) return withoutTokenEcho(response, text, token)
  const { name, status, requestId, retryAfterMs, message } = result.failure
  const cause = withoutToken(causes.get(result.failure)?.cause, token)
  const details = { status, requestId, retryAfterMs, message, cause }
  throw new NoAnswer(name as CommonName, details as Partial<ReadAnswer>)
}

/** Whether a failure is an answer that can be judged: no redirect, and a status that a Response may have. */
const canBeJudged = ({ status = 0 }: FailureDetails) => status >= 400 && status < 600

/** An answer that was read, without the token that a server may echo. */
function withoutTokenEcho(response: Response, text: string | undefined, token: Token): Response {
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  const requestId = requestIdOf(response, token)
  if (requestId !== undefined) headers.set('x-request-id', requestId)
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  return new Response(redactToken(text, token), { status, statusText, headers })
}
