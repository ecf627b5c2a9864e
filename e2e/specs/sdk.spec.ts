import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from '@playwright/test'

/** A page of the test's own server, which answers every order with a redirect. */
const page = '<!doctype html><title>A page</title>'
const program = join(import.meta.dirname, '../../tests/package/partner/page.ts')

test('in a browser a redirected order fails as unexpectedStatus with status 0, and is not sent to the new URL', async ({
  page: tab,
}) => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(page)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const options = { bundle: true, format: 'iife', write: false, logLevel: 'silent' } as const
    const { outputFiles } = await build({ entryPoints: [program], ...options })
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await tab.evaluate(outputFiles[0]?.text ?? '')
    expect(await tab.evaluate('order()')).toEqual(['unexpectedStatus', 0, 'error-with-code'])
    expect(requests.filter((line) => line.startsWith('POST'))).toEqual(['POST /bff/api/v1/create_order'])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
