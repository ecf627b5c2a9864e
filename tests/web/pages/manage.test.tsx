// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anna, clientDataAnswer } from '../../support/client-data.ts'
import { cards, noCards } from '../../support/fake-api.ts'
import { renderAccount } from '../../support/render-page.tsx'

type Own = Parameters<typeof clientDataAnswer>[0]
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const open = (own: Own, bank = cards, path = '/manage') => {
  window.history.replaceState(null, '', path)
  return renderAccount({
    get_client_data: [clientDataAnswer(own)],
    get_user_profile: [anna],
    get_bank_cards: [bank],
    get_payments: [{ body: { code: 0, result: [] } }],
  })
}
const facts = async () => {
  await screen.findByRole('heading', { level: 1, name: 'Управление подпиской' })
  return [...document.querySelectorAll('dt')].map((term) =>
    `${term.textContent}: ${term.nextElementSibling?.textContent}`.replaceAll('\u00a0', ' '),
  )
}

test.each<[Own, string[]]>([
  [{}, ['Срок: 1 месяц', 'Цена: 199 ₽', 'Подключён: 1 ноября', 'Продлится: 2 декабря']],
  [{ autopaymentsEnabled: false }, ['Срок: 1 месяц', 'Цена: 199 ₽', 'Подключён: 1 ноября', 'Работает до: 2 декабря']],
  [{ bundle: 'hr', lastChainEndDate: null, deactivationDate: null }, ['Подключён: 1 ноября']],
])('%j is told as %j [C-ROUTE-06]', async (own, told) => {
  await open(own)
  expect(await facts()).toEqual(told)
})
test('the card that pays is named, and where to change it', async () => {
  await open({})
  const link = await screen.findByRole('link', { name: /Карта •••• 4417/ })
  expect(link.getAttribute('href')).toBe('/payment_methods')
})
test('the auto-renewal is explained, for the term that is held [O-MODAL-20]', async () => {
  await open({ bundle: 'standardsix899' })
  fireEvent.click(await screen.findByRole('button', { name: /Как работает автопродление/ }))
  const explained = await screen.findByRole('dialog', { name: 'Как продлевается Пакет' })
  const steps = within(explained).getAllByRole('listitem')
  expect(steps[1]?.textContent).toMatch(/продлится ещё на 6\s месяцев/)
  expect(steps.at(-1)?.textContent).toContain('сервис отключится')
  fireEvent.click(within(explained).getByRole('button', { name: 'Понятно' }))
})
test('without a card one can be added', async () => {
  await open({}, noCards)
  expect(await screen.findByRole('link', { name: 'Добавить карту для продления' })).toBeTruthy()
})
test('who has nothing to manage is led to the account', async () => {
  await open({ status: 'registered', bundle: null })
  expect(await screen.findByRole('heading', { name: 'Управлять пока нечем' })).toBeTruthy()
})
test.each([
  ['/manage', 'bg-white', '[C-LAYOUT-03]'],
  ['/payment_history', 'bg-white', '[C-LAYOUT-03]'],
  ['/payment_methods', 'bg-white', '[C-LAYOUT-03]'],
  ['/profile', 'bg-grey', '[C-LAYOUT-04]'],
])('the background of %s is %s %s', async (path, tone, _row) => {
  await open({}, cards, path)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('main').parentElement?.className.split(' ')).toContain(tone)
})
