// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberBundle } from '../../../web/src/app/last-bundle.ts'
import { interruptFlow } from '../../../web/src/flow/run-flow.ts'
import { modalStack } from '../../../web/src/modals/modal-stack.ts'
import { anna, clientDataAnswer } from '../../support/client-data.ts'
import { type Answers, cards, status } from '../../support/fake-api.ts'
import { renderAccount } from '../../support/render-page.tsx'

/** Comes back from the payment page to an address. */
async function comeBack(address: string, answers: Answers = {}) {
  window.history.replaceState(null, '', address)
  const { sent, count, services } = await renderAccount({
    get_client_data: [clientDataAnswer({ status: 'registered', bundle: null, orderId: 'last' })],
    get_user_profile: [anna],
    get_bank_cards: [cards],
    get_order_status: [status('deposited')],
    ...answers,
  })
  const followed = () => sent.filter(({ call }) => call === 'get_order_status').map(({ body }) => body)
  return { followed, count, services }
}
const asked = (name: string | RegExp) => screen.findByRole('dialog', { name })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const isAccount = () => screen.findByRole('heading', { level: 1, name: 'Главная' })
const here = () => window.location.pathname + window.location.search

beforeEach(() => window.sessionStorage.clear())
afterEach(async () => {
  interruptFlow()
  for (const { answer } of modalStack.open) answer('dismissed')
  await waitFor(() => expect(modalStack).toMatchObject({ open: [], spinner: null }))
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['orderId', '/payment_gateway?event=payment&from=profile&orderId=o1'],
  ['mdOrder', '/payment_gateway?event=payment&from=landing&mdOrder=o1'],
])(
  'a paid order, named by %s, is told and leads to the account [C-ROUTE-05] [C-ENTITY-10] [C-LAYOUT-12]',
  async (_, address) => {
    const { followed, count } = await comeBack(address)
    await asked('Сервис активирован')
    expect(followed()).toEqual([{ orderId: 'o1' }])
    await press('Перейти в личный кабинет')
    await isAccount()
    expect([here(), count('create_order')]).toEqual(['/profile', 0])
  },
)
test('without an order in the address the last one of the subscriber is followed', async () => {
  const { followed } = await comeBack('/payment_gateway?event=payment&from=profile')
  await asked('Сервис активирован')
  expect(followed()).toEqual([{ orderId: 'last' }])
})
test.each([
  ['no order at all', '/payment_gateway?event=payment', { get_client_data: [clientDataAnswer({ orderId: null })] }],
  ['another event', '/payment_gateway?event=binding&orderId=o1', {}],
  ['no event', '/payment_gateway', {}],
])('%s leads to the account, and follows nothing', async (_, address, answers) => {
  const { followed } = await comeBack(address, answers)
  await isAccount()
  expect([here(), followed()]).toEqual(['/profile', []])
})
test('a declined payment that is not tried again leads to the account', async () => {
  await comeBack('/payment_gateway?event=payment&orderId=o1', { get_order_status: [status('declined')] })
  await asked('Не удалось оплатить')
  await press('Закрыть')
  await isAccount()
  expect(here()).toBe('/profile')
})
test.each([
  ['with its order', '/payment_gateway?event=payment&from=profile&orderId=o1'],
  ['without its order', '/payment_gateway?event=payment&from=profile'],
])(
  'a declined payment, come back %s, can be tried again: the same bundle, from the card on [C-ERR-17]',
  async (_, address) => {
    rememberBundle('standardsix899')
    await comeBack(address, { get_order_status: [status('declined')] })
    await asked('Не удалось оплатить')
    await press('Попробовать ещё раз')
    await asked(/^К оплате 899₽ за 6.месяцев$/)
    expect(here()).toBe('/profile')
  },
)
test('support is reached from the failure, and the account is behind it', async () => {
  await comeBack('/payment_gateway?event=payment&orderId=o1', {
    get_order_status: [status('declined')],
  })
  await asked('Не удалось оплатить')
  await press('Написать в поддержку')
  await isAccount()
  await asked('Как связаться?')
})
test('a session that is lost keeps the address, so that signing in comes back to the order', async () => {
  const { services } = await comeBack('/payment_gateway?event=payment&orderId=o1', {
    get_order_status: [{ status: 401 }],
  })
  await asked('Произошла ошибка. Пожалуйста, авторизуйтесь повторно')
  await press('Войти')
  await waitFor(() => expect(services.signIn.mock.calls).toEqual([['/payment_gateway?event=payment&orderId=o1']]))
  expect(here()).toBe('/payment_gateway?event=payment&orderId=o1')
})
