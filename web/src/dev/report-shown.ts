import { subscribe } from 'valtio/vanilla'
import { modalStack } from '#modals/modal-stack.ts'

/**
 * In development only: reports each message that the app shows to the mock's journal, which lists it beside the latest answered call:
 * `createOrder → 2004 → «Пакет уже подключается»`.
 */
export function reportShown(): void {
  // Wraps `fetch` to read the request id of each answer; requests are not changed.
  // oxlint-disable-next-line no-restricted-globals
  const send = window.fetch.bind(window)
  let requestId: string | null = null
  window.fetch = async (...request) => {
    const response = await send(...request)
    requestId = response.headers.get('x-request-id') ?? requestId
    return response
  }
  const reported = new Set<number>()
  subscribe(modalStack, () => {
    for (const { id, name, given } of modalStack.open) {
      if (name !== 'message' || reported.has(id) || requestId === null || !('title' in given)) continue
      reported.add(id)
      void send('/__mock/journal/shown', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-paket-mock': '1' },
        body: JSON.stringify({ requestId, shown: given.title }),
        signal: AbortSignal.timeout(10_000),
        // Fails on another backend, which has no journal.
      }).catch(() => undefined)
    }
  })
}
