import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { urlToHttpOptions } from 'node:url'
import { CannotCheck, whyUnanswered } from '../report/cannot-check.ts'
import { type Body, EMPTY, UNKNOWN } from './body.ts'
import { sentBody } from './packing.ts'
import { dateText } from './shown.ts'
import type { Traffic } from './traffic.ts'

/** Larger bodies are forwarded but not compared. */
const MOST_BYTES = 4_194_304
/** A backend that sends nothing for so long is given up, as nginx does by default. */
const LONGEST_SILENCE_MS = 60_000
export interface Proxy {
  origin: string
  close(): Promise<void>
}
interface ProxyOptions {
  target: string
  traffic: Traffic
  port?: number
  silenceMs?: number
  /** Called after each validated exchange. */
  onExchange?: () => void
}

/** Starts a proxy on this machine. Throws `CannotCheck` when the port is taken. */
export async function startProxy({
  target,
  traffic,
  port = 0,
  silenceMs = LONGEST_SILENCE_MS,
  onExchange = () => {},
}: ProxyOptions): Promise<Proxy> {
  const upstream = addressOf(target)
  // An IPv6 address without brackets.
  const hostname = String(urlToHttpOptions(upstream).hostname)
  const send = upstream.protocol === 'https:' ? httpsRequest : httpRequest
  /** Ends each open call and web socket. */
  const open = new Set<() => void>()
  const server = createServer((request, response) => pass(request, response))
  server.on('upgrade', (request, socket, head) =>
    (request.headers.upgrade === 'h2c' ? again : tunnel)(request, socket as Socket, head),
  )

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const sent = new Copy()
    const { host, headers } = headersFor(request)
    const forwarded = send({
      protocol: upstream.protocol,
      hostname,
      port: upstream.port,
      method: request.method,
      path: `${upstream.pathname.replace(/\/$/, '')}${request.url}`,
      headers,
      setHost: false,
    })
    /** Counts a call that ended too early, unless it has ended before. */
    const broken = (why: string) => {
      if (open.delete(end)) traffic.broken(why)
    }
    const end = () => {
      broken('still open when the proxy ended')
      forwarded.destroy()
    }
    open.add(end)
    request.on('data', (chunk: Buffer) => sent.add(chunk))
    request.pipe(forwarded)
    response.on('close', () => {
      if (response.writableFinished) return
      broken('given up by the client')
      forwarded.destroy()
    })
    forwarded.setTimeout(silenceMs, () => {
      const why = `silent for ${silenceMs / 1000} s`
      // After its head, an answer is cut off.
      if (response.headersSent) broken(why)
      forwarded.destroy(Object.assign(new Error(why), { code: why }))
    })
    forwarded.on('error', (error) => {
      // The call has ended, or the answer says itself whether it is cut off.
      if (!open.has(end) || response.headersSent) return
      const why = whyUnanswered(error)
      broken(`without an answer (${why})`)
      response
        .writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
        .end(`The backend gave no answer: ${why}\n`)
    })
    forwarded.on('response', (answer) => {
      const got = new Copy()
      // Node refuses to announce trailers where it can send none.
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, without(answer.rawHeaders, 'trailer'))
      answer.on('data', (chunk: Buffer) => got.add(chunk))
      answer.on('error', () => {
        broken('cut off in the middle of its answer')
        response.destroy()
      })
      answer.on('end', () => {
        response.addTrailers(pairsOf(answer.rawTrailers))
        if (open.delete(end)) validate(request, answer, host, sent, got)
      })
      answer.pipe(response)
    })
  }
  function headersFor(request: IncomingMessage): { host: string; headers: string[] } {
    const headers = without(request.rawHeaders, 'trailer')
    for (let at = 0; at < headers.length; at += 2)
      if (headers[at]?.toLowerCase() === 'host') headers[at + 1] = upstream.host
    return { host: upstream.host, headers }
  }
  function headOf(request: IncomingMessage, ...leftOut: readonly string[]): string {
    const { headers } = headersFor(request)
    const lines = pairsOf(without(headers, ...leftOut)).map(([name, value]) => `${name}: ${value}`)
    return [`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n')
  }
  function validate(request: IncomingMessage, answer: IncomingMessage, host: string, sent: Copy, got: Copy): void {
    const { method = 'GET', headers } = request
    const time = dateText(new Date())
    traffic.addExchange(
      {
        method,
        url: `${upstream.protocol}//${host}${request.url}`,
        status: answer.statusCode ?? 0,
        requestHeaders: headers,
        requestBody: sent.body(headers['content-encoding']),
        responseHeaders: answer.headers,
        responseBody: method === 'HEAD' ? UNKNOWN : got.body(answer.headers['content-encoding']),
        responseType: answer.headers['content-type'],
        time: () => time,
      },
      'proxy',
      traffic.read + 1,
    )
    onExchange()
  }
  /** Reads a call again without its offer of HTTP/2, which Java makes with each and a server may ignore. */
  function again(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const start = headOf(request, 'connection', 'upgrade', 'http2-settings')
    socket.unshift(Buffer.concat([Buffer.from(start, 'latin1'), head]))
    server.emit('connection', socket)
  }
  /** Forwards an upgraded connection, such as a web socket, unchanged. */
  function tunnel(request: IncomingMessage, socket: Socket, head: Buffer): void {
    traffic.broken('over a web socket')
    const other =
      upstream.protocol === 'https:'
        ? connectTls({ host: hostname, port: Number(upstream.port || 443), servername: hostname })
        : connect(Number(upstream.port || 80), hostname)
    other.write(headOf(request), 'latin1')
    if (head.length > 0) other.write(head)
    other.pipe(socket).pipe(other)
    const end = () => {
      other.destroy()
      socket.destroy()
      open.delete(end)
    }
    open.add(end)
    // An open web socket may be silent.
    other.setTimeout(silenceMs, end).once('data', () => other.setTimeout(0))
    socket.on('close', end)
    other.on('error', end)
    socket.on('error', end)
  }

  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        new CannotCheck(error.code === 'EADDRINUSE' ? `Port ${port} is taken: --port gives another` : error.message),
      ),
    )
    server.listen(port, '127.0.0.1', done)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        // `closeAllConnections` does not close upgraded connections.
        for (const end of open) end()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
