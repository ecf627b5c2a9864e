import type { ServerResponse } from 'node:http'

const PING_MS = 15_000

/** Sends events as they come (server-sent events) until the reader leaves. `subscribe` returns what ends it. */
export function sendEvents(
  response: ServerResponse,
  subscribe: (send: (id: number, data: unknown) => void) => () => void,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': open\n\n')
  const end = subscribe((id, data) => void response.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`))
  // A reader who has gone without a word is noticed by the next ping.
  const ping = setInterval(() => response.write(': ping\n\n'), PING_MS)
  ping.unref()
  response.once('close', () => {
    clearInterval(ping)
    end()
  })
}
