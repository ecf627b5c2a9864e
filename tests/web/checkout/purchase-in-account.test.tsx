// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { bundleNamed, counterOfferNamed } from '@paket/sdk'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetPromocodes } from '#web/cache/promocode-memory.ts'
import { forgetVisit } from '#web/analytics/visit.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { applySwitches } from '#web/config/switches.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { type Answers, cards, created, noCards, status } from '#support/fake-api.ts'
import { intentOf, storeIntent } from '#support/intents.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

const month = bundleNamed('standard199')
const open = (own: Parameters<typeof clientDataAnswer>[0], path: string, answers: Answers = {}) => {
  window.history.replaceState(null, '', path)
  return renderAccount({
    get_client_data: [clientDataAnswer(own)],
    get_user_profile: [anna],
    get_bank_cards: [cards],
    get_payments: [{ body: { code: 0, result: [] } }],
    get_scores_balance: [{ body: { code: 0, result: { scoresBalance: 0 } } }],
    get_user_experiment_group: [{ body: { code: 0, result: { experiments: [] } } }],
    get_all_loyalty_scores: [{ body: { code: 0, result: { scoresPaket: 0 } } }],
    create_order: [created],
    get_order_status: [status('deposited')],
    ...answers,
  })
}
const findDialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const answer = async (dialog: string | RegExp, name: string | RegExp) =>
  fireEvent.click(within(await findDialog(dialog)).getByRole('button', { name }))
const here = () => window.location.pathname + window.location.search

beforeEach(async () => {
  await storeIntent(null)
  window.sessionStorage.clear()
  forgetPromocodes()
  forgetVisit()
})
afterEach(async () => {
  applySwitches({})
  await leavePage()
  vi.unstubAllGlobals()
})

test('a main card that was removed in another tab is not charged: the user chooses again what pays', async () => {
  const { count, sent } = await open({ status: 'registered', bundle: null }, '/fastbuy', {
    get_bank_cards: [cards, noCards],
    get_order_status: [status('registered', 'https://pay.example/1')],
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Подключить Пакет')
  await press('Оплатить')
  const changed = await findDialog('Основная карта изменилась')
  expect(changed.textContent).toContain('Деньги не списаны')
  expect(count('create_order')).toBe(0)
  await press('Выбрать карту')
  await press('Перейти к оплате')
  await waitFor(() => expect(count('create_order')).toBe(1))
  expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ usingMainCard: false })
})

