// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { deliverEvents, type ProductEvent } from '#web/analytics/events.ts'
import { storedCache } from '#web/cache/stored-cache.ts'
import { ask, modalStack } from '#web/modals/modal-stack.ts'

function Broken({ error }: { error: unknown }): never {
  throw error
}
const written = vi.fn()
function open(error: unknown) {
  render(
    <ErrorBoundary>
      <Broken error={error} />
    </ErrorBoundary>,
  )
  return screen.getByRole('alert')
}

// React also logs the error to the console, which fails a test otherwise.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(written))
afterEach(() => {
  cleanup()
  written.mockReset()
})

test('shows its children while nothing breaks', () => {
  render(<ErrorBoundary>Пакет</ErrorBoundary>)
  expect(screen.getByText('Пакет')).toBeTruthy()
})
test('a bug shows the incognito text and the way to the account, and nothing of what was thrown [C-ERR-49] [C-ERR-51] (OP-110)', () => {
  const error = new Error('unknown bundle <b>x</b>')
  expect(open(error).textContent).toContain('Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку.')
  expect(document.body.textContent).not.toContain('unknown bundle')
  expect(screen.getByRole('link', { name: 'Перейти в личный кабинет' }).getAttribute('href')).toBe('/profile')
  expect(written.mock.calls.map(([first]) => first)).toContain(error)
})
test.each([undefined, null, 'a text', 0])(
  'shows the message of a bug when %j is thrown, without its text',
  (thrown) => {
    const alert = open(thrown)
    expect(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeTruthy()
    expect(alert.textContent).not.toContain('a text')
  },
)
const dialog = () => screen.getByRole('dialog', { name: 'Произошла ошибка' })
test.each<[string, () => void]>([
  ['its cross', () => fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))],
  ['Esc', () => fireEvent(dialog(), new Event('close'))],
])('it is a modal; %s leaves to the account [C-ERR-49] [C-ERR-51]', (_, close) => {
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue()
  open(new Error('bug'))
  expect(dialog().matches('[open]')).toBe(true)
  close()
  expect(leave.mock.calls).toEqual([['/profile']])
  leave.mockRestore()
})
test.each([
  ['/options/family', '', '/profile'],
  ['/profile', '?buy=yandex', '/profile'],
])('a crash at %s%s leads to %s, where an unfinished purchase continues [C-ERR-51]', (page, search, to) => {
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue()
  window.history.replaceState(null, '', page + search)
  open(new Error('bug'))
  expect(screen.getByRole('link', { name: 'Перейти в личный кабинет' }).getAttribute('href')).toBe(to)
  fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
  fireEvent(dialog(), new Event('close'))
  expect(leave.mock.calls).toEqual([[to], [to]])
  leave.mockRestore()
  window.history.replaceState(null, '', '/profile')
})
test('a crash asks a user who was paying not to pay again, and never shows what was thrown [C-ERR-50] (OP-110)', () => {
  const { textContent } = open(new Error('bug'))
  expect(textContent).toContain(
    'Если вы оплачивали Пакет, не платите ещё раз: чем закончилась оплата, покажем в личном кабинете.',
  )
  expect(textContent).not.toContain('bug')
})
test('a crash clears the stored cache and is reported without the text of the error (OO-90)', () => {
  const events: ProductEvent[] = []
  deliverEvents(({ event }) => events.push(event))
  events.length = 0
  storedCache.write('stored')
  open(new Error('Bearer secret'))
  expect({ read: storedCache.read(), events }).toEqual({ read: null, events: [{ type: 'crash', what: 'page' }] })
})
test('renders again on another page', () => {
  window.history.replaceState(null, '', '/score')
  const view = render(
    <ErrorBoundary>
      <Broken error={new Error('bug')} />
    </ErrorBoundary>,
  )
  view.rerender(<ErrorBoundary>Главная</ErrorBoundary>)
  expect(screen.queryByText('Главная')).toBeNull()
  act(() => {
    window.history.replaceState(null, '', '/profile')
    window.dispatchEvent(new Event('popstate'))
  })
  expect(screen.queryByText('Главная')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
test('closes open modals when the page crashes', async () => {
  const message = { id: 'purchased', title: 'Вопрос', image: 'clock', buttons: [] } as const
  const answered = ask('message', message, new AbortController().signal)
  open(new Error('bug'))
  expect(await answered).toBe('dismissed')
  expect(modalStack.open).toEqual([])
})
