import { expect, test, vi } from 'vitest'
import { untilAborted } from '#web/modals/until-aborted.ts'

const { signal } = new AbortController()
const never = new Promise<never>(() => undefined)

test('resolves with what the work resolves with', async () => {
  expect(await untilAborted(signal, Promise.resolve(1))).toBe(1)
  await expect(untilAborted(signal, Promise.reject(new Error('work')))).rejects.toThrow('work')
})
test('rejects with the reason of the signal when it is aborted before or during the work', async () => {
  const controller = new AbortController()
  const during = untilAborted(controller.signal, never)
  controller.abort(new Error('left'))
  await expect(during).rejects.toThrow('left')
  await expect(untilAborted(controller.signal, never)).rejects.toThrow('left')
  await expect(untilAborted(controller.signal, Promise.resolve(1))).rejects.toThrow('left')
})
test('leaves no unhandled rejection when the work fails after the signal was aborted', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const controller = new AbortController()
  const work = Promise.withResolvers<never>()
  const waiting = untilAborted(controller.signal, work.promise)
  controller.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  work.reject(new Error('too late'))
  // Node reports an unhandled rejection after the microtasks, before the next turn.
  await new Promise((turn) => setImmediate(turn))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
test('removes its listener when it has settled', async () => {
  const controller = new AbortController()
  const added = vi.spyOn(controller.signal, 'addEventListener')
  const removed = vi.spyOn(controller.signal, 'removeEventListener')
  await untilAborted(controller.signal, Promise.resolve())
  await Promise.resolve()
  expect(added).toHaveBeenCalledOnce()
  expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1])
})
