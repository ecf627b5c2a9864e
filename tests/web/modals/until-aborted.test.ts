import { expect, test, vi } from 'vitest'
import { untilAborted } from '../../../web/src/modals/until-aborted.ts'

const { signal } = new AbortController()
const never = new Promise<never>(() => undefined)

test('gives what the work gives', async () => {
  expect(await untilAborted(signal, Promise.resolve(1))).toBe(1)
  await expect(untilAborted(signal, Promise.reject(new Error('work')))).rejects.toThrow('work')
})
test('ends with the reason of the signal, before or during the work', async () => {
  const controller = new AbortController()
  const during = untilAborted(controller.signal, never)
  controller.abort(new Error('left'))
  await expect(during).rejects.toThrow('left')
  await expect(untilAborted(controller.signal, never)).rejects.toThrow('left')
  await expect(untilAborted(controller.signal, Promise.resolve(1))).rejects.toThrow('left')
})
test('work that fails after the signal is nobody’s unhandled rejection', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const controller = new AbortController()
  const work = Promise.withResolvers<never>()
  const waiting = untilAborted(controller.signal, work.promise)
  controller.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  work.reject(new Error('too late'))
  // Node tells of a rejection that nobody handled after the microtasks, before the next turn.
  await new Promise((turn) => setImmediate(turn))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
test('leaves no listener behind', async () => {
  const controller = new AbortController()
  const added = vi.spyOn(controller.signal, 'addEventListener')
  const removed = vi.spyOn(controller.signal, 'removeEventListener')
  await untilAborted(controller.signal, Promise.resolve())
  await Promise.resolve()
  expect(added).toHaveBeenCalledOnce()
  expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1])
})
