import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const TRIES = 5
/** Timeouts in milliseconds, so that a slow or silent client cannot occupy a connection. */
export const limits = {
  requestTimeout: 30_000,
  headersTimeout: 5_000,
  // A mock that got no CPU for longer than this resets the connections whose requests it has not read.
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
}

/** Whether an address or name leads only to this machine. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Listens on one address; by default on both loopback addresses, so that `localhost` works whichever a client tries
 * first. A machine without IPv6 has only one.
 */
export async function listen(
  listener: RequestListener,
  port: number,
  host?: string,
): Promise<{ port: number; close: () => Promise<void> }> {
  if (host !== undefined) {
    const server = await bind(listener, port, host)
    return { port: (server.address() as AddressInfo).port, close: () => closeAll([server]) }
  }
  for (let attempt = 1; ; attempt++) {
    const first = await bind(listener, port, '127.0.0.1')
    const taken = (first.address() as AddressInfo).port
    try {
      const second = await bind(listener, taken, '::1')
      return { port: taken, close: () => closeAll([first, second]) }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return { port: taken, close: () => closeAll([first]) }
      await closeAll([first])
      // A port that is free on one address can be in use on the other.
      if (port !== 0 || code !== 'EADDRINUSE' || attempt === TRIES) throw error
    }
  }
}

function bind(listener: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer(limits, listener)
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => done(server))
  })
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((done) => {
          server.close(() => done())
          server.closeAllConnections()
        }),
    ),
  )
}
