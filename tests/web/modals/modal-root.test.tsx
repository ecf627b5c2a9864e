// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppModals } from '#web/app/app-modals.tsx'
import type { Message, MessageAction } from '#web/messages/message.ts'
import { ask, modalStack, withSpinner } from '#web/modals/modal-stack.ts'

const { signal } = new AbortController()
const message = (title: string): Message => ({
  id: 'error',
  title,
  image: 'clock',
  buttons: [{ label: `Ответить: ${title}`, action: 'retry' }],
})
const button = (name: string) => screen.findByRole('button', { name })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
/** Opens a modal as a flow does, outside of React. */
function asks(title: string, end = signal): { answers: MessageAction[] } {
  const answers: MessageAction[] = []
  act(
    () =>
      void ask('message', message(title), end).then(
        (value) => answers.push(value),
        () => undefined,
      ),
  )
  return { answers }
}

beforeEach(() => {
  Object.assign(modalStack, { open: [], spinner: null })
  render(
    <StrictMode>
      <button type="button">Подключить</button>
      <AppModals />
    </StrictMode>,
  )
})
afterEach(cleanup)

test('keeps the page and the other modals when a modal cannot be rendered, and rejects its question', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { answers } = asks('Первый')
  expect(await screen.findByRole('dialog', { name: 'Первый' })).toBeTruthy()
  const failed = vi.fn<(error: unknown) => void>()
  act(() => void ask('message', { id: 'error', title: 'Второй' } as Message, signal).catch(failed))
  await waitFor(() => expect(failed).toHaveBeenCalledWith(expect.any(TypeError)))
  expect(screen.getByText('Подключить')).toBeTruthy()
  fireEvent.click(await button('Ответить: Первый'))
  await gone()
  expect({ answers, open: modalStack.open }).toEqual({ answers: ['retry'], open: [] })
  vi.restoreAllMocks()
})

describe('a question', () => {
  test('opens, and closes when its button is pressed', async () => {
    const { answers } = asks('Первый')
    expect(await screen.findByRole('dialog', { name: 'Первый' })).toBeTruthy()
    fireEvent.click(await button('Ответить: Первый'))
    await gone()
    expect(answers).toEqual(['retry'])
  })
  test.each([
    ['Esc', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })],
    ['the cross', async () => fireEvent.click(await button('Закрыть'))],
  ])('answers that it was dismissed when it is closed by %s', async (_, leave) => {
    const { answers } = asks('Первый')
    await screen.findByRole('dialog', { name: 'Первый' })
    await leave()
    await gone()
    expect(answers).toEqual(['dismissed'])
  })
  test('closes when its flow is aborted', async () => {
    const controller = new AbortController()
    const { answers } = asks('Первый', controller.signal)
    await screen.findByRole('dialog', { name: 'Первый' })
    act(() => controller.abort(new Error('left')))
    await gone()
    expect(answers).toEqual([])
  })
  test('takes the place of the modal before it, and gives the focus back to where it was before the first', async () => {
    const opener = screen.getByRole('button', { name: 'Подключить' })
    opener.focus()
    asks('Первый')
    fireEvent.click(await button('Ответить: Первый'))
    const { answers } = asks('Второй')
    fireEvent.click(await button('Ответить: Второй'))
    await gone()
    expect(answers).toEqual(['retry'])
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
  test('leaves a modal that it covers open', async () => {
    const first = asks('Первый')
    const below = await screen.findByRole('dialog', { name: 'Первый' })
    const second = asks('Второй')
    fireEvent.click(await button('Ответить: Второй'))
    expect(await screen.findByRole('dialog', { name: 'Первый' })).toBe(below)
    fireEvent.click(await button('Ответить: Первый'))
    await gone()
    expect({ first: first.answers, second: second.answers }).toEqual({ first: ['retry'], second: ['retry'] })
  })
})

describe('the spinner', () => {
  test('cannot be dismissed, and closes when the work is done', async () => {
    const work = Promise.withResolvers<void>()
    act(() => void withSpinner('Заказ создаётся', () => work.promise))
    const dialog = await screen.findByRole('dialog', { name: 'Заказ создаётся' })
    expect(within(dialog).queryByRole('button')).toBeNull()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    expect(screen.getByRole('dialog', { name: 'Заказ создаётся' })).toBeTruthy()
    await act(async () => work.resolve())
    await gone()
  })
})
