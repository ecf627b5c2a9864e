import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../scripts/ports.ts'
import { root } from '../../../scripts/processes.ts'

let server: ViteDevServer
let origin: string
beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  server = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { port, watch: null, ws: false },
  })
  await server.listen()
}, 60_000)
afterAll(() => server?.close())

it.each([
  ['its own page', 'same-origin', 200],
  ['a page of another site', 'cross-site', 403],
  ['a page of another port of this machine', 'same-site', 403],
  ['an address that someone typed', 'none', 403],
  ['a program', undefined, 403],
])('opens files in the editor for %s: %s, %i', async (_, site, status) => {
  const headers = site === undefined ? {} : { 'sec-fetch-site': site }
  const { status: actual } = await fetch(`${origin}/__open-in-editor?file=/none`, { headers })
  expect(actual).toBe(status)
})