/** Returns the URL of a service. Throws `CannotCheck` when it is not HTTP, or has what may be a secret. */
export function addressOf(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : null
  if (!address || !/^https?:$/.test(address.protocol))
    throw new CannotCheck('An address begins with http:// or https://')
  // The process list would show them, and so would every report.
  if (address.username !== '' || address.password !== '' || address.search !== '')
    throw new CannotCheck(
      'The address has a name, a password or a query in it: leave it out; live takes a token by --token-env',
    )
  return address
}

/** Returns headers as pairs of name and value; Node has them in one flat list. */
const pairsOf = (headers: readonly string[]): [name: string, value: string][] =>
  Array.from({ length: headers.length / 2 }, (_, at) => [headers[at * 2]!, headers[at * 2 + 1]!])
/** Returns a flat list of headers without some of them. */
const without = (headers: readonly string[], ...names: readonly string[]): string[] =>
  headers.filter((_, at) => !names.includes(headers[at - (at % 2)]!.toLowerCase()))

/** A copy of a forwarded body. */
class Copy {
  #chunks: Buffer[] = []
  #bytes = 0
  get isTooLarge(): boolean {
    return this.#bytes > MOST_BYTES
  }
  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.isTooLarge) this.#chunks = []
    else this.#chunks.push(chunk)
  }
  /** Returns unknown when it is too large, or when this version of Node cannot decompress it. */
  body(encoding = 'identity'): Body {
    if (this.isTooLarge) return UNKNOWN
    if (this.#bytes === 0) return EMPTY
    return sentBody(Buffer.concat(this.#chunks), encoding, MOST_BYTES)
  }
}
