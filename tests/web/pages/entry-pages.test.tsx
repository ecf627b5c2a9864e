// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type BundleName, bundleNamed, counterOffers } from '@paket/sdk'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from '#web/app/app.tsx'
import { forgetUserBefore } from '#web/cache/forget-user.ts'
import type { Services } from '#web/services/services.ts'
import type { PaymentVisit } from '#web/hosts/host.ts'
import { interruptFlow, untilIdle } from '#web/flow/run-flow.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { createSession, session } from '#web/session/session.ts'
import { forgetVisit, readVisit } from '#web/analytics/visit.ts'
import { createWebHost } from '#web/hosts/web.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { type Answers, cards, created, fetchThatAnswers, noCards, status } from '#support/fake-api.ts'
import { withLocks } from '#support/fake-locks.ts'
import { intentOf, storeIntent, storedIntent } from '#support/intents.ts'
import { fakeIdentity, fakeServices, settings as fakeSettings } from '#support/fake-services.ts'
import { leavePage } from '#support/render-page.tsx'

type Own = Parameters<typeof clientDataAnswer>[0]
const registered: Own = { status: 'registered', bundle: null }
/** An empty list of the account. */
const nothing = { body: { code: 0, result: [] } }
const empty: Answers = { get_payments: [nothing], get_options: [nothing] }
const points = (scoresBalance: number) => ({ body: { code: 0, result: { scoresBalance } } })

const webviewToken = { first: async () => 'opaque', refresh: async () => 'opaque' }
/** Opens the app at an address, on the website or in a partner's app, as a visitor or as a subscriber. */
async function open(
  path: string,
  own: Own | null,
  answers: Answers = {},
  {
    isWebview = false,
    supportPage = '',
    ...ownServices
  }: Partial<Services> & { isWebview?: boolean; supportPage?: string } = {},
) {
  window.history.replaceState(null, '', path)
  readVisit(window.location.search)
  const { fetch, sent } = fetchThatAnswers({
    get_client_data: [clientDataAnswer(own ?? {})],
    get_user_profile: [anna],
    get_bank_cards: [cards],
    get_scores_balance: [points(0)],
    create_order: [created],
    get_order_status: [status('deposited')],
    ...answers,
  })
  vi.stubGlobal('fetch', fetch)
  withLocks()
  const web = fakeServices(fakeIdentity(own ? {} : { silentToken: async () => null }))
  const services = {
    ...web,
    host: { ...web.host, token: isWebview ? webviewToken : null },
    settings: { ...web.settings, support: { ...web.settings.support, page: supportPage } },
  }
  await services.session.start()
  render(<App services={{ ...services, ...ownServices }} />)
  return { services, sent, count: (call: string) => sent.filter((one) => one.call === call).length }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
/** Presses the page's button as soon as no modal covers it. */
async function begin(name: string): Promise<void> {
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name })).toBeTruthy()
  })
  await press(name)
}
const findDialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
/** A visitor who buys is asked to sign in first (O-MODAL-14). */
async function agreeToSignIn(): Promise<void> {
  const prompt = await findDialog('Войдите, чтобы подключить Пакет')
  fireEvent.click(within(prompt).getByRole('button', { name: 'Войти' }))
  await waitFor(() => expect(modalStack.open).toEqual([]))
}
const here = () => window.location.pathname + window.location.search
const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

