// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as stack from '#web/modals/modal-stack.ts'
import { hideSnackbar, snackbars } from '#web/modals/snackbars.ts'

const { ask, modalStack } = stack
const network = { arrive: () => {} }

const message = { title: 'Готово', image: 'success', buttons: [], id: 'test' } as never
const open = () => void ask('message', message, new AbortController().signal)
const texts = () => snackbars.items.map(({ text }) => text)

/** Renders the modals of a page whose chunk of modals is still loading. */
async function renderModals() {
  vi.resetModules()
  const arrived = new Promise<void>((arrive) => (network.arrive = arrive))
  vi.doMock('#web/app/app-modals.tsx', async (original) => {
    await arrived
    return original()
  })
  vi.doMock('#web/modals/modal-stack.ts', () => stack)
  vi.doMock('#web/modals/snackbars.ts', () => ({ snackbars, hideSnackbar }))
  const modals = await import('#web/app/modals.tsx')
  render(<modals.Modals />)
  return modals
}
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(async () => {
  network.arrive()
  for (const { answer } of modalStack.open) answer('dismissed')
  await waitFor(() => expect(modalStack.open).toEqual([]))
  cleanup()
  vi.useRealTimers()
})

test('says that a modal is loading, until it is dismissed or its chunk arrives', async () => {
  await renderModals()
  const drawn = vi.fn()
  void stack.modalsDrawn.then(drawn)
  open()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(texts()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(texts()).toEqual(['Загружаем'])
  modalStack.open[0]?.answer('dismissed')
  await waitFor(() => expect(texts()).toEqual([]))
  open()
  await waitFor(() => expect(texts()).toEqual(['Загружаем']))
  expect(drawn).not.toHaveBeenCalled()
  network.arrive()
  expect(await screen.findByRole('dialog', { name: 'Готово' })).toBeTruthy()
  expect({ texts: texts(), drawn: drawn.mock.calls.length }).toEqual({ texts: [], drawn: 1 })
})

test('opens a preloaded modal without the 0.3 s for which React shows a fallback', async () => {
  const { preloadModals } = await renderModals()
  network.arrive()
  preloadModals()
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await act(async () => open())
  expect(screen.queryByRole('dialog', { name: 'Готово' })).toBeTruthy()
})
