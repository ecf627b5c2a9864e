// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { reportShown } from '#web/dev/report-shown.ts'
import { ask, modalStack } from '#web/modals/modal-stack.ts'

it('reports the message that is shown beside the latest call, once, and nothing of other modals', async () => {
  const sent: [unknown, unknown][] = []
  const answer = (id: string) => new Response('{}', { headers: { 'x-request-id': id } })
  vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
    sent.push([url, init?.body])
    return answer(`id of ${String(url)}`)
  })
  reportShown()
  const { signal } = new AbortController()
  const title = 'Пакет уже подключается'
  const message = {
    id: 'already-has',
    title,
    image: 'error',
    buttons: [{ label: 'Понятно', action: 'dismissed' }],
  } as const
  await window.fetch('/bff/api/first')
  await window.fetch('/bff/api/second')
  void ask('message', message, signal)
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]).toEqual([
    '/__mock/journal/shown',
    JSON.stringify({ requestId: 'id of /bff/api/second', shown: title }),
  ])
  // A change of the stack that does not affect the modal.
  modalStack.spinner = 'Ждём'
  await new Promise((done) => setTimeout(done))
  expect(sent).toHaveLength(3)
  vi.unstubAllGlobals()
})
