// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type RouteRow, routes } from '#web/routes.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { renderAccount } from '#support/render-page.tsx'

afterEach(() => {
  cleanup()
  modalStack.open = []
  vi.unstubAllGlobals()
})

test.each(['/profile', '/fastbuy'])(
  'data that is read again at once at %s keeps its button and the focus until it is known how that ends [C-ERR-22]',
  async (path) => {
    window.history.replaceState(null, '', path)
    await renderAccount({ get_client_data: [{ status: 500 }], get_user_profile: [anna] })
    const button = await screen.findByRole('button', { name: 'Попробовать ещё раз', hidden: true })
    modalStack.open[0]?.answer('dismissed')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    button.focus()
    expect(document.activeElement).toBe(button)
    const fetchStub = vi.fn(() => new Promise<Response>(() => undefined))
    vi.stubGlobal('fetch', fetchStub)
    fireEvent.click(button)
    await waitFor(() => expect(fetchStub).toHaveBeenCalled())
    expect({ isConnected: button.isConnected, activeElement: document.activeElement }).toEqual({
      isConnected: true,
      activeElement: button,
    })
  },
)

test.each([
  ['/profile', 'Главная'],
  ['/score', 'Кешбэк'],
])('the page at %s that comes after a failure and a retry takes the focus [C-ERR-22]', async (path, name) => {
  window.history.replaceState(null, '', path)
  await renderAccount({ get_client_data: [{ status: 500 }, clientDataAnswer()], get_user_profile: [anna] })
  const button = await screen.findByRole('button', { name: 'Попробовать ещё раз', hidden: true })
  modalStack.open[0]?.answer('dismissed')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  button.focus()
  fireEvent.click(button)
  const heading = await screen.findByRole('heading', { level: 1, name })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

const chunksAt = (address: string) =>
  Object.values<RouteRow>(routes).flatMap(({ path, page }) =>
    path === address && typeof page === 'object' ? [page] : [],
  )

test.each([
  ['/profile', 'Главная'],
  ['/manage', 'Управление подпиской'],
  ['/score', 'Кешбэк'],
  ['/oplata', 'Оплата Пакета'],
])('%s has its heading «%s» before its data, and keeps it with the focus', async (path, name) => {
  window.history.replaceState(null, '', path)
  const answer = Promise.withResolvers<never>()
  const never = [new Promise<never>(() => undefined)]
  await renderAccount(
    new Proxy({ get_client_data: [answer.promise] }, { get: (own, call) => Reflect.get(own, call) ?? never }),
  )
  // The page's chunk has a heading of its own while it loads.
  await act(() => Promise.all(chunksAt(path).map(({ load }) => load())))
  const heading = screen.getByRole('heading', { level: 1, name })
  expect(document.title).toBe(`${name} — Пакет`)
  heading.tabIndex = -1
  heading.focus()
  const skeleton = document.querySelector('main [data-skeleton]')
  answer.resolve(Response.json(clientDataAnswer({ isGracePeriod: true }).body) as never)
  await waitFor(() => expect(skeleton?.isConnected).toBe(false))
  expect(screen.getAllByRole('heading', { level: 1 })).toEqual([heading])
  expect(document.activeElement).toBe(heading)
})