beforeEach(async () => {
  await storeIntent(null)
  session.state = 'checking'
  window.sessionStorage.clear()
})
afterEach(async () => {
  await leavePage()
  // The account may have started to resume an unfinished purchase.
  interruptFlow()
  await untilIdle()
  forgetVisit()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('partner pages', () => {
  const names: [path: string, partner: string, row: string][] = [
    ['/yandex', 'Яндекс', '[C-ROUTE-13]'],
    ['/ogon', 'Огонь', '[C-ROUTE-14]'],
    ['/megafon', 'МегаФон', '[C-ROUTE-15]'],
    ['/t2', 'T2', '[C-ROUTE-16]'],
    ['/wink', 'Wink', '[C-ROUTE-17]'],
    ['/tbank', 'Т-Банк', '[C-ROUTE-18]'],
    ['/beeline', 'Билайн', '[C-ROUTE-19]'],
    ['/x5card', 'X5 Карта', '[C-ROUTE-33]'],
  ]
  test.each(names)('%s shows the page of %s %s', async (path, partner, _row) => {
    await open(path, registered)
    await title(`Пакет с подпиской «${partner}»`)
  })
  test.each([
    ['/megafon', '[C-GUARD-04]'],
    ['/t2', '[C-GUARD-04]'],
    ['/beeline', '[C-GUARD-04]'],
    ['/tbank', '[C-GUARD-05]'],
    ['/wink', '[C-GUARD-06]'],
  ])('%s sends a visitor to sign in by itself %s', async (path, _row) => {
    const { services } = await open(path, null)
    await waitFor(() => expect(services.signIn).toHaveBeenCalledWith(path), { timeout: 3000 })
  })
  test.each(['/yandex?a=1', '/ogon?a=1', '/x5card?a=1'])(
    '%s is shown to a visitor, who signs in to activate (OP-28)',
    async (path) => {
      vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
      const { services } = await open(path, null)
      await title(/^Пакет с подпиской/)
      await vi.advanceTimersByTimeAsync(5000)
      expect(services.signIn).not.toHaveBeenCalled()
      await press('Активировать')
      expect(services.signIn).toHaveBeenCalledWith(path)
    },
  )
  test('activates the partner’s bundle for nothing, by the main card and without asking for it [C-BUY-03]', async () => {
    const { sent } = await open('/megafon', registered)
    await press('Активировать')
    await findDialog('Сервис активирован')
    const order = sent.find(({ call }) => call === 'create_order')
    expect(order?.body).toMatchObject({ usingMainCard: true })
  })
  test.each([
    ['/megafon', 'Активировать', 'Подписка активируется', '[C-MODAL-04]'],
    ['/fastbuy', 'Подключить Пакет', 'Заказ создаётся', '[C-MODAL-05]'],
  ])('while the order of %s is made, %s shows the spinner «%s» %s [C-BUY-05]', async (path, button, spinner) => {
    await open(path, registered, { create_order: [new Promise<never>(() => undefined)] })
    await begin(button)
    if (path === '/fastbuy') await press('Оплатить')
    await findDialog(spinner)
  })
  test('without a card the bank’s page may ask for one', async () => {
    const { services } = await open('/megafon', registered, {
      get_bank_cards: [noCards],
      get_order_status: [status('registered', 'https://pay.example/1')],
    })
    await press('Активировать')
    await waitFor(() =>
      expect(services.host.openPayment).toHaveBeenCalledWith('https://pay.example/1', expect.any(Function)),
    )
  })
  test('a failure has the partner’s hint, and signs in with another number [C-ERR-46] [C-ERR-47] [C-ERR-48]', async () => {
    const { services } = await open('/beeline', registered, { create_order: [{ body: { code: 2001 } }] })
    await press('Активировать')
    const dialog = await findDialog('Не удалось активировать')
    expect(dialog.textContent).toContain('Билайна')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Ввести номер ещё раз' }))
    await waitFor(() => expect(services.signInAgain).toHaveBeenCalledWith('/beeline'))
  })
  test.each<[Answers['x']]>([[[status('declined')]], [[status('refunded')]]])(
    'an activation whose order ends with %j has failed too [C-ERR-46]',
    async (statuses) => {
      await open('/beeline', registered, { get_order_status: statuses })
      await press('Активировать')
      expect((await findDialog('Не удалось активировать')).textContent).toContain('Билайна')
    },
  )
  test.each<[Answers, RegExp]>([
    [{ get_order_status: [{ body: { code: 2000 } }] }, /Код ошибки 2000/],
    [{ get_order_status: [{ status: 503 }] }, /Код ошибки 503/],
    [{ create_order: [{ body: 'nonsense' }] }, /могла подключиться/],
  ])(
    'an activation with an unknown end (%j) offers to check it, and does not mention a payment',
    async (answers, expected) => {
      await open('/beeline', registered, answers)
      await press('Активировать')
      const dialog = await findDialog('Ответ не пришёл')
      expect(dialog.textContent).toMatch(expected)
      expect(dialog.textContent).not.toMatch(/плат/)
      await press('Проверить Пакет')
      await waitFor(() => expect(here()).toBe('/profile'))
    },
  )
  test('a partner’s app has the session: another number is entered there [C-ERR-48]', async () => {
    await open('/beeline', registered, { create_order: [{ body: { code: 2001 } }] }, { signInAgain: null })
    await press('Активировать')
    const dialog = within(await findDialog('Не удалось активировать'))
    expect(dialog.queryByRole('button', { name: 'Ввести номер ещё раз' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Написать в поддержку' })).toBeTruthy()
  })
  test('cards that cannot be read are tried again when that is asked for [C-ERR-37]', async () => {
    const { count } = await open('/megafon', registered, { get_bank_cards: [{ status: 500 }, cards] })
    await press('Активировать')
    const dialog = await findDialog('Что-то пошло не так')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Попробовать ещё раз' }))
    await findDialog('Сервис активирован')
    expect(count('create_order')).toBe(1)
  })
  test.each<[BundleName, string, string]>([
    ['slave', 'Вы в Семье, платить не нужно', '[C-ROLE-07]'],
    ['hr', 'У вас уже лучшие условия', '[C-ROLE-06]'],
    ['yandex', 'У вас уже есть подписка партнёра', '[C-ROLE-05]'],
  ])('a holder of %s is shown «%s», and nothing is ordered %s', async (bundle, expected) => {
    const { count } = await open('/megafon', { bundle })
    await press('Активировать')
    await findDialog(expected)
    expect(count('create_order')).toBe(0)
  })
  test('an action that the visit came with promises no gift for an activation (OO-29)', async () => {
    window.sessionStorage.setItem('paket.action', 'litres')
    await open('/megafon', registered)
    await press('Активировать')
    const done = await findDialog('Сервис активирован')
    expect(within(done).queryByRole('button', { name: 'Получить' })).toBeNull()
  })
  test.each([
    ['/megafon', 'landing'],
    ['/megafon?referrer=refrigerator', 'holodilnik'],
  ])('%s says that it was activated from %s [C-ENTITY-14]', async (path, from) => {
    const { sent } = await open(path, registered)
    await press('Активировать')
    await findDialog('Сервис активирован')
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ returnUrlParameters: { from } })
  })
})

describe('fast purchase', () => {
  const paths: [path: string, row: string][] = [
    ['/fastbuy', '[C-ROUTE-20]'],
    ['/fastbuy_bally', '[C-ROUTE-21]'],
    ['/fastbuy_bally_long_subs', '[C-ROUTE-22]'],
    ['/fastbuy_bally_tariff', '[C-ROUTE-23]'],
    ['/fastbuy_special', '[C-ROUTE-24]'],
    ['/fastbuy_partner', '[C-ROUTE-25]'],
    ['/fastbuy_promo', '[C-ROUTE-26]'],
    ['/fastbuy/megafon', '[C-ROUTE-27]'],
  ]
  test.each(paths)(
    '%s is shown to a visitor, who signs in to buy and comes back (OP-63) %s [C-ROLE-02]',
    async (path, _row) => {
      const { services } = await open(`${path}?a=1`, null)
      await title(/Пакет|предложение/)
      const main = screen.getByRole('main')
      fireEvent.click(within(main).getByRole('button'))
      await agreeToSignIn()
      expect(services.signIn).toHaveBeenCalledWith(`${path}?a=1`)
    },
  )
  /** Presses the page's button as a visitor; resolves with what finds the session. */
  async function pressBeforeSession(path: string, own: Own) {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { services } = await open(path, null, { get_client_data: [clientDataAnswer(own)] })
    session.state = 'checking'
    const late = createSession(async () => fakeIdentity({ silentToken: () => promise }))
    cleanup()
    render(
      <StrictMode>
        <App services={{ ...services, session: late }} />
      </StrictMode>,
    )
    const started = late.start()
    await title(/./)
    fireEvent.click(within(screen.getByRole('main')).getByRole('button'))
    await findDialog('Войдите, чтобы подключить Пакет')
    async function find(): Promise<void> {
      resolve('opaque')
      await started
    }
    return find
  }
  test.each([
    ['/fastbuy', /^К оплате 199.₽/],
    ['/fastbuy_promo', 'Ввод промокода'],
    ['/sale/shop', /^К оплате 199.₽/],
  ])('the button of %s, pressed before the session is known, works once, when it is found', async (path, expected) => {
    const find = await pressBeforeSession(path, registered)
    await find()
    await findDialog(expected)
    modalStack.open.at(-1)?.answer('dismissed')
    await untilIdle()
    window.history.pushState(null, '', '/manage')
    await title('Управление подпиской')
    window.history.pushState(null, '', path)
    await title(/^Пакет|^Подключите/)
    await untilIdle()
    expect(modalStack.open).toEqual([])
  })
  test('a button that was pressed before the session is known buys nothing on a page that was left meanwhile', async () => {
    const find = await pressBeforeSession('/fastbuy', registered)
    await find()
    window.history.pushState(null, '', '/manage')
    await title('Управление подпиской')
    window.history.pushState(null, '', '/fastbuy')
    await begin('Подключить Пакет')
    await findDialog(/^К оплате/)
  })
  test('a user who may not buy is led to the account, even if the button was pressed before the session is known', async () => {
    const find = await pressBeforeSession('/fastbuy', { bundle: 'slave' })
    await find()
    await findDialog('Вы в Семье, платить не нужно')
    expect(modalStack.open).toHaveLength(1)
    expect(here()).toBe('/profile')
  })
  test.each<[string, Own, string, string]>([
    ...paths.flatMap(([path, row]): [string, Own, string, string][] => [
      [path, { bundle: 'hr' }, 'У вас уже лучшие условия', `${row} [C-GUARD-08] [C-GUARD-09]`],
      [path, { bundle: 'yandex' }, 'У вас уже есть подписка партнёра', `${row} [C-GUARD-10] [C-GUARD-11]`],
      [path, { bundle: 'slave' }, 'Вы в Семье, платить не нужно', `${row} [C-GUARD-12] [C-GUARD-13]`],
    ]),
    ['/fastbuy', { bundle: 'apelsin' }, 'У вас уже есть подписка партнёра', '[C-GUARD-10]'],
  ])('%s sends %j to the account, which says «%s» %s', async (path, own, expected, _row) => {
    await open(path, own)
    await findDialog(expected)
    await waitFor(() => expect(here()).toBe('/profile'))
  })
  test.each<Own>([
    {
      bundle: 'standard199',
      lastPeriod: { bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', startDate: null, endDate: null },
    },
    {
      ...registered,
      lastPeriod: { bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', startDate: null, endDate: null },
    },
  ])('a further period leads to the account with an alert: %j [C-GUARD-14] [C-GUARD-15]', async (own) => {
    await open('/fastbuy', own)
    await waitFor(() => expect(here()).toBe('/profile'))
    expect(await screen.findByText('У вас уже есть оплаченный период')).toBeTruthy()
  })
  test.each(paths)(
    '%s leads to the account with a further paid period [C-GUARD-14] [C-GUARD-15]',
    async (path, _row) => {
      const lastPeriod = { bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', startDate: null, endDate: null }
      await open(path, { bundle: 'standard199', lastPeriod })
      await waitFor(() => expect(here()).toBe('/profile'))
      expect(await screen.findByText('У вас уже есть оплаченный период')).toBeTruthy()
    },
  )
  test('does not leave the page after a further period was bought on it, so that its success can be read [C-GUARD-14]', async () => {
    const bundleId = 'b61e6ba5-3682-4dd6-b804-69b84b2d451c'
    const lastPeriod = { bundleId, startDate: null, endDate: null }
    const { count } = await open('/fastbuy', registered, {
      // Read by the page, by the purchase before its order, and by the page after the payment.
      get_client_data: [
        clientDataAnswer(registered),
        clientDataAnswer(registered),
        clientDataAnswer({ bundle: 'standard199', lastPeriod }),
      ],
    })
    await begin('Подключить Пакет')
    await press('Оплатить')
    await findDialog('Сервис активирован')
    await waitFor(() => expect(count('get_client_data')).toBe(3))
    await press('Перейти в личный кабинет')
    await title('Главная')
    expect(snackbars.items).toEqual([])
  })
  test.each<Own>([
    registered,
    { status: 'deactivated', bundle: null },
    {},
    { status: 'deactivated', bundle: 'hr' },
    { lastPeriod: { bundleId: null, startDate: null, endDate: null } },
  ])('%j stays [C-GUARD-08] [C-GUARD-14] [C-GUARD-16]', async (own) => {
    await open('/fastbuy', own)
    await title('Подключите Пакет за минуту')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(here()).toBe('/fastbuy')
  })
  test('while the data loads a skeleton is shown over the page [C-MODAL-03]', async () => {
    await open('/fastbuy', registered, { get_client_data: [new Promise<never>(() => undefined)] })
    expect((await findDialog('Загружаем')).querySelector('[data-skeleton]')).not.toBeNull()
  })
  test.each([
    ['/fastbuy', /^К оплате 199.₽/, 'fastbuy'],
    ['/fastbuy?bundle=standardsix899', /^К оплате 899.₽/, 'fastbuy'],
    ['/fastbuy?bundle=hr&from=landing', /^К оплате 199.₽/, 'landing'],
    ['/fastbuy?bundle=nothing&from=profile', /^К оплате 199.₽/, 'fastbuy'],
    ['/fastbuy?bundle=standardtwelve1599&from=landing', /^К оплате 1.599.₽/, 'landing'],
    ['/fastbuy?referrer=refrigerator', /^К оплате 199.₽/, 'holodilnik'],
  ])(
    '%s asks for a card, and the order says from where [C-ROUTE-20] [C-ENTITY-14] [O-ROUTE-13] [O-ROUTE-14]',
    async (path, modal, from) => {
      const { sent } = await open(path, registered)
      await begin('Подключить Пакет')
      await findDialog(modal)
      await press('Оплатить')
      await findDialog('Сервис активирован')
      expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ returnUrlParameters: { from } })
    },
  )
  test.each([
    ['/fastbuy_bally', 3, '[C-ROUTE-21]'],
    ['/fastbuy_bally_tariff', 3, '[C-ROUTE-23]'],
    ['/fastbuy_bally_long_subs', 2, '[C-ROUTE-22]'],
  ])('%s opens the checkout in points, with %i plans [C-MODAL-19] %s', async (path, plans) => {
    await open(path, registered, { get_scores_balance: [points(20_000)] })
    await begin('Выбрать тариф')
    const checkout = within(await findDialog('Выберите тарифный план'))
    expect(checkout.getAllByRole('radio')).toHaveLength(plans)
    expect(checkout.getByRole('switch', { name: 'Оплатить баллами' }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(checkout.getByRole('radio', { name: /^6.месяцев/ }))
    expect(checkout.getByRole('button', { name: /^Купить за 8.990.баллов$/ })).toBeTruthy()
  })
  test.each([
    [10_000, true, /^6.месяцев/, /^У вас 10.000.баллов$/],
    [8000, false, /^12.месяцев/, /^У вас 8.000.баллов, этого не хватит$/],
  ])(
    '/fastbuy_bally_long_subs with %i points: what is the lowest-priced counts [C-POINTS-07] [C-POINTS-09]',
    async (balance, isEnough, plan, hint) => {
      await open('/fastbuy_bally_long_subs', registered, { get_scores_balance: [points(balance)] })
      await begin('Выбрать тариф')
      const checkout = within(await findDialog('Выберите тарифный план'))
      const toggle = checkout.getByRole('switch', { name: 'Оплатить баллами' })
      expect({ checked: toggle.getAttribute('aria-checked'), disabled: toggle.hasAttribute('disabled') }).toEqual({
        checked: `${isEnough}`,
        disabled: !isEnough,
      })
      expect(checkout.getByRole('radio', { name: plan, checked: true })).toBeTruthy()
      expect(checkout.getByText(hint)).toBeTruthy()
    },
  )
  test('/fastbuy_special buys on the terms of the first counter-offer that may be taken [C-ROUTE-24]', async () => {
    const discount = '2ccd5f71-12fc-4e59-b1e9-f4fd46b1f9d2'
    const { sent } = await open('/fastbuy_special', registered, {
      get_available_counter_offers: [{ body: { code: 0, result: { availableCounterOfferIds: ['x', discount] } } }],
    })
    await begin('Получить предложение')
    await findDialog(/^К оплате 539,40.₽/)
    await press('Оплатить')
    await findDialog(/^Полгода со скидкой/)
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ counterOfferId: discount })
  })
  test('/fastbuy_special lets choose between counter-offers of the same discount, at their price [C-ROUTE-24] [C-MODAL-09] [C-BUNDLE-27]', async () => {
    const ids = counterOffers.filter(({ discountPercent }) => discountPercent === 40).map(({ id }) => id)
    const { sent } = await open('/fastbuy_special', registered, {
      get_available_counter_offers: [{ body: { code: 0, result: { availableCounterOfferIds: ids } } }],
    })
    await begin('Получить предложение')
    const choice = within(await findDialog('На сколько подключить Пакет'))
    const [year] = choice.getAllByRole('radio')
    expect(year).toBe(choice.getByRole('radio', { name: /12.месяцев.−40%.959,4/, checked: true }))
    fireEvent.click(choice.getByRole('button', { name: 'Продолжить' }))
    await findDialog(/^К оплате 959,40.₽/)
    await press('Оплатить')
    await findDialog(/^Год со скидкой/)
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ counterOfferId: ids[1] })
  })
  test.each<[string, Answers['x'], string, string]>([
    ['code 2000 [C-ERR-39]', [{ body: { code: 2000 } }], 'Произошла ошибка', 'error'],
    ['code 2001 [C-ERR-39]', [{ body: { code: 2001 } }], 'Произошла ошибка', 'error'],
    ['HTTP 422 [C-ERR-39]', [{ status: 422, body: { code: 1 } }], 'Произошла ошибка', 'error'],
    ['HTTP 500 [C-ERR-38]', [{ status: 500 }], 'Что-то пошло не так', 'try-again'],
  ])('counter-offers that cannot be read: %s', async (_, answer, expected, id) => {
    const { count } = await open('/fastbuy_special', registered, { get_available_counter_offers: answer })
    await begin('Получить предложение')
    await findDialog(expected)
    expect(modalStack.open.map(({ given }) => given)).toMatchObject([{ id, code: undefined }])
    expect(count('create_order')).toBe(0)
  })
  test('/fastbuy_special without an offer says so and asks before it sells at the usual price (OP-35) [C-ROUTE-24]', async () => {
    const none = { body: { code: 0, result: { availableCounterOfferIds: [] } } }
    const { count, sent } = await open('/fastbuy_special', registered, { get_available_counter_offers: [none] })
    await begin('Получить предложение')
    const dialog = await findDialog('Специального предложения сейчас нет')
    expect(dialog.textContent).toMatch(/по обычной цене: 199.₽ за 1.месяц/)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Не сейчас' }))
    await waitFor(() => expect(modalStack.open).toEqual([]))
    expect(count('create_order')).toBe(0)
    await begin('Получить предложение')
    await press(/^Подключить за /)
    await findDialog(/^К оплате/)
    await press('Оплатить')
    await waitFor(() => expect(sent.some(({ call }) => call === 'create_order')).toBe(true))
  })
  test('counter-offers that could not be read are read again when that is asked for [C-ERR-38]', async () => {
    const ids = counterOffers.filter(({ name }) => name === 'discount6_40').map(({ id }) => id)
    const offered = { body: { code: 0, result: { availableCounterOfferIds: ids } } }
    await open('/fastbuy_special', registered, { get_available_counter_offers: [{ status: 500 }, offered] })
    await begin('Получить предложение')
    const dialog = await findDialog('Что-то пошло не так')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Попробовать ещё раз' }))
    await findDialog(/^К оплате/)
  })
  test('/fastbuy_promo buys with the promocode of the query, at its price [C-ROUTE-26]', async () => {
    const result = {
      promocodeId: 'p1',
      price: 100,
      duration: 31,
      bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c',
      scoresCampaign: null,
    }
    const { sent } = await open('/fastbuy_promo?promocode=FULL199', registered, {
      check_promocode: [{ body: { code: 0, result } }],
    })
    await begin('Применить промокод')
    await press('Активировать')
    await findDialog(/^К оплате 1.₽/)
    await press('Оплатить')
    await findDialog('Сервис активирован')
    expect(sent.find(({ call }) => call === 'check_promocode')?.body).toEqual({ promocodeValue: 'FULL199' })
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ promocodeId: 'p1' })
  })
  test('/fastbuy_promo asks for a promocode when the query has none [C-ROUTE-26]', async () => {
    const { count } = await open('/fastbuy_promo?bundle=standardsix899', registered, {
      check_promocode: [{ body: { code: 2001 } }],
    })
    await begin('Применить промокод')
    const entry = await findDialog('Ввод промокода')
    fireEvent.change(within(entry).getByRole('textbox'), { target: { value: 'OLD' } })
    await press('Проверить')
    await press('Купить без промокода')
    await findDialog(/^К оплате 899.₽/)
    expect(count('check_promocode')).toBe(1)
  })
  test('a promocode that does not work can be left out', async () => {
    await open('/fastbuy_promo?promocode=OLD', registered, { check_promocode: [{ body: { code: 2001 } }] })
    await begin('Применить промокод')
    expect((await findDialog('Ввод промокода')).textContent).toContain('Промокод уже не работает. Ошибка: 2001')
    await press('Купить без промокода')
    await findDialog(/^К оплате 199.₽/)
  })
  test('a promocode whose conditions are not met has the note also while the subscription is being connected [O-ERR-26]', async () => {
    const refused = { check_promocode: [{ body: { code: 2002 } }] }
    await open('/fastbuy_promo?promocode=A', { status: 'waiting_for_activation' }, refused)
    await begin('Применить промокод')
    expect((await findDialog('Ввод промокода')).textContent).toContain('Пакет у вас уже подключён.')
  })
  test.each([
    ['К подписке «МегаФон»', '/megafon', '[C-ROUTE-27]'],
    ['Перейти в личный кабинет', '/profile', '[C-LAYOUT-11] [C-LAYOUT-12]'],
  ])('/fastbuy/{partner} ends with «%s», which leads to %s [C-MODAL-24] %s', async (button, path) => {
    await open('/fastbuy/megafon', registered)
    await begin('Подключить Пакет')
    await press('Оплатить')
    await findDialog('Сервис активирован')
    await press(button)
    await waitFor(() => expect(here()).toBe(path))
  })
  test('an order of /fastbuy/{partner} with an unknown end is checked in the account', async () => {
    await open('/fastbuy/megafon', registered, { get_order_status: [{ status: 503 }] })
    await begin('Подключить Пакет')
    await press('Оплатить')
    expect((await findDialog('Произошла ошибка')).textContent).toContain('Код ошибки 503')
    await press('Проверить Пакет')
    await waitFor(() => expect(here()).toBe('/profile'))
  })
  test.each([
    ['deposited', 'Сервис активирован', 'paid'],
    ['declined', 'Не удалось оплатить', 'declined'],
  ])('what was being bought is stored with its end: %s', async (end, expected, stored) => {
    await open('/fastbuy', registered, { get_order_status: [status(end)] })
    await begin('Подключить Пакет')
    await press('Оплатить')
    await findDialog(expected)
    expect((await storedIntent())?.end).toBe(stored)
  })
  test.each([
    ['/fastbuy/megafon', 'megafon', '[C-ROUTE-27]'],
    ['/fastbuy_partner', undefined, '[C-ROUTE-25]'],
  ])('%s remembers the partner %s for the payment page %s', async (path, partner, _row) => {
    const { services } = await open(path, registered, {
      get_bank_cards: [noCards],
      get_order_status: [status('registered', 'https://pay.example/1')],
    })
    let end: (visit: PaymentVisit) => void = () => undefined
    services.host.openPayment.mockImplementation(() => new Promise((resolve) => (end = resolve)))
    await begin('Подключить Пакет')
    await press('Перейти к оплате')
    await waitFor(() => expect(services.host.openPayment).toHaveBeenCalled())
    const intent = await storedIntent()
    expect(intent?.what).toMatchObject({ bundle: 'standard199' })
    expect(intent?.what && 'partner' in intent.what ? intent.what.partner : undefined).toBe(partner)
    // A user who comes back from it sees no message, and the order stays stored, because it may still be paid (OP-65) [C-BUY-08].
    end('back')
    await untilIdle()
    expect({ open: modalStack.open, storedIntent: await storedIntent() }).toEqual({ open: [], storedIntent: intent })
  })
  test('a focus on the return from the bank’s app ends the purchase without an error (OP-65) [C-BUY-09]', async () => {
    const assign = vi.fn<Location['assign']>()
    const host = createWebHost({
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      open: vi.fn<Window['open']>(),
      document: window.document,
      location: { assign },
      navigator: window.navigator,
    })
    const answers = { get_bank_cards: [noCards], get_order_status: [status('registered', 'https://pay.example/1')] }
    const { count } = await open('/fastbuy', registered, answers, { host })
    await begin('Подключить Пакет')
    await press('Перейти к оплате')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'))
    expect(screen.getByRole('dialog', { name: 'Заказ создаётся' })).toBeTruthy()
    const reads = count('get_client_data')
    const hidden = vi.spyOn(window.document, 'hidden', 'get').mockReturnValue(true)
    fireEvent(window.document, new Event('visibilitychange', { bubbles: true }))
    hidden.mockReturnValue(false)
    fireEvent(window, new Event('focus'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(count('get_client_data')).toBeGreaterThan(reads))
    hidden.mockRestore()
  })
  test('a payment page that may still open finds what was being bought (OP-65)', async () => {
    const { services, count } = await open('/fastbuy', registered, {
      get_bank_cards: [noCards],
      get_order_status: [status('registered', 'https://pay.example/1')],
    })
    services.host.openPayment.mockResolvedValue('stayed')
    await begin('Подключить Пакет')
    await press('Перейти к оплате')
    // Client data is read before the order, and after the flow.
    await waitFor(() => expect(count('get_client_data')).toBeGreaterThanOrEqual(3))
    expect((await storedIntent())?.what).toMatchObject({ bundle: 'standard199' })
  })
  test.each(['/fastbuy/nobody', '/fastbuy/__proto__', '/sale/nothing', '/sale/constructor'])(
    '%s is no page',
    async (path) => {
      await open(path, null)
      await title('Такой страницы нет')
    },
  )
})

describe('activation by a link', () => {
  const paths: [path: string, row: string][] = [
    ['/x5card/activation', '[C-ROUTE-34]'],
    ['/auto_activation_offline', '[C-ROUTE-35]'],
    ['/offline-activation', '[C-ROUTE-36]'],
  ]
  const activation = (code: number) => ({ activate_by_link: [{ body: { code } }] })
  test.each(paths)(
    '%s sends its id once, says that it worked, and reads the subscription again %s [O-ACTIVATE-01] [O-ACTIVATE-03]',
    async (path, _row) => {
      const { sent, count } = await open(`${path}?id=act-1`, registered, activation(0))
      await title('Сервис активирован')
      expect(sent.filter(({ call }) => call === 'activate_by_link').map(({ body }) => body)).toEqual([
        { activationId: 'act-1', source: 'web' },
      ])
      await waitFor(() => expect(count('get_client_data')).toBe(2))
      await press('Перейти в личный кабинет')
      await waitFor(() => expect(here()).toBe('/profile'))
    },
  )
  test('the focus moves to the result', async () => {
    await open('/offline-activation?id=act-1', registered, activation(0))
    const result = await title('Сервис активирован')
    await waitFor(() => expect(document.activeElement).toBe(result))
  })
  test('an id is read as the address has it, decoded once', async () => {
    const { sent } = await open('/offline-activation?id=%2525%26', registered, activation(0))
    await title('Сервис активирован')
    expect(sent.find(({ call }) => call === 'activate_by_link')?.body).toMatchObject({ activationId: '%25&' })
  })
  test.each(paths)('%s asks a visitor to sign in, and comes back with the id', async (path) => {
    const { services } = await open(`${path}?id=act-1`, null)
    await waitFor(() => expect(services.signIn).toHaveBeenCalledWith(`${path}?id=act-1`), { timeout: 3000 })
  })
  const unavailable = 'Оформление сервиса недоступно'
  const incognito = /режим.* инкогнито.*поддержк/i
  const rows15 = '[O-ACTIVATE-15] [O-ACTIVATE-16]'
  test.each<[Answers['x'], string, RegExp | null, string | null, string]>([
    [
      [{ body: { code: 2001 } }],
      'Прошло много времени',
      /больше не действует.*поддержк/,
      'Написать в поддержку',
      '[O-ACTIVATE-04] [O-ACTIVATE-05]',
    ],
    [[{ body: { code: 2002 } }], 'Ссылка на активацию уже использована', null, null, '[O-ACTIVATE-06]'],
    [
      [{ body: { code: 2004 } }],
      'Не удалось активировать',
      /по номеру телефона, на который пришла ссылка/,
      'Ввести номер ещё раз',
      '[O-ACTIVATE-10] [O-ACTIVATE-11] [O-ACTIVATE-12]',
    ],
    [[{ body: { code: 2005 } }], 'Переход с другого номера телефона', null, 'Ввести номер ещё раз', '[O-ACTIVATE-13]'],
    [[{ body: { code: 2006 } }], 'У вас уже подключен сервис Пакет', null, null, '[O-ACTIVATE-14]'],
    [[{ body: { code: 2007 } }], 'Проблема с чеком', null, 'Написать в поддержку', '[O-ACTIVATE-18]'],
    [[{ status: 500 }], unavailable, incognito, 'Написать в поддержку', rows15],
    [['no connection'], 'Нет связи', /Проверьте интернет и попробуйте ещё раз/, 'Попробовать ещё раз', '(options T4)'],
    [[{ body: { code: 4711 } }], unavailable, /Код ошибки 4711/, 'Написать в поддержку', '[O-ACTIVATE-17]'],
  ])('%j is shown as «%s» %s, with «%s» and the way to the account %s', async (answer, expected, text, button) => {
    await open('/offline-activation?id=act-1', registered, { activate_by_link: answer })
    await title(expected)
    // Not the button, which has the word of support too.
    if (text) expect(screen.getByText(text, { ignore: 'button' })).toBeTruthy()
    if (button) expect(screen.getByRole('button', { name: button })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Перейти в личный кабинет' })).toBeTruthy()
  })
  test.each([
    [2004, '[O-ACTIVATE-12]'],
    [2005, '[O-ACTIVATE-13]'],
  ])('after %i another number signs in again and comes back to the same link %s', async (code, _row) => {
    const { services } = await open('/offline-activation?id=act-1', registered, activation(code))
    await press('Ввести номер ещё раз')
    expect(services.signInAgain).toHaveBeenCalledWith('/offline-activation?id=act-1')
  })
  test.each([2004, 2005])('%i offers no other number in a partner’s app, which has the session', async (code) => {
    await open('/offline-activation?id=act-1', registered, activation(code), { signInAgain: null })
    await screen.findByRole('button', { name: 'Перейти в личный кабинет' })
    expect(screen.queryByRole('button', { name: 'Ввести номер ещё раз' })).toBeNull()
  })
  test('a link without its id asks nothing', async () => {
    const { count } = await open('/offline-activation', registered)
    await title('Оформление сервиса недоступно')
    expect(count('activate_by_link')).toBe(0)
  })
  test('a blocked one counts down from 20:00, also after a reload, and then tries again [O-ACTIVATE-07] [O-ACTIVATE-08] [O-ACTIVATE-09] [O-ACTIVATE-20]', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const answers = { activate_by_link: [{ body: { code: 2003 } }, { body: { code: 0 } }] }
    const { count } = await open('/offline-activation?id=act-1', registered, answers)
    const counting = (minutes: string) =>
      screen.findByRole('button', { name: `Попробовать ещё раз можно через ${minutes}` })
    const shows = async (minutes: string, clock: string) => within(await counting(minutes)).findByText(clock)
    /** Without a tick for each second. */
    const pass = async (seconds: number) => {
      vi.setSystemTime(Date.now() + (seconds - 1) * 1000)
      await vi.advanceTimersByTimeAsync(1000)
    }
    await shows('20 минут', '20:00')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Активировать Пакет сейчас невозможно')
    expect(screen.getByText(/Попробуйте через 20 минут/)).toBeTruthy()
    expect((await counting('20 минут')).getAttribute('aria-disabled')).toBe('true')
    await pass(1)
    await shows('20 минут', '19:59')
    await pass(59)
    await shows('19 минут', '19:00')
    expect(count('activate_by_link')).toBe(1)
    cleanup()
    const reloaded = await open('/offline-activation?id=act-1', registered, activation(0))
    await shows('19 минут', '19:00')
    await pass(1_139)
    await shows('1 минуту', '00:01')
    fireEvent.click(await counting('1 минуту'))
    expect(reloaded.count('activate_by_link')).toBe(0)
    await pass(1)
    const again = await screen.findByRole('button', { name: 'Попробовать ещё раз' })
    expect({ ariaDisabled: again.getAttribute('aria-disabled'), textContent: again.textContent }).toEqual({
      ariaDisabled: null,
      textContent: 'Попробовать ещё раз',
    })
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Уже можно попробовать ещё раз',
    )
    fireEvent.click(again)
    await title('Сервис активирован')
    expect(reloaded.count('activate_by_link')).toBe(1)
  })
  test('a block that is over by the time of a reload is asked again; another user and another link are not blocked by it [O-ACTIVATE-20] (OO-32)', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    await open('/offline-activation?id=act-1', registered, activation(2003))
    await title('Активировать Пакет сейчас невозможно')
    cleanup()
    const other = await open('/offline-activation?id=act-2', registered, activation(2003))
    await title('Активировать Пакет сейчас невозможно')
    expect(other.count('activate_by_link')).toBe(1)
    cleanup()
    const first = await open('/offline-activation?id=act-1', registered, activation(0))
    await title('Активировать Пакет сейчас невозможно')
    expect(first.count('activate_by_link')).toBe(0)
    cleanup()
    await vi.advanceTimersByTimeAsync(1_200_000)
    const later = await open('/offline-activation?id=act-1', registered, activation(2003))
    await title('Активировать Пакет сейчас невозможно')
    expect(later.count('activate_by_link')).toBe(1)
    cleanup()
    forgetUserBefore()
    const another = await open('/offline-activation?id=act-1', registered, activation(0))
    await title('Сервис активирован')
    expect(another.count('activate_by_link')).toBe(1)
  })
  test('a link that has activated says so again without being sent, and Back does not lead to it [O-ACTIVATE-03]', async () => {
    const entries = window.history.length
    await open('/offline-activation?id=act-1', registered, activation(0))
    await press('Перейти в личный кабинет')
    await waitFor(() => expect(here()).toBe('/profile'))
    expect(window.history.length).toBe(entries)
    cleanup()
    const { count } = await open('/offline-activation?id=act-1', registered, activation(2002))
    await title('Сервис активирован')
    await untilIdle()
    expect(count('activate_by_link')).toBe(0)
    cleanup()
    forgetUserBefore()
    await open('/offline-activation?id=act-1', registered, activation(2002))
    await title('Ссылка на активацию уже использована')
  })
})

