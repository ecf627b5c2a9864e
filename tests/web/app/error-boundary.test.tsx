// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../../../web/src/app/error-boundary.tsx'
import { ask, modalStack } from '../../../web/src/modals/modal-stack.ts'

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

// A bug is written where it is watched, by React as well.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(written))
afterEach(() => {
  cleanup()
  written.mockReset()
})

test('shows its children while nothing breaks', () => {
  render(<ErrorBoundary>Пакет</ErrorBoundary>)
  expect(screen.getByText('Пакет')).toBeTruthy()
})
test('a bug shows the incognito text, its own text, and the way to the account [C-ERR-49] [C-ERR-50] [C-ERR-51]', () => {
  const error = new Error('unknown bundle <b>x</b>')
  expect(open(error).textContent).toContain('Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку.')
  expect(screen.getByText('unknown bundle <b>x</b>')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Перейти в личный кабинет' }).getAttribute('href')).toBe('/profile')
  expect(written.mock.calls.map(([first]) => first)).toContain(error)
})
test.each([undefined, 'a text', 0])('%j that is thrown is a bug too, without a text', (thrown) => {
  const alert = open(thrown)
  expect(screen.getByRole('heading', { name: 'Произошла ошибка' })).toBeTruthy()
  expect(alert.textContent).not.toContain('a text')
})
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
])('a bug at %s%s leads to %s, where an unfinished purchase is gone on with [C-ERR-51]', (page, search, to) => {
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
test('another page is drawn anew', () => {
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
  expect([screen.queryByText('Главная') === null, screen.queryByRole('alert')]).toEqual([false, null])
})
test('a question that is open is closed with the page that it stood over', async () => {
  const message = { id: 'purchased', title: 'Вопрос', image: 'clock', buttons: [] } as const
  const answered = ask('message', message, new AbortController().signal)
  open(new Error('bug'))
  expect(await answered).toBe('dismissed')
  expect(modalStack.open).toEqual([])
})
test('a part of the app that does not load is no bug: it can be loaded anew [C-LAYOUT-13]', () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const error = new TypeError('Failed to fetch dynamically imported module')
  const { rerender } = render(<ErrorBoundary>Главная</ErrorBoundary>)
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  rerender(
    <ErrorBoundary>
      <Broken error={error} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert').textContent).not.toContain('Failed')
  expect(screen.getByRole('heading', { name: 'Страница не загрузилась' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Обновить' }))
  expect(reload).toHaveBeenCalledOnce()
  reload.mockRestore()
})
