// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { bundleNamed, counterOfferNamed } from '@paket/sdk'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { promocodeMemory } from '#web/cache/promocode-memory.ts'
import { forgetVisit, readVisit } from '#web/analytics/visit.ts'
import type { PendingPurchase } from '#web/flow/pending-purchase.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { closeDialog } from '#support/dialogs.ts'
import { type Answers, cards, status } from '#support/fake-api.ts'
import { intentOf, storeIntent, storedIntent } from '#support/intents.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

/** Returns from the payment page to an address. */
async function returnFromPayment(address: string, answers: Answers = {}) {
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
/** Stores a purchase with a new card that is under way. */
const buying = ({ renewing = false, ...what }: PendingPurchase & { renewing?: boolean }, orderId = 'o1') =>
  storeIntent(intentOf({ what, renewing, orderId, payment: 'newCard' }))
const findDialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const isAccount = () => screen.findByRole('heading', { level: 1, name: 'Главная' })
const here = () => window.location.pathname + window.location.search

beforeEach(async () => {
  await buying({ bundle: 'standard199', priceKopecks: 19900 })
  window.sessionStorage.clear()
  forgetVisit()
})
afterEach(async () => {
  await leavePage()
  vi.unstubAllGlobals()
})

test.each([
  ['orderId', '/payment_gateway?event=payment&from=profile&orderId=o1'],
  ['mdOrder', '/payment_gateway?event=payment&from=landing&mdOrder=o1'],
  ['mdOrder beside an empty orderId', '/payment_gateway?event=payment&orderId=&mdOrder=o1'],
])(
  'a paid order, named by %s, is shown and leads to the account [C-ROUTE-05] [C-ENTITY-10] [C-LAYOUT-12]',
  async (_, address) => {
    const { followed, count } = await returnFromPayment(address)
    await findDialog('Сервис активирован')
    expect(followed()).toEqual([{ orderId: 'o1' }])
    await press('Перейти в личный кабинет')
    await isAccount()
    expect({ path: here(), createOrder: count('create_order') }).toEqual({ path: '/profile', createOrder: 0 })
  },
)
test('an order with an unknown end is checked in the account, which reads it again and says it', async () => {
  const { count } = await returnFromPayment('/payment_gateway?event=payment&from=profile', {
    get_order_status: [{ body: { code: 2000 } }],
  })
  await findDialog('Произошла ошибка')
  const reads = count('get_client_data')
  await press('Проверить Пакет')
  await isAccount()
  expect(count('get_client_data')).toBeGreaterThan(reads)
  await waitFor(() => expect(snackbars.items).toMatchObject([{ text: 'Пакет пока не подключается' }]))
})
test('without an order in the address the one that was made here is followed', async () => {
  const { followed } = await returnFromPayment('/payment_gateway?event=payment&from=profile')
  await findDialog('Сервис активирован')
  expect(followed()).toEqual([{ orderId: 'o1' }])
})
test('without an order in the address one whose answer was lost is found', async () => {
  await storeIntent(intentOf({ payment: 'newCard' }))
  const { followed } = await returnFromPayment('/payment_gateway?event=payment&from=profile')
  await findDialog('Сервис активирован')
  expect(followed()).toEqual([{ orderId: 'last' }])
})
test.each([
  ['another event', '/payment_gateway?event=binding&orderId=o1'],
  ['no event', '/payment_gateway'],
])('%s leads to the account, and follows nothing', async (_, address) => {
  await storeIntent(null)
  const { followed } = await returnFromPayment(address)
  await isAccount()
  expect({ here: here(), followed: followed() }).toEqual({ here: '/profile', followed: [] })
})
describe('an order that this browser has not made is not known here: it is neither asked about nor shown as paid', () => {
  test.each([
    ['orderId', '/payment_gateway?event=payment&from=profile&orderId=o9'],
    ['mdOrder', '/payment_gateway?event=payment&mdOrder=o9'],
  ])('by %s [C-ENTITY-10]', async (_, address) => {
    const { followed, services } = await returnFromPayment(address)
    await findDialog('Мы не знаем этот заказ')
    await press('Перейти в личный кабинет')
    await isAccount()
    expect({ here: here(), followed: followed(), openPaymentCalls: services.host.openPayment.mock.calls }).toEqual({
      here: '/profile',
      followed: [],
      openPaymentCalls: [],
    })
  })
  test('without an order id, when nothing was bought here', async () => {
    await storeIntent(null)
    const { followed } = await returnFromPayment('/payment_gateway?event=payment')
    await findDialog('Мы не знаем этот заказ')
    await press('Написать в поддержку')
    await closeDialog('Как связаться?', 'Закрыть')
    await isAccount()
    expect(followed()).toEqual([])
  })
})
test('a declined payment that is not tried again leads to the account', async () => {
  await returnFromPayment('/payment_gateway?event=payment&orderId=o1', { get_order_status: [status('declined')] })
  await findDialog('Не удалось оплатить')
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
    await buying({ bundle: 'standardsix899', priceKopecks: 89900 })
    await returnFromPayment(address, { get_order_status: [status('declined')] })
    await findDialog('Не удалось оплатить')
    await press('Попробовать ещё раз')
    await findDialog(/^К оплате 899.₽ за 6.месяцев$/)
    expect(here()).toBe('/profile')
  },
)
test('an activation whose card the bank declined is tried again on the partner’s page', async () => {
  await storeIntent(intentOf({ what: { activation: 'megafon' }, from: 'landing', payment: 'newCard', orderId: 'o1' }))
  await returnFromPayment('/payment_gateway?event=payment&from=landing&orderId=o1', {
    get_order_status: [status('declined')],
  })
  await findDialog('Не удалось активировать')
  await press('Попробовать ещё раз')
  await waitFor(() => expect(here()).toBe('/megafon'))
})
describe('a declined payment on terms of its own is tried again on them [C-ERR-17]', () => {
  const month = bundleNamed('standard199')
  const terms = { promocodeId: 'p1', price: 100, duration: 31, bundleId: month.id }
  const retry = async (answers: Answers) => {
    const page = await returnFromPayment('/payment_gateway?event=payment&orderId=o1', {
      get_order_status: [status('declined')],
      ...answers,
    })
    await findDialog('Не удалось оплатить')
    await press('Попробовать ещё раз')
    return page
  }
  const price = () => screen.findByRole('dialog', { name: /^К оплате 1.₽ за/ })
  const full = () => screen.queryByRole('dialog', { name: /199.₽/ })

  test('a promocode, checked again', async () => {
    promocodeMemory.storeChecked('FULL')
    await buying({ bundle: month.name, priceKopecks: 100, promocode: 'FULL' })
    const { count } = await retry({
      check_promocode: [{ body: { code: 0, result: { ...terms, scoresCampaign: null } } }],
    })
    await price()
    expect(count('check_promocode')).toBe(1)
  })
  test('a promocode whose time is over is shown, not replaced by the full price', async () => {
    await buying({ bundle: month.name, priceKopecks: 100, promocode: 'FULL' })
    const { count } = await retry({})
    await findDialog('Время вышло')
    expect({ checkPromocode: count('check_promocode'), fullPrice: full() }).toEqual({
      checkPromocode: 0,
      fullPrice: null,
    })
  })
  test('a counter-offer that is offered still', async () => {
    const { id, name, bundle, priceKopecks } = counterOfferNamed('discount1_90')
    await buying({ bundle, priceKopecks, counterOffer: name })
    await retry({ get_available_counter_offers: [{ body: { code: 0, result: { availableCounterOfferIds: [id] } } }] })
    await findDialog(/^К оплате 19.₽ за/)
  })
  test('a counter-offer that is over is shown, not replaced by the full price', async () => {
    const { name, bundle, priceKopecks } = counterOfferNamed('discount1_90')
    await buying({ bundle, priceKopecks, counterOffer: name })
    await retry({ get_available_counter_offers: [{ body: { code: 0, result: { availableCounterOfferIds: [] } } }] })
    await findDialog('Предложение больше не действует')
    expect(full()).toBeNull()
  })
  test('an action, asked about again [O-ENTITY-38]', async () => {
    await buying({ bundle: month.name, priceKopecks: 100, promocode: 'TRIAL', action: 'trial' })
    const { count } = await retry({ get_subscription_price: [{ body: { code: 0, result: terms } }] })
    await price()
    expect(count('get_subscription_price')).toBe(1)
  })
  test('asks nothing of a purchase at the full price in a visit with an action', async () => {
    readVisit('?trial=Y')
    await buying({ bundle: month.name, priceKopecks: month.priceKopecks })
    const { count } = await retry({})
    await findDialog(/^К оплате 199.₽ за/)
    expect(count('get_subscription_price')).toBe(0)
  })
  test('a grace period, at its price', async () => {
    await buying({ bundle: 'standard', priceKopecks: 12000 })
    await retry({
      get_client_data: [
        clientDataAnswer({ bundle: 'standard', isGracePeriod: true, lastChainEndDate: '2024-10-01T09:00:00Z' }),
      ],
    })
    await findDialog(/^К оплате 120.₽ за/)
  })
})
test.each([
  ['litres', { action: 'litres' as const, promocode: 'LITRES' }, 1],
  ['nothing else', {}, 0],
])(
  'a paid order of a visit with an action, bought with %s, promises so many gifts [C-MODAL-26]',
  async (_, own, gifts) => {
    readVisit('?litres=Y')
    await buying({ bundle: 'standard199', priceKopecks: 100, ...own })
    await returnFromPayment('/payment_gateway?event=payment&orderId=o1')
    await findDialog('Сервис активирован')
    expect(screen.queryAllByRole('button', { name: 'Получить' })).toHaveLength(gifts)
    expect((await storedIntent())?.end).toBe('paid')
  },
)
test.each([
  ['a renewal', { renewing: true }, 'Пакет продлён', '[C-MODAL-23]'],
  [
    'a counter-offer',
    { renewing: true, counterOffer: 'discount1_90' as const },
    'Месяц со скидкой 90% подключён',
    '[C-MODAL-28]',
  ],
])('%s that was paid on the payment page %j ends with «%s» %s', async (_, own, title, _row) => {
  await buying({ bundle: 'standard199', priceKopecks: 1900, ...own })
  await returnFromPayment('/payment_gateway?event=payment&orderId=o1')
  await findDialog(title)
})
test('a purchase of a partner leads to the partner’s page [C-ROUTE-27]', async () => {
  await buying({ bundle: 'standard199', priceKopecks: 19900, partner: 'megafon' })
  await returnFromPayment('/payment_gateway?event=payment&orderId=o1')
  await findDialog('Сервис активирован')
  await press('К подписке «МегаФон»')
  await waitFor(() => expect(here()).toBe('/megafon'))
})
test('the account is the account, by whomever it was bought [C-LAYOUT-12]', async () => {
  await buying({ bundle: 'standard199', priceKopecks: 19900, partner: 'megafon' })
  await returnFromPayment('/payment_gateway?event=payment&orderId=o1')
  await findDialog('Сервис активирован')
  await press('Перейти в личный кабинет')
  await isAccount()
  expect(here()).toBe('/profile')
})
test('a declined purchase of a partner is bought again from that partner', async () => {
  const partner = 'megafon'
  await buying({ bundle: 'standardsix899', priceKopecks: 89900, partner })
  await returnFromPayment('/payment_gateway?event=payment&orderId=o1', { get_order_status: [status('declined')] })
  await press('Попробовать ещё раз')
  await findDialog(/^К оплате 899.₽/)
  expect((await storedIntent())?.what).toMatchObject({ partner })
})
test('support is reached from the failure, and the account is behind it', async () => {
  await returnFromPayment('/payment_gateway?event=payment&orderId=o1', {
    get_order_status: [status('declined')],
  })
  await findDialog('Не удалось оплатить')
  await press('Написать в поддержку')
  await closeDialog('Как связаться?', 'Закрыть')
  await isAccount()
})
test('an error of the app is shown, and leads to the account', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  await returnFromPayment('/payment_gateway?event=payment&orderId=o1')
  await findDialog('Сервис активирован')
  modalStack.open[0]?.fail(new Error('cannot be drawn'))
  await closeDialog('Произошла ошибка', 'Закрыть')
  await isAccount()
  expect(here()).toBe('/profile')
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})
test('a session that is lost keeps the address, so that signing in comes back to the order', async () => {
  const { services } = await returnFromPayment('/payment_gateway?event=payment&orderId=o1', {
    get_order_status: [{ status: 401 }],
  })
  await findDialog('Произошла ошибка. Пожалуйста, авторизуйтесь повторно')
  await press('Войти')
  await waitFor(() => expect(services.signIn.mock.calls).toEqual([['/payment_gateway?event=payment&orderId=o1']]))
  expect(here()).toBe('/payment_gateway?event=payment&orderId=o1')
})
