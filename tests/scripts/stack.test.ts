import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { isRunning, startNode } from '#support/processes.ts'

async function stack(mock: string, web: string, env: NodeJS.ProcessEnv = {}) {
  const args = [String(await freePort()), mock, String(await freePort()), web]
  const started = startNode([join(import.meta.dirname, 'stub-stack.ts'), ...args], { env: { ...process.env, ...env } })
  const ids = () => new Set([...started.output().matchAll(/pid (\d+)/g)].map(([, id]) => Number(id)))
  onTestFinished(() => [...ids()].filter(isRunning).forEach((id) => process.kill(id, 'SIGKILL')))
  return { ...started, ids: () => [...ids()] }
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('exits with 0 on %s and leaves nothing running', async (signal) => {
  const { child, exitCode, ids, waitForOutput } = await stack('well', 'well')
  await waitForOutput('READY')
  expect(ids().map(isRunning)).toEqual([true, true, true, true])
  child.kill(signal)
  expect(await exitCode).toBe(0)
  expect(ids().map(isRunning)).toEqual([false, false, false, false])
})

it('leaves nothing running when it is killed', async () => {
  const { child, exitCode, ids, waitForOutput } = await stack('well', 'well')
  await waitForOutput('READY')
  expect(ids().map(isRunning)).toEqual([true, true, true, true])
  child.kill('SIGKILL')
  await exitCode
  await vi.waitUntil(() => !ids().some(isRunning), { timeout: 10_000 })
})

it('starts services that ask no proxy, even if all programs of this machine do', async () => {
  const { output, waitForOutput } = await stack('well', 'well', { NODE_USE_ENV_PROXY: '1' })
  await waitForOutput('READY')
  expect(output().match(/by proxy: .*/g)).toEqual(['by proxy: 0', 'by proxy: 0'])
})

it('stops a service that ignores the signal', async () => {
  const { child, exitCode, ids, output, waitForOutput } = await stack('deaf', 'well')
  await waitForOutput('READY')
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await exitCode).toBe(0)
  expect(output()).toContain('deaf')
  expect(ids().map(isRunning)).not.toContain(true)
})

it('reports the service that exited unexpectedly, exits with 1 and stops the other', async () => {
  const { exitCode, ids, output, waitForOutput } = await stack('dies', 'well')
  await waitForOutput('READY')
  expect(await exitCode).toBe(1)
  expect(output()).toContain('The mock exited unexpectedly: exit code 4.')
  expect(ids()).toHaveLength(4)
  expect(ids().map(isRunning)).not.toContain(true)
})

it('shows the output of a service that does not start', async () => {
  const { exitCode, ids, output } = await stack('well', 'broken')
  expect(await exitCode).toBe(1)
  expect(output()).toMatch(/The web app exited unexpectedly: exit code 3\.\n(.*\n)*? {2}cannot read the contract/)
  expect(output()).not.toContain('READY')
  expect(ids().map(isRunning)).not.toContain(true)
})

it('gives up on a service that never becomes ready', async () => {
  const { exitCode, ids, output } = await stack('ill', 'well')
  expect(await exitCode).toBe(1)
  expect(output()).toMatch(/The mock did not answer at \S+ within 2\.5 s\./)
  expect(ids().map(isRunning)).not.toContain(true)
})

it('stops before the services are ready', async () => {
  const { child, exitCode, ids, waitForOutput } = await stack('ill', 'well')
  await waitForOutput('pid')
  child.kill('SIGINT')
  expect(await exitCode).toBe(0)
  expect(ids().map(isRunning)).not.toContain(true)
})
