// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type SnackbarItem, SnackbarList } from '#web/ui/snackbar-list.tsx'

afterEach(cleanup)

it('announces news in a live region that was there before them', () => {
  const dismiss = vi.fn()
  const view = (items: readonly SnackbarItem[]) => (
    <SnackbarList items={items} label="Уведомления" dismissLabel="Скрыть" onDismiss={dismiss} />
  )
  const { rerender } = render(view([]))
  const region = screen.getByRole('region', { name: 'Уведомления' })
  expect(region.getAttribute('aria-live')).toBe('polite')

  rerender(
    view([
      { id: 'a', text: 'Промокод скопирован' },
      { id: 'b', text: 'Нет связи', tone: 'error' },
    ]),
  )
  expect(screen.getByRole('region', { name: 'Уведомления' })).toBe(region)
  expect(within(region).getByText('Промокод скопирован')).toBeTruthy()
  fireEvent.click(within(region).getAllByRole('button', { name: 'Скрыть' })[1]!)
  expect(dismiss.mock.calls).toEqual([['b']])
})
