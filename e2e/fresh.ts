import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '../scripts/ports.ts'
import { launch, nodeCommand, root } from '../scripts/processes.ts'

const START_MS = 60_000

/** Starts a second mock with a snapshot, and a server of the built app that proxies to it; calls `use` with the app's origin, then stops both. */
export async function withFreshMock(snapshot: string, use: (origin: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-fresh-'))
  const [webPort, mockPort] = [await freePort(), await freePort()]
  const [origin, mock] = [`http://localhost:${webPort}`, `http://localhost:${mockPort}`]
  const file = join(folder, 'snapshot.json')
  await writeFile(file, snapshot)
  const options = ['--port', String(mockPort), '--app-origin', origin, '--load', file]
  const running = [
    launch(nodeCommand('fresh mock', 'mock-server/src/main.ts', options)),
    launch({
      ...nodeCommand('fresh app', 'node_modules/vite/bin/vite.js', ['preview']),
      cwd: join(root, 'web'),
      env: { PAKET_WEB_PORT: String(webPort), PAKET_MOCK_ORIGIN: mock },
    }),
  ]
  try {
    const isReady = () =>
      fetch(`${origin}/__mock/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: START_MS, message: 'a fresh mock behind the app' }).toBe(true)
    await use(origin)
  } finally {
    await Promise.all(running.map((each) => each.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}
