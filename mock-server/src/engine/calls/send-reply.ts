import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { HANG_MS } from '#engine/state/faults.ts'
import type { Reply } from '#engine/state/reply.ts'
import { jsonOf, sendJson } from '#engine/http/http.ts'
import { isJson, isText, textAsBytes } from '#engine/http/media.ts'

/** The default `Retry-After` of a 429, in seconds. */
const RETRY_AFTER_S = 30
const notJson =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
/** Valid JSON that matches no response schema. */
const wrongShape = { code: 'zero', result: 'nothing', cards: 'none' }

/**
 * Sends a reply, with the delay and the kind of broken response that its fault asks for. Stops when the client
 * disconnects.
 */
export async function sendReply(reply: Reply, response: ServerResponse): Promise<void> {
  await pause(reply.delayMs, response)
  if (response.destroyed) return
  const wait = reply.fault?.retryAfter ?? (reply.status === 429 ? RETRY_AFTER_S : null)
  if (wait !== null) response.setHeader('retry-after', wait)
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
  const content = contentOf(reply)
  switch (reply.break) {
    case null:
      response.writeHead(reply.status, {
        ...(content && { 'content-type': content.type, 'content-length': Buffer.byteLength(content.data) }),
        'cache-control': 'no-store',
      })
      return void response.end(content?.data)
    case 'wrong-shape':
      return sendJson(response, reply.status, wrongShape)
    case 'empty-result':
      return sendJson(response, reply.status, { ...(reply.code !== null && { code: reply.code }), result: {} })
    case 'not-json':
      return void response.writeHead(reply.status, { 'content-type': 'text/html' }).end(notJson)
    case 'truncate': {
      const { type, data } = content ?? { type: 'application/json', data: '{}' }
      const bytes = Buffer.from(data)
      response.writeHead(reply.status, { 'content-type': type, 'content-length': bytes.length })
      response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.socket?.destroy())
      return
    }
    case 'reset':
      return void response.socket?.resetAndDestroy()
    case 'hang':
      await pause(HANG_MS, response)
      response.destroy()
  }
}

/** Encodes the body for the wire; null without a body. */
function contentOf({ body, type = 'application/json' }: Reply): { type: string; data: string | Buffer } | null {
  if (body === undefined) return null
  const shown = isText(type) && !/charset=/i.test(type) ? `${type}; charset=utf-8` : type
  const text = (isJson(type) || typeof body !== 'string' ? jsonOf(body) : body) ?? ''
  return { type: shown, data: isText(type) ? text : textAsBytes(text) }
}

/** Waits for `ms`, or until the client disconnects. */
async function pause(ms: number, response: ServerResponse): Promise<void> {
  if (ms === 0 || response.destroyed) return
  const left = new AbortController()
  const leave = () => left.abort()
  response.once('close', leave)
  await sleep(ms, undefined, { signal: left.signal }).catch(() => undefined)
  response.off('close', leave)
}
