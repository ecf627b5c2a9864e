// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../../../web/src/app/error-boundary.tsx'

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
