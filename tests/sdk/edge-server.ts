import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts the server of edges.ts: the first segment of the path selects its answer. */
export async function edgeServer(): Promise<{ origin: string; close: () => void }> {
  const requestCounts = new Map<string, number>()
  const closed = new Map<string, boolean>()
  const server = createServer((request, response) => {
    const [, what = '', more = ''] = (request.url ?? '').split('/')
    requestCounts.set(what, (requestCounts.get(what) ?? 0) + 1)
    const status = Number(what.replace('redirect-', ''))
    if (status) return void response.writeHead(status, { location: '/elsewhere' }).end()
    if (what === 'how-often') return void response.end(String(requestCounts.get(more) ?? 0))
    if (what === 'closed') return void untilClosed(more).then((is) => response.end(String(is)))
    response.setHeader('content-type', 'application/json')
    if (what === 'endless') {
      response.on('close', () => closed.set(what, true))
      return flood(response)
    }
    response.end('{"code":0,"result":{"orderId":"order-1"}}')
  })
  async function untilClosed(what: string): Promise<boolean> {
    for (let nth = 0; nth < 200 && !closed.get(what); nth++) await new Promise((done) => setTimeout(done, 20))
    return closed.get(what) ?? false
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const piece = Buffer.alloc(64_000, ' ')
/** Writes as long as the client reads. */
function flood(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}