describe('buying that is closed orders nothing', () => {
  const closeBuying = () => applySwitches({ closed: { buying: 'Покупка вернётся в 18:00' } })
  test('by a promocode', async () => {
    const { count } = await open({ status: 'registered', bundle: null }, '/fastbuy_promo?promocode=FULL', {
      check_promocode: [
        {
          body: {
            code: 0,
            result: { promocodeId: 'p1', price: 100, duration: 31, bundleId: month.id, scoresCampaign: null },
          },
        },
      ],
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    closeBuying()
    await press('Применить промокод')
    await press('Активировать')
    await press('Оплатить')
    await findDialog('Пока недоступно')
    expect(count('create_order')).toBe(0)
  })
  test('by an offer in the cancellation', async () => {
    const { id } = counterOfferNamed('discount1_90')
    const { count } = await open({}, '/manage', {
      get_available_counter_offers: [{ body: { code: 0, result: { availableCounterOfferIds: [id] } } }],
    })
    await screen.findByRole('button', { name: 'Отключить автопродление' })
    closeBuying()
    await press('Отключить автопродление')
    await answer('Отключить Пакет?', 'Продолжить отключение')
    await answer('Останьтесь: месяц почти даром', 'Взять месяц')
    await press('Оплатить')
    await findDialog('Пока недоступно')
    expect(count('create_order')).toBe(0)
  })
})

test('a declined payment that is tried again is bought again, after an onboarding that was not seen yet', async () => {
  await storeIntent(
    intentOf({ what: { bundle: 'standard199', priceKopecks: 19900 }, orderId: 'o1', payment: 'newCard' }),
  )
  await open({ isGracePeriod: true, onboardingCard: true }, '/payment_gateway?event=payment&orderId=o1', {
    get_order_status: [status('declined')],
    change_onboarding_type: [{ body: { code: 0 } }],
  })
  await answer('Не удалось оплатить', 'Попробовать ещё раз')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Не удалось оплатить' })).toBeNull())
  await answer(/^Отлично/, 'Понятно')
  await findDialog(/^К оплате/)
})

test('an activation of a partner that is in doubt is tried again on that partner’s page', async () => {
  // Without the last known order a new one cannot be found.
  await storeIntent(intentOf({ what: { activation: 'megafon' }, from: 'landing', lastOrderId: undefined }))
  await open({ status: 'registered', bundle: null }, '/profile')
  await answer('Ответ не пришёл', 'Попробовать ещё раз')
  await waitFor(() => expect(here()).toBe('/megafon'))
})

const said = () => snackbars.items.map(({ text }) => text.replaceAll('\u00a0', ' '))

test.each<[Parameters<typeof clientDataAnswer>[0], string]>([
  [{ status: 'waiting_for_activation' }, 'Пакет подключается'],
  [{ lastChainEndDate: '2999-12-02T09:00:00+03:00' }, 'Пакет работает до 2 декабря 2999'],
  [{ bundle: 'megafon', deactivationDate: null, lastChainEndDate: null }, 'Пакет работает'],
  [{ status: 'registered', bundle: null }, 'Пакет пока не подключается'],
])('a check after a doubt says what is known by then: %j', async (checked, expected) => {
  const clientData = [clientDataAnswer({ status: 'registered', bundle: null })]
  await open({}, '/profile', { get_client_data: clientData, create_order: [{ body: 'nonsense' }] })
  await press('Подключить Пакет')
  await press(/^Купить за/)
  await press('Оплатить')
  await findDialog('Ответ не пришёл')
  expect(said()).toEqual([])
  clientData[0] = clientDataAnswer(checked)
  await answer('Ответ не пришёл', 'Проверить Пакет')
  await waitFor(() => expect(said()).toEqual([expected]))
})

test('a check whose answer cannot be read says only that', async () => {
  const clientData: Answers['x'] = [clientDataAnswer({ status: 'registered', bundle: null })]
  await open({}, '/profile', { get_client_data: clientData, create_order: [{ body: 'nonsense' }] })
  await press('Подключить Пакет')
  await press(/^Купить за/)
  await press('Оплатить')
  await findDialog('Ответ не пришёл')
  clientData[0] = { body: { code: 1 } }
  await answer('Ответ не пришёл', 'Проверить Пакет')
  await findDialog('Что-то пошло не так')
  expect(said()).toEqual([])
})

test('a purchase that is paid without a network says that nothing was sent, and can be tried again', async () => {
  const { count } = await open({ status: 'deactivated', bundle: null, orderId: 'o0' }, '/profile')
  await press('Подключить Пакет')
  await press(/^Купить за/)
  const isOnline = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false)
  await press('Оплатить')
  const dialog = await findDialog('Нет соединения с интернетом')
  expect(dialog.textContent).toContain('Ничего не отправлено')
  expect({ orders: count('create_order'), stored: window.localStorage.getItem('paket.purchase') }).toEqual({
    orders: 0,
    stored: null,
  })
  isOnline.mockRestore()
  await answer('Нет соединения с интернетом', 'Попробовать ещё раз')
  await press('Оплатить')
  await findDialog('Сервис активирован')
  expect(count('create_order')).toBe(1)
})

test('an order whose page is left by the history’s menu is followed on the other page', async () => {
  const { count } = await open({ status: 'registered', bundle: null }, '/profile', {
    get_order_status: [status('new'), status('deposited')],
  })
  await press('Подключить Пакет')
  await press(/^Купить за/)
  await press('Оплатить')
  await waitFor(() => expect(count('get_order_status')).toBe(1))
  await act(async () => {
    Object.getPrototypeOf(window.history).replaceState.call(window.history, null, '', '/payment_history')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await screen.findByRole('dialog', { name: 'Сервис активирован' }, { timeout: 6000 })
})
