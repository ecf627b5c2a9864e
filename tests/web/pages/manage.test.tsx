// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { bundleNamed, bundles, counterOfferNamed } from '@paket/sdk'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isFlowRunning } from '#web/flow/run-flow.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { type Answers, cards, created, noCards, status } from '#support/fake-api.ts'
import { storeIntent } from '#support/intents.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

type Own = Parameters<typeof clientDataAnswer>[0]
beforeEach(async () => {
  await storeIntent(null)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') })
})
afterEach(async () => {
  await leavePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const open = (own: Own, bank = cards, path = '/manage', answers: Answers = {}) => {
  window.history.replaceState(null, '', path)
  return renderAccount({
    get_client_data: [clientDataAnswer(own)],
    get_user_profile: [anna],
    get_bank_cards: [bank],
    get_payments: [{ body: { code: 0, result: [] } }],
    get_all_loyalty_scores: [{ body: { code: 0, result: { scoresPaket: 0 } } }],
    get_available_counter_offers: [{ body: { code: 0, result: { availableCounterOfferIds: [] } } }],
    ...answers,
  })
}
const facts = async () => {
  // The heading is there before the subscription is known.
  await screen.findByText('Подключён')
  return [...document.querySelectorAll('dt')].map((term) =>
    `${term.textContent}: ${term.nextElementSibling?.textContent}`.replaceAll('\u00a0', ' '),
  )
}

test.each<[Own, string[]]>([
  [{}, ['Срок: 1 месяц', 'Цена: 199 ₽', 'Подключён: 1 ноября', 'Продлится: 2 декабря']],
  [{ autopaymentsEnabled: false }, ['Срок: 1 месяц', 'Цена: 199 ₽', 'Подключён: 1 ноября', 'Работает до: 2 декабря']],
  [{ bundle: 'free', lastChainEndDate: null, deactivationDate: null }, ['Подключён: 1 ноября']],
  [{ bundle: 'daily' }, ['Подключён: 1 ноября']],
])('%j is shown as %j [C-ROUTE-06]', async (own, shown) => {
  await open(own)
  expect(await facts()).toEqual(shown)
})
describe('the main card', () => {
  const card = (expireDate: string, isMainCard = true) => ({
    body: { code: 0, cards: [{ id: 'c1', isMainCard, cardType: 'MIR', maskedPan: '220012******4417', expireDate }] },
  })
  const expiry = { name: /^(Карта|Срок карты) •••• 4417/ }
  test.each(['/profile', '/manage'])(
    'is announced on %s in time when it ends before the next charge (OO-92)',
    async (path) => {
      await open({}, card('11/26'), path)
      const notice = (await screen.findByRole('heading', expiry)).parentElement
      expect(notice?.textContent).toContain('Пакет продлится 2\u00a0декабря')
      expect(screen.getByRole('link', { name: 'Добавить карту' }).getAttribute('href')).toBe('/payment_methods')
    },
  )
  test.each(['/profile', '/manage'])('is announced on %s as expired once it has (OO-92)', async (path) => {
    await open({}, card('10/26'), path)
    const heading = await screen.findByRole('heading', { name: 'Срок карты •••• 4417 истёк' })
    expect(heading.parentElement?.textContent).toContain('с этой карты оплатить его уже нельзя')
  })
  test.each<[string, Own, ReturnType<typeof card>]>([
    ['works on the day of the charge', {}, card('12/26')],
    ['is not the main one', {}, card('11/26', false)],
    ['pays for no renewal', { autopaymentsEnabled: false }, card('11/26')],
    ['is not the partner’s', { bundle: 'wink' }, card('11/26')],
    ['has expired after the last charge', { lastChainEndDate: '2026-11-09T09:05:00+03:00' }, card('10/26')],
  ])('is not shown when it %s (OO-92)', async (_, own, bank) => {
    await open(own, bank)
    await facts()
    await waitFor(() => expect(screen.queryByText('Загружаем')).toBeNull())
    expect(screen.queryByRole('heading', expiry)).toBeNull()
  })
})
describe('the status', () => {
  const block = () => within(screen.getAllByRole('heading', { level: 2 })[0]?.closest('section') ?? document.body)
  test.each<[Own, string]>([
    [{}, '199 ₽ спишется 2 декабря'],
    [{ autopaymentsEnabled: false }, 'Активен до 2 декабря'],
    [{ bundle: 'daily' }, 'Оплатите Пакет'],
  ])('of %j is shown first: %s [O-ROUTE-05]', async (own, title) => {
    await open(own)
    await facts()
    expect(block().getByRole('heading', { level: 2 }).textContent?.replaceAll('\u00a0', ' ')).toBe(title)
  })
  test('has no link to the management page [O-ROUTE-05]', async () => {
    await open({})
    await facts()
    expect(block().queryByRole('link')).toBeNull()
  })
  test('offers to pay for a subscription that waits for its payment, without a day that has passed [O-ROUTE-05] [C-RENEW-03]', async () => {
    await open({ bundle: 'standard', isGracePeriod: true, lastChainEndDate: '2026-11-08T09:00:00Z' })
    expect((await facts()).filter((fact) => fact.startsWith('Продлится'))).toEqual([])
    fireEvent.click(block().getByRole('button', { name: 'Оплатить Пакет' }))
    await waitFor(() => expect(window.location.pathname).toBe('/oplata'))
  })
})
test('the card that pays is named, and where to change it', async () => {
  await open({})
  const link = await screen.findByRole('link', { name: /Карта •••• 4417/ })
  expect(link.getAttribute('href')).toBe('/payment_methods')
})
test('without a card one can be added', async () => {
  await open({}, noCards)
  expect(await screen.findByRole('link', { name: 'Добавить карту для продления' })).toBeTruthy()
})
test('leads to the account when there is nothing to manage', async () => {
  await open({ status: 'registered', bundle: null })
  expect(await screen.findByRole('heading', { name: 'Управлять пока нечем' })).toBeTruthy()
})
test.each([
  ['/manage', 'bg-paper', '[C-LAYOUT-03]'],
  ['/payment_history', 'bg-paper', '[C-LAYOUT-03]'],
  ['/payment_methods', 'bg-paper', '[C-LAYOUT-03]'],
  ['/score', 'bg-paper', '[C-LAYOUT-03]'],
  ['/profile', 'bg-grey', '[C-LAYOUT-04]'],
  ['/offers', 'bg-grey', '[C-LAYOUT-04]'],
  ['/options', 'bg-grey', '[C-LAYOUT-04]'],
])('the background of %s is %s %s', async (path, tone, _row) => {
  await open({}, cards, path)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('main').parentElement?.className.split(' ')).toContain(tone)
})

const done = { body: { code: 0 } }
const on = 'Отключить автопродление'
const off = 'Включить автопродление'
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const answer = async (title: string | RegExp, button: string) => {
  const dialog = await screen.findByRole('dialog', { name: title })
  fireEvent.click(within(dialog).getByRole('button', { name: button }))
}
const reasons = { body: { code: 0, result: { reasons: [{ id: 'r1', value: 'Дорого' }] } } }
/** Client data is read for the page and at the start of the cancellation; afterwards its renewal is off. */
const cancel = (own: Answers = {}): Answers => ({
  get_client_data: [clientDataAnswer(), clientDataAnswer(), clientDataAnswer({ autopaymentsEnabled: false })],
  disable: [done],
  get_survey_reasons: [reasons],
  save_feedback: [done],
  ...own,
})

test.each<[Own, string]>([
  [{}, on],
  [{ isGracePeriod: true }, on],
  [{ autopaymentsEnabled: false }, off],
])('a paid subscription %j has one switch, «%s» [O-CANCEL-01]', async (own, name) => {
  await open(own)
  expect(await screen.findByRole('button', { name })).toBeTruthy()
  expect(screen.queryByRole('button', { name: name === on ? off : on })).toBeNull()
})
test.each<[Own]>([
  [{ bundle: 'yandex' }],
  [{ bundle: 'wink', autopaymentsEnabled: false }],
  [{ bundle: 'free' }],
  [{ bundle: 'daily' }],
])('%j has no switch', async (own) => {
  await open(own)
  await facts()
  expect(screen.queryByRole('button', { name: /автопродление/ })).toBeNull()
})
const plansOf = async (own: Own) => {
  await open(own)
  await facts()
  const section = screen.queryByRole('region', { name: 'Сменить срок' })
  return (
    section &&
    within(section)
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
  )
}
const choose = async (plan: RegExp) => fireEvent.click(await screen.findByRole('button', { name: plan }))
const year = expect.stringMatching(/^12 месяцев.*1 599 ₽$/)
const halfYear = expect.stringMatching(/^6 месяцев.*899 ₽$/)
test.each<[Own, string[], string]>([
  [{ bundle: 'standard' }, [year, halfYear], '[C-TRANSITION-02] [C-TRANSITION-03]'],
  [{ bundle: 'plu159', autopaymentsEnabled: false }, [year, halfYear], '[C-TRANSITION-02] [C-TRANSITION-03]'],
  [{ bundle: 'standardsix' }, [year], '[C-TRANSITION-04] [C-TRANSITION-08]'],
  [{ bundle: 'standardtwelve' }, [halfYear], '[C-TRANSITION-05] [C-TRANSITION-08]'],
])('a holder of %j may move to %j, and to no other term (OO-48) %s [O-ROUTE-05]', async (own, plans) => {
  expect(await plansOf(own)).toEqual(plans)
})
test.each<[Own]>([
  [{ bundle: 'standard', isGracePeriod: true }],
  [{ bundle: 'yandex' }],
  [{ bundle: 'free' }],
  [{ bundle: 'daily' }],
])('%j has no other term to move to (OP-44)', async (own) => {
  expect(await plansOf(own)).toBeNull()
})
test('another term is asked about, then bought; the order is of what is sold, and the cards are read again [C-TRANSITION-01] [C-TRANSITION-06]', async () => {
  const { sent, count } = await open({ bundle: 'standardsix' }, cards, '/manage', {
    create_order: [created],
    get_order_status: [status('deposited')],
  })
  await choose(/^12.месяцев/)
  await answer('Перейти на оплату сервиса раз в год?', 'Перейти на год')
  await answer(/^К оплате 1.599.₽ за 12.месяцев$/, 'Оплатить')
  await screen.findByRole('dialog', { name: 'Пакет продлён' })
  expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({
    bundleId: bundleNamed('standardtwelve1599').id,
  })
  // Read by the page, twice by the purchase, and by the page again, because a new card may have been used.
  await waitFor(() => expect(count('get_bank_cards')).toBe(4))
})
test('buys nothing when the subscriber stays [C-TRANSITION-07]', async () => {
  const { count } = await open({ bundle: 'standard' })
  await choose(/^6.месяцев/)
  await answer('Перейти на оплату сервиса раз в полгода?', 'Остаться')
  await waitFor(() => expect(isFlowRunning()).toBe(false))
  expect({ open: modalStack.open, createOrder: count('create_order') }).toEqual({ open: [], createOrder: 0 })
})
const partners = bundles.filter(({ kind }) => kind === 'partner').map(({ name }) => name)
test('ten bundles are of partners', () => expect(partners).toHaveLength(10))
test.each(partners)('the renewals of %s are managed by the partner [O-ROLE-07]', async (bundle) => {
  await open({ bundle })
  const section = await screen.findByRole('region', { name: 'Автопродление' })
  expect(section.textContent).toContain('Продлением управляет партнёр')
  expect(screen.queryByRole('button', { name: /автопродление/i })).toBeNull()
})
test.each<[Own, string]>([
  [{ bundle: 'hr' }, '[O-ROUTE-05]'],
  [{ bundle: 'hr', status: 'waiting_for_activation' }, '[O-ROUTE-05]'],
  [{ bundle: 'slave' }, '[O-ROLE-05] [O-ROUTE-05]'],
  [{ bundle: 'slave', status: 'waiting_for_activation' }, '[O-ROLE-05] [O-ROUTE-05]'],
])('%j manages nothing and is led to the account %s', async (own) => {
  await open(own)
  expect(await screen.findByRole('heading', { level: 1, name: 'Главная' })).toBeTruthy()
  expect(window.location.pathname).toBe('/profile')
})

test('keeping the subscription sends nothing [O-CANCEL-02]', async () => {
  const { count } = await open({}, cards, '/manage', cancel())
  await press(on)
  await answer('Отключить Пакет?', 'Остаться с Пакетом')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: on }).getAttribute('aria-busy')).toBeNull())
  expect(count('disable')).toBe(0)
})
test('the whole chain: disabled once, read again, asked why, thanked [O-CANCEL-10] [O-AUTOPAY-03] [O-AUTOPAY-05]', async () => {
  const { count, sent } = await open({}, cards, '/manage', cancel())
  await press(on)
  await answer('Отключить Пакет?', 'Продолжить отключение')
  const form = await screen.findByRole('dialog', { name: 'Автопродление выключено' })
  expect(await screen.findByText('Выключено: 2 декабря Пакет отключится')).toBeTruthy()
  fireEvent.click(within(form).getByRole('checkbox', { name: 'Дорого' }))
  fireEvent.click(within(form).getByRole('button', { name: 'Отправить' }))
  expect(await screen.findByText(/Спасибо за ответ/)).toBeTruthy()
  expect(count('disable')).toBe(1)
  expect(sent.find(({ call }) => call === 'save_feedback')?.body).toMatchObject({ reasonIds: ['r1'], comment: '' })
})
test('while it is being disabled the button is busy and sends nothing twice', async () => {
  const { count } = await open({}, cards, '/manage', cancel())
  await press(on)
  await screen.findByRole('dialog')
  expect(screen.getByRole('button', { name: on, hidden: true }).getAttribute('aria-busy')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: on, hidden: true }))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(count('get_available_counter_offers')).toBe(1)
})
test('says that feedback was not saved, and leaves the form open (OO-08)', async () => {
  await open({}, cards, '/manage', cancel({ save_feedback: [{ status: 500 }, done] }))
  await press(on)
  await answer('Отключить Пакет?', 'Продолжить отключение')
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Дорого' } })
  await answer('Автопродление выключено', 'Отправить')
  expect((await screen.findByRole('alert')).textContent).toContain('не сохранился')
  expect(snackbars.items.map(({ text }) => text)).toEqual(['Произошла ошибка'])
  await answer('Автопродление выключено', 'Отправить')
  expect(await screen.findByText(/Спасибо за ответ/)).toBeTruthy()
})
test('switched on, the renewal is confirmed and read again [O-AUTOPAY-01] [O-AUTOPAY-02] [O-MODAL-15]', async () => {
  const clientData = [clientDataAnswer({ autopaymentsEnabled: false }), clientDataAnswer()]
  const { count } = await open({}, cards, '/manage', { get_client_data: clientData, enable: [done] })
  await press(off)
  await answer('Автопродление включено', 'Понятно')
  expect(await screen.findByText(/Включено: 199.₽ спишется 2 декабря/)).toBeTruthy()
  expect(count('enable')).toBe(1)
})
test('an accepted offer is bought, nothing is disabled, and the renewal stays on [O-CANCEL-09]', async () => {
  const { id } = counterOfferNamed('discount1_90')
  const { sent, count } = await open({}, cards, '/manage', {
    ...cancel(),
    get_available_counter_offers: [{ body: { code: 0, result: { availableCounterOfferIds: [id] } } }],
    create_order: [created],
    get_order_status: [status('deposited')],
  })
  await press(on)
  await answer('Отключить Пакет?', 'Продолжить отключение')
  await answer('Останьтесь: месяц почти даром', 'Взять месяц')
  await answer('К оплате 19\u00a0₽ за 1\u00a0месяц', 'Оплатить')
  // Closing it stays on the page; leaving would interrupt what follows.
  await answer('Месяц со скидкой 90% подключён', 'Закрыть')
  expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ counterOfferId: id })
  await waitFor(() => expect(isFlowRunning()).toBe(false))
  expect({ disable: count('disable'), open: modalStack.open }).toEqual({ disable: 0, open: [] })
})

test('how the renewal works is explained, and who has a question writes to support [O-MODAL-20]', async () => {
  await open({ bundle: 'standardtwelve1599' })
  await press('Как продлевается Пакет')
  const article = await screen.findByRole('dialog', { name: 'Как продлевается Пакет' })
  const steps = within(article).getAllByRole('listitem')
  expect(steps[1]?.textContent).toMatch(/продлится ещё на 12\sмесяцев/)
  expect(steps.at(-1)?.textContent).toContain('сервис отключится')
  fireEvent.click(within(article).getByRole('button', { name: 'Написать в поддержку' }))
  expect(await screen.findByRole('dialog', { name: 'Как связаться?' })).toBeTruthy()
})
test('a dismissed explanation of the renewal leads to no support', async () => {
  await open({ bundle: 'standardtwelve1599' })
  await press('Как продлевается Пакет')
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Как продлевается Пакет' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(isFlowRunning()).toBe(false))
  expect(modalStack.open).toEqual([])
})
