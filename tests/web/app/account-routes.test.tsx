// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { renderAccount } from '#support/render-page.tsx'
import { routes } from '#web/routes.ts'

const modals = vi.hoisted(() => ({ loads: 0 }))
vi.mock('#web/app/app-modals.tsx', () => {
  modals.loads++
  throw new Error('Failed to fetch dynamically imported module')
})
const chunk = vi.hoisted(() => Promise.withResolvers<undefined>())
vi.mock('#web/pages/loyalty-cards/loyalty-cards-page.tsx', async (load) => {
  await chunk.promise
  return load()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('renders the page when preloading modals fails, without an unhandled rejection', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  window.history.replaceState(null, '', '/profile')
  await renderAccount({ get_client_data: [clientDataAnswer()], get_user_profile: [anna] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeTruthy()
  await waitFor(() => expect(modals.loads).toBe(1))
  await new Promise((turn) => setImmediate(turn))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

test('removes its listeners when it unmounts', async () => {
  const heard = new Map<string, number>()
  const count = (by: number) => (type: string) => void heard.set(type, (heard.get(type) ?? 0) + by)
  const pageEvents = () => ['pushState', 'replaceState', 'popstate'].map((type) => heard.get(type))
  const add = window.addEventListener.bind(window)
  const remove = window.removeEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
    count(1)(given[0])
    add(...given)
  })
  vi.spyOn(window, 'removeEventListener').mockImplementation((...given: Parameters<typeof remove>) => {
    count(-1)(given[0])
    remove(...given)
  })
  window.history.replaceState(null, '', '/profile')
  await renderAccount({ get_client_data: [clientDataAnswer()], get_user_profile: [anna] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeTruthy()
  expect(pageEvents().every((listening) => (listening ?? 0) > 0)).toBe(true)
  cleanup()
  await waitFor(() => expect(pageEvents()).toEqual([0, 0, 0]))
  vi.restoreAllMocks()
})

test('a page has its frame and its heading while its chunk loads, and the focus afterwards', async () => {
  window.history.replaceState(null, '', '/profile')
  await renderAccount({
    get_client_data: [clientDataAnswer()],
    get_user_profile: [anna],
    get_loyalty_cards: [{ body: { code: 0, result: [] } }],
  })
  await screen.findByText('Баллы и оплата')
  window.history.pushState(null, '', '/loyalty_cards')
  const awaited = await screen.findByRole('heading', { level: 1, name: 'Карты лояльности' })
  expect(document.title).toBe('Карты лояльности — Пакет')
  expect(document.activeElement).toBe(document.body)
  chunk.resolve(undefined)
  await screen.findByText('Карт пока нет')
  expect(awaited.isConnected).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Карты лояльности' }))
})

test('a page whose chunk has loaded opens without its skeleton', async () => {
  window.history.replaceState(null, '', '/profile')
  await renderAccount({
    get_client_data: [clientDataAnswer()],
    get_user_profile: [anna],
    get_payments: [{ body: { code: 0, result: [] } }],
  })
  await screen.findByText('Баллы и оплата')
  await routes.paymentHistory.page.load()
  window.history.pushState(null, '', '/payment_history')
  const heading = await screen.findByRole('heading', { level: 1, name: 'История платежей' })
  await screen.findByText('Платежей пока нет')
  expect(heading.isConnected).toBe(true)
})
