import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { freePort } from '../../scripts/ports.ts'
import { expect, test } from '../test.ts'

/** Less than a test may take, so that the mock is stopped. */
const START_MS = 60_000
const token = '0123456789abcdef0123'
const address = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address

test('a snapshot link is copied from a mock on the network, and opens there after typing the token', async ({
  page,
  context,
}) => {
  test.skip(address === undefined, 'this machine has no network')
  const port = await freePort()
  const mock = spawn(process.execPath, ['mock-server/src/main.ts', '--port', `${port}`, '--host', '0.0.0.0'], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, PAKET_MOCK_TOKEN: token },
  })
  try {
    await once(mock.stdout, 'data', { signal: AbortSignal.timeout(START_MS) })
    const panel = `http://${address}:${port}/__mock`
    await page.goto(`${panel}#grace`)
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Open the panel' }).click()
    await page.goto(`${panel}#grace`)
    await page.getByRole('button', { name: 'Copy as link' }).click()
    await expect(page.locator('p[role=status]')).toContainText('The link is copied')
    const search = page.getByRole('searchbox', { name: 'Find a test user' })
    await search.press('Control+V')
    const link = await search.inputValue()
    expect(link).toContain('#grace?snapshot=')
    // Simulates another person, who has not typed the token yet.
    await context.clearCookies()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Open the panel' }).click()
    await expect(page.getByRole('button', { name: 'Apply the snapshot' })).toBeVisible()
  } finally {
    mock.kill()
  }
})
