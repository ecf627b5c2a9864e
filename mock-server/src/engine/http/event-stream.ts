import type { ServerResponse } from 'node:http'

const PING_MS = 15_000
const MAX_UNREAD_BYTES = 16_000_000

/** Sends server-sent events until the client disconnects. `subscribe` returns the unsubscribe function. */
export function sendEvents(
  response: ServerResponse,
  subscribe: (send: (id: number, data: unknown) => void) => () => void,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': open\n\n')
  const end = subscribe((id, data) => {
    // A client that has stopped reading can reconnect and gets what it missed.
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
    if (!response.destroyed) response.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
  })
  // A ping detects a client that disappeared without closing the connection.
  const ping = setInterval(() => response.write(': ping\n\n'), PING_MS)
  ping.unref()
  response.once('close', () => {
    clearInterval(ping)
    end()
  })
}