describe('other entries', () => {
  test('/x5card asks which store’s card it is, and leads to its page [C-MODAL-34] [C-MODAL-35]', async () => {
    await open('/x5card', registered)
    await press('О моей карте')
    const links = within(await findDialog('Какого магазина ваша Х5 Карта?')).getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['https://one.example/card', '_blank'],
      ['https://two.example/card', '_blank'],
    ])
  })
  test('inside a partner’s app the app opens the store’s page, and ours stays [C-MODAL-35]', async () => {
    const { services } = await open('/x5card', registered, {}, { isWebview: true })
    await press('О моей карте')
    const dialog = within(await findDialog('Какого магазина ваша Х5 Карта?'))
    const isFollowed = fireEvent.click(dialog.getByRole('link', { name: 'Другой' }))
    await waitFor(() => expect(modalStack.open).toEqual([]))
    expect({ isFollowed, openOutsideCalls: services.host.openOutside.mock.calls }).toEqual({
      isFollowed: false,
      openOutsideCalls: [['https://two.example/card']],
    })
  })
  // Core §2 and §6, and OP-28: every path that opens without a sign-in.
  test.each([
    '/',
    '/error',
    '/yandex',
    '/x5card',
    '/sale/shop',
    '/fastbuy',
    '/fastbuy_bally',
    '/fastbuy_bally_long_subs',
    '/fastbuy_bally_tariff',
    '/fastbuy_special',
    '/fastbuy_partner',
    '/fastbuy_promo',
    '/fastbuy/yandex',
    '/fastbuy/megafon',
  ])('%s is open to a visitor [C-ROLE-01] [C-GUARD-07]', async (path) => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
    const { services } = await open(path, null)
    await screen.findByRole('heading', { level: 1 })
    await vi.advanceTimersByTimeAsync(1100)
    expect(services.signIn).not.toHaveBeenCalled()
    expect(here()).toBe(path)
  })
  test.each<[path: string, heading: string, own?: Own]>([
    ['/profile', 'Главная'],
    ['/manage', 'Управление подпиской'],
    ['/payment_methods', 'Способы оплаты'],
    ['/payment_history', 'История платежей'],
    ['/offers', 'Мой Пакет'],
    ['/options', 'Опции'],
    ['/score', 'Кешбэк'],
    ['/loyalty_cards', 'Карты лояльности'],
    ['/oplata', 'Оплата Пакета', { isGracePeriod: true }],
  ])(
    '%s asks a visitor to sign in and comes back; a signed-in user sees it [C-ROLE-03]',
    async (path, heading, own = {}) => {
      const { services } = await open(`${path}?a=1`, null)
      await waitFor(() => expect(services.signIn).toHaveBeenCalledWith(`${path}?a=1`), { timeout: 3000 })
      cleanup()
      session.state = 'checking'
      await open(path, own, empty)
      await title(heading)
      expect(here()).toBe(path)
    },
  )
  test('/payment_gateway asks a visitor to sign in and comes back; a signed-in user goes on from it [C-ROLE-03]', async () => {
    const path = '/payment_gateway?event=payment&from=profile&orderId=o7'
    const { services } = await open(path, null)
    await waitFor(() => expect(services.signIn).toHaveBeenCalledWith(path), { timeout: 3000 })
    cleanup()
    session.state = 'checking'
    await storeIntent(intentOf({ payment: 'newCard', orderId: 'o7' }))
    await open(path, {})
    await findDialog('Сервис активирован')
  })
  test.each<Own>([
    {},
    registered,
    { bundle: 'daily' },
    { isGracePeriod: true, bundle: 'hr' },
    { isGracePeriod: true, bundle: 'slave' },
  ])('/oplata sends %j, who has nothing to pay, to the account [C-ROUTE-32]', async (own) => {
    await open('/oplata', own)
    await waitFor(() => expect(here()).toBe('/profile'))
  })
  test.each<[BundleName, string, BundleName, string]>([
    ['standard', '199', 'standard', 'Пакет продлён'],
    ['plutwelve1399', '1.399', 'plutwelve1399', 'Пакет продлён'],
    ['daily', '199', 'standard199', 'Пакет продлён'],
    ['yandex', '199', 'standard199', 'Пакет продлён'],
    ['free', '199', 'standard199', 'Сервис активирован'],
  ])(
    '/oplata asks a holder of %s for %s ₽, which pays for %s: %s (OP-59) [C-ROUTE-32]',
    async (bundle, price, ordered, expected) => {
      const { sent } = await open('/oplata', { bundle, isGracePeriod: true })
      await press(new RegExp(`^Оплатить ${price}.₽$`))
      await findDialog(new RegExp(`^К оплате ${price}.₽`))
      await press('Оплатить')
      await findDialog(expected)
      expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({
        bundleId: bundleNamed(ordered).id,
        returnUrlParameters: { from: 'grace-prolong' },
      })
    },
  )
  test('/oplata orders nothing at a price that has changed since it was shown, and shows the new one (OP-114)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') })
    try {
      const own = { bundle: 'standardsix', isGracePeriod: true, deactivationDate: '2026-10-12T09:00:00Z' } as const
      const { count } = await open('/oplata', own)
      await screen.findByRole('button', { name: /^Оплатить 899.₽$/ })
      vi.setSystemTime(new Date('2026-11-12T09:00:00Z'))
      await press(/^Оплатить 899.₽$/)
      expect((await findDialog('Цена изменилась')).textContent).toMatch(/Теперь 549.₽/)
      await press('Понятно')
      await untilIdle()
      await press(/^Оплатить 549.₽$/)
      await findDialog(/^К оплате 549.₽/)
      expect(count('create_order')).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
  test.each([
    ['a visitor', null],
    ['a signed-in user', registered],
  ])('/sale/{shop} shows %s what the settings say of the shop [C-ROUTE-31]', async (_, own) => {
    const sales = { other: { title: 'Пакет для другого', text: 'Подарки' }, ...fakeSettings.sales }
    await open('/sale/shop', own, {}, { settings: { ...fakeSettings, sales } })
    await title('Пакет для магазина')
    expect(screen.getByText('Скидки')).toBeTruthy()
  })
  test('/sale/{shop} asks a visitor to sign in, and comes back [C-ROUTE-31]', async () => {
    const { services } = await open('/sale/shop', null)
    await press('Подключить Пакет')
    await agreeToSignIn()
    expect(services.signIn).toHaveBeenCalledWith('/sale/shop')
  })
  test.each([
    ['/sale/shop', /^199.₽ за.1.месяц$/],
    ['/fastbuy', /^199.₽ за.1.месяц$/],
    ['/fastbuy?bundle=standardtwelve1599', /^1.599.₽ за.12.месяцев$/],
    ['/fastbuy?bundle=hr', /^199.₽ за.1.месяц$/],
  ])('%s shows the price before it is asked for', async (path, price) => {
    await open(path, null)
    expect(await screen.findByText(price)).toBeTruthy()
  })
  test('/sale/{shop} sells to a signed-in user [C-ROUTE-31]', async () => {
    await open('/sale/shop', registered)
    await begin('Подключить Пакет')
    await findDialog(/^К оплате 199.₽/)
  })
  test('/lk leads to the account with its query [C-ROUTE-37]', async () => {
    await open('/lk?a=1', registered)
    await title('Главная')
    expect(here()).toBe('/profile?a=1')
  })
  test('/offer/{name} leads to /offers/{name} with its query [C-ROUTE-30]', async () => {
    await open('/offer/kino?a=1', null)
    await waitFor(() => expect(here()).toBe('/offers/kino?a=1'))
  })
  test.each<[Own | null, string]>([
    [null, '/'],
    [registered, '/profile'],
  ])('/support without a page of its own leads on: %j to %s [C-ROUTE-38]', async (own, to) => {
    await open('/support', own)
    await waitFor(() => expect(here()).toBe(to))
    await findDialog('Как связаться?')
  })
  test('/support leads to its page where the settings have one [C-ROUTE-38]', async () => {
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    await open('/support', null, {}, { supportPage: 'https://support.example/' })
    await waitFor(() => expect(replace.mock.calls).toEqual([['https://support.example/']]))
    expect({ here: here(), open: modalStack.open }).toEqual({ here: '/support', open: [] })
    replace.mockRestore()
  })
})
