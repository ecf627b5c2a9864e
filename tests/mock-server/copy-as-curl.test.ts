// @vitest-environment happy-dom
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'

interface Panel {
  journal: { element: HTMLElement; show(user: { login: string }, entries: object[]): void }
}
vi.setConfig({ testTimeout: 60_000 })
/** What the shell gives to curl, when a tester pastes what the panel copies of a call. */
async function pasted(call: { method: string; path: string; body: unknown }): Promise<string[]> {
  document.body.innerHTML = '<main data-panel></main>'
  const { journal } = await vi.importActual<Panel>('../../mock-server/panel/engine/journal.js')
  const entry = { ...call, number: 1, operation: 'unknown', at: '2026-11-26T05:00:00.000Z', status: 404, code: null }
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  journal.show({ login: 'hr' }, [entry])
  const copy = [...journal.element.querySelectorAll('button')].find((each) => each.textContent === 'Copy as curl')!
  copy.click()
  const script = `curl() { printf '%s\\0' "$@"; }; ${copied.mock.lastCall![0]}`
  const env = { ...process.env, PAKET_MOCK_TOKEN: 'token-of-the-controls' }
  return (await promisify(execFile)('bash', ['-c', script], { env })).stdout.split('\0')
}

it.each(["/books?sort=title&limit=2;'[1]", '/bff/api/x;echo${IFS}stolen;$(echo${IFS}stolen)'])(
  'the shell takes %s of a call as its address, and runs nothing of it',
  async (path) => {
    expect(await pasted({ method: 'POST', path, body: { text: "it's" } })).toEqual(
      expect.arrayContaining([`${location.origin}${path}`, '{"text":"it\'s"}', '-g']),
    )
  },
)

it('the user’s token is requested with the token of a mock on the network', async () => {
  // The replaced curl prints its arguments as the token.
  const copied = await pasted({ method: 'POST', path: '/', body: {} })
  expect(copied).toContainEqual(expect.stringMatching(/^authorization: Bearer .*Bearer token-of-the-controls.*\/token/))
})
