import { expect, test, vi } from 'vitest'
import { retrying } from '#web/flow/retrying.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const failed = { ok: false, failure: { outcome: 'try-again' } } as const
const done = { ok: true, data: 7 } as const

test('calls again when the user retries, each time under its spinner', async () => {
  const { io, seen } = scriptedPorts({ message: ['retry', 'retry'] })
  const call = vi.fn<() => Promise<typeof failed | typeof done>>()
  call.mockResolvedValueOnce(failed).mockResolvedValueOnce(failed).mockResolvedValueOnce(done)
  expect(await retrying(io, 'Звоним', call)).toEqual(done)
  const shown = 'message: Что-то пошло не так'
  expect(seen).toEqual(['spinner: Звоним', shown, 'spinner: Звоним', shown, 'spinner: Звоним'])
})

test('gives up with the failure and the action when the user does not retry', async () => {
  const { io } = scriptedPorts({ message: ['dismissed'] })
  expect(await retrying(io, 'Удаляем карту', async () => failed)).toEqual({ ...failed, action: 'dismissed' })
})

test('gives up without an action when nothing is shown', async () => {
  const { io, seen } = scriptedPorts()
  const end = await retrying(io, 'Удаляем карту', async () => ({ ok: false, failure: { outcome: 'ignore' } }) as const)
  expect(end).toMatchObject({ ok: false, action: null })
  expect(seen).toEqual(['spinner: Удаляем карту'])
})

test('does not call again when the same call cannot succeed', async () => {
  const { io } = scriptedPorts({ message: ['retry'] })
  const call = vi.fn<() => Promise<typeof failed>>(async () => failed)
  const end = await retrying(io, 'Удаляем карту', call, { mayRepeat: () => false })
  expect(end).toMatchObject({ ok: false, action: 'retry' })
  expect(call).toHaveBeenCalledOnce()
})
