// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { MessageModal } from '#web/features/messages/message-modal.tsx'
import type { Message, MessageAction } from '#web/messages/message.ts'

afterEach(cleanup)

async function show(own: Partial<Message> = {}) {
  const answer = vi.fn<(value: MessageAction) => void>()
  const message: Message = {
    id: 'error',
    title: 'Произошла ошибка',
    text: 'Попробуйте ещё раз',
    image: 'error',
    buttons: [
      { label: 'Попробовать ещё раз', action: 'retry' },
      { label: 'Написать в поддержку', action: 'support' },
    ],
    ...own,
  }
  render(<MessageModal {...message} open onLeft={() => undefined} answer={answer} />)
  return { answer, dialog: await screen.findByRole('dialog', { name: message.title }) }
}

test('has a title, a text, a picture and its buttons in order, and answers by each [C-MODAL-01]', async () => {
  const { answer, dialog } = await show()
  expect(dialog.textContent).toContain('Попробуйте ещё раз')
  expect([...dialog.querySelectorAll('svg')].filter((svg) => !svg.closest('button'))).toHaveLength(1)
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names.filter(Boolean)).toEqual(['Попробовать ещё раз', 'Написать в поддержку'])
  for (const name of ['Написать в поддержку', 'Попробовать ещё раз', 'Закрыть'])
    fireEvent.click(screen.getByRole('button', { name }))
  expect(answer.mock.calls).toEqual([['support'], ['retry'], ['dismissed']])
})
test.each([
  [2001, 'Код ошибки 2001'],
  [0, 'Код ошибки 0'],
])('shows the code %i [C-ERR-43]', async (code, shown) => {
  await show({ code, text: undefined })
  expect(screen.getByText(shown)).toBeTruthy()
})
test('without a code shows none', async () => {
  await show()
  expect(screen.queryByText(/Код ошибки/)).toBeNull()
})
test('shows markup in a text as text', async () => {
  const { dialog } = await show({ title: '<b>Заголовок</b>', text: '<img src=x onerror=alert(1)>' })
  expect(dialog.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(dialog.querySelector('b, img')).toBeNull()
})
test.each<[Partial<Message>, string, string]>([
  [{ image: 'error' }, 'h-dvh', 'lg:w-drawer'],
  [{ image: 'success' }, 'max-h-[92dvh]', 'lg:max-w-dialog'],
  [{ image: 'error', form: 'drawer' }, 'max-h-[92dvh]', 'lg:w-drawer'],
  [{ image: 'success', form: 'full' }, 'h-dvh', 'lg:w-drawer'],
])('%j: on a phone %s, on a wide screen %s (OP-60) [C-MODAL-02] [C-LAYOUT-22]', async (own, narrow, wide) => {
  const { dialog } = await show(own)
  const panel = [...dialog.querySelectorAll('div')].find((part) => part.className.includes('shadow-floating'))
  expect(panel?.className.split(' ')).toEqual(expect.arrayContaining([narrow, wide]))
})

test('an alert is one sentence with one button, in a dialog of its own size', async () => {
  const buttons = [{ label: 'Понятно', action: 'dismissed' }] as const
  const { answer, dialog } = await show({ title: 'Автопродление выключено', image: 'clock', form: 'dialog', buttons })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Понятно' }))
  expect(answer.mock.calls).toEqual([['dismissed']])
})

test('counts down what the server asks to wait, and lets try again then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { answer, dialog } = await show({ waitUntil: Date.now() + 72_000 })
  const retry = screen.getByRole('button', { name: 'Попробовать ещё раз' })
  expect(within(dialog).getByRole('timer').textContent).toBe('Снова можно через 01:12')
  fireEvent.click(retry)
  expect({ disabled: retry.ariaDisabled ?? retry.getAttribute('aria-disabled'), answers: answer.mock.calls }).toEqual({
    disabled: 'true',
    answers: [],
  })
  await act(() => vi.advanceTimersByTimeAsync(72_000))
  expect(within(dialog).queryByRole('timer')).toBeNull()
  expect(within(dialog).getByRole('status').textContent).toBe('Можно попробовать снова')
  fireEvent.click(retry)
  expect(answer.mock.calls).toEqual([['retry']])
})
test('lets try again at once when the wait was over before it is shown', async () => {
  const { dialog } = await show({ waitUntil: Date.now() - 5000 })
  expect(within(dialog).queryByRole('timer')).toBeNull()
  expect(within(dialog).getByRole('status').textContent).toBe('Можно попробовать снова')
})
test('does not disable a button that leads elsewhere during the countdown', async () => {
  const { answer } = await show({ waitUntil: Date.now() + 72_000 })
  fireEvent.click(screen.getByRole('button', { name: 'Написать в поддержку' }))
  expect(answer.mock.calls).toEqual([['support']])
})
