// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { notLoaded, ReadState } from '#web/layout/read-state.tsx'

afterEach(cleanup)

let settle: PromiseWithResolvers<string>
const ask = () => (settle = Promise.withResolvers<string>()).promise

function Page(): ReactNode {
  const read = useQuery({ queryKey: ['offers'], queryFn: ask, retry: false })
  return (
    <ReadState read={read} failed={notLoaded} skeleton={<b>Место</b>}>
      {(text) => text}
    </ReadState>
  )
}

test('a retried read shows its failure, its button and the focus until it ends, then moves the focus before the content', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Место')).toBeTruthy()
  settle.reject(new Error('lost'))
  const button = await screen.findByRole('button', { name: 'Попробовать ещё раз' })
  button.focus()
  const isBusy = () => button.getAttribute('aria-busy') === 'true'
  for (const _ of ['once', 'again']) {
    fireEvent.click(button)
    await waitFor(() => expect(isBusy()).toBe(true))
    expect(document.activeElement).toBe(button)
    expect(screen.queryByText('Место')).toBeNull()
    settle.reject(new Error('lost'))
    await waitFor(() => expect(isBusy()).toBe(false))
    expect(document.activeElement).toBe(button)
  }
  fireEvent.click(button)
  await waitFor(() => expect(isBusy()).toBe(true))
  // Safari does not focus a pressed button: new content must not scroll the page away from the user's position.
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  settle.resolve('Вот оно')
  expect(await screen.findByText('Вот оно')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Загружено')
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]])
  focus.mockRestore()
})
