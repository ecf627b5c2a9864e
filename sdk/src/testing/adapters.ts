import { timer } from '../timer.ts'
import type { Reply } from './reply.ts'
import { type Made, stubbed, type Stubbed, type Stubs, textOf } from './stub.ts'

/** A `fetch` for `createClient({ fetch })`, with the calls that were made through it. */
export interface StubFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>
  readonly calls: readonly Made[]
}

/** A `fetch` that answers the stubbed calls, without a network: `createClient({ …, fetch: stubFetch({ createOrder: fails.createOrder.timeIsOver() }) })`. */
export function stubFetch(stubs: Stubs): StubFetch {
  const all = stubbed(stubs)
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = input instanceof Request ? input : undefined
    const body = request ? await request.clone().text() : init?.body
    const url = input instanceof Request ? input.url : input instanceof URL ? input.href : input
    return respond(all, url, body, init?.signal ?? request?.signal)
  }
  return Object.assign(fetch, { calls: all.calls })
}

/** The used part of MSW's `http`. */
export interface MswHttp<Handler> {
  post(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler
}
/** Request handlers for MSW, a call each: `setupServer(...mswHandlers(http, { getClientData: answers.getClientData.grace() }))`. */
export function mswHandlers<Handler>(http: MswHttp<Handler>, stubs: Stubs): Handler[] {
  const all = stubbed(stubs)
  return all.paths.map((path) =>
    http.post(`*${path}`, async ({ request }) => {
      try {
        return await respond(all, request.url, await request.clone().text(), request.signal)
      } catch (thrown) {
        // MSW logs what a handler throws; no one reads the answer to a request that was aborted.
        if (thrown instanceof Reset || request.signal.aborted) return Response.error()
        throw thrown
      }
    }),
  )
}

/** The used part of Playwright's route and page. */
export interface PlaywrightRoute {
  request(): { url(): string; postData(): string | null }
  fulfill(answer: { status: number; headers: Record<string, string>; body: string }): Promise<void>
  abort(errorCode: string): Promise<void>
}
export interface PlaywrightPage {
  route(url: (url: URL) => boolean, handler: (route: PlaywrightRoute) => Promise<void>): Promise<unknown>
}
/**
 * Answers the stubbed calls of a Playwright page or context; other requests pass. A cut body is half of it (Playwright cannot cut a connection), a
 * hanging call is not answered before the page closes.
 */
export async function stubPage(page: PlaywrightPage, stubs: Stubs): Promise<{ readonly calls: readonly Made[] }> {
  const all = stubbed(stubs)
  const isStubbed = ({ pathname }: URL) => all.paths.some((path) => pathname.endsWith(path))
  await page.route(isStubbed, async (route) => {
    const { reply } = replyTo(all, route.request().url(), route.request().postData())
    if (reply.end === 'hang') return
    await timer(reply.delayMs)
    if (reply.end === 'reset') return route.abort('connectionreset')
    return route.fulfill({ status: reply.status, headers: { ...reply.headers }, body: textOf(reply) })
  })
  return { calls: all.calls }
}

class Reset extends TypeError {}

function replyTo(all: Stubbed, url: string, body: unknown): { reply: Reply } {
  const operation = all.operationAt(url)
  if (!operation) throw new Error(`${url} is no call of the contract`)
  return { reply: all.next(operation, typeof body === 'string' && body !== '' ? JSON.parse(body) : undefined) }
}

async function respond(all: Stubbed, url: string, body: unknown, signal: AbortSignal | null | undefined) {
  const { reply } = replyTo(all, url, body)
  if (reply.end === 'hang') await timer(Infinity, signal)
  await timer(reply.delayMs, signal)
  if (reply.end === 'reset') throw new Reset('fetch failed: the connection was reset')
  const isEmpty = reply.body === undefined || [204, 205, 304].includes(reply.status)
  const text = reply.end === 'cut' ? cutStream(textOf(reply)) : textOf(reply)
  return new Response(isEmpty ? null : text, { status: reply.status, headers: { ...reply.headers } })
}

function cutStream(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      if (text === '') {
        // Delayed, because MSW would close the connection before it has sent the headers.
        await timer(1)
        return controller.error(new TypeError('terminated'))
      }
      controller.enqueue(new TextEncoder().encode(text))
      text = ''
    },
  })
}
