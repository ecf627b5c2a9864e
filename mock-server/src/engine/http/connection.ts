import { createServer, request as send, type RequestListener } from 'node:http'
import { duplexPair, Readable } from 'node:stream'
import { limits } from './listen.ts'

/** A server without a port, and `fetch` for it. Each request uses its own connection inside this process. */
export interface Connection {
  /** Calls the listener whatever origin the URL has. Does not follow redirects. */
  fetch: typeof globalThis.fetch
  close: () => void
}

/** Connects a listener to a `fetch`; `origin` is what the listener sees as Host. */
export function connect(listener: RequestListener, origin: string): Connection {
  const server = createServer(limits, listener)
  async function ask(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const asked = new Request(typeof input === 'string' ? new URL(input, origin) : input, init)
    const { pathname, search } = new URL(asked.url)
    const body = asked.body === null ? null : Buffer.from(await asked.arrayBuffer())
    const [ours, theirs] = duplexPair()
    // Adds a socket's method that a stream lacks and listeners use.
    Object.assign(theirs, { resetAndDestroy: () => theirs.destroy() })
    theirs.once('close', () => ours.destroy())
    ours.once('close', () => theirs.destroy())
    server.emit('connection', theirs)
    return new Promise<Response>((done, fail) => {
      const failed = (cause: unknown) =>
        fail(asked.signal.aborted ? asked.signal.reason : new TypeError('fetch failed', { cause }))
      const headers = {
        ...Object.fromEntries(asked.headers),
        host: new URL(origin).host,
        ...(body && { 'content-length': body.length }),
      }
      const sent = send(
        { createConnection: () => ours, method: asked.method, path: pathname + search, headers, signal: asked.signal },
        (answer) => {
          const { statusCode: status = 0, rawHeaders } = answer
          const pairs = rawHeaders.flatMap((name, at): [string, string][] =>
            at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
          )
          const isEmpty = asked.method === 'HEAD' || [101, 204, 205, 304].includes(status)
          if (isEmpty) answer.resume()
          // Node's type of a web stream differs from the platform's.
          const content = isEmpty ? null : (Readable.toWeb(answer) as unknown as ReadableStream)
          done(new Response(content, { status, headers: pairs }))
        },
      )
      sent.once('error', failed)
      sent.end(body)
    })
  }
  return { fetch: ask, close: () => server.closeAllConnections() }
}
