// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { interruptFlow, isFlowRunning } from '#web/flow/run-flow.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { closeDialog } from '#support/dialogs.ts'
import { type Answers, cards, created, status } from '#support/fake-api.ts'
import { intentOf, storeIntent, storedIntent } from '#support/intents.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

type Own = Parameters<typeof clientDataAnswer>[0]

const open = (own: Own, answers: Answers = {}) =>
  renderAccount({
    get_client_data: [clientDataAnswer(own)],
    get_user_profile: [anna],
    get_bank_cards: [cards],
    get_scores_balance: [points(0)],
    create_order: [created],
    get_order_status: [status('deposited')],
    ...answers,
  })
const points = (scoresBalance: number) => ({ body: { code: 0, result: { scoresBalance } } })
const plain = (text: string | null) => (text ?? '').replace(/\u00a0/g, ' ')
const title = async () => plain((await screen.findAllByRole('heading', { level: 2 }))[0]?.textContent ?? null)
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const findDialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

beforeEach(async () => {
  await storeIntent(null)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') })
  window.history.replaceState(null, '', '/profile')
  window.sessionStorage.clear()
})
afterEach(async () => {
  await leavePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each<[Own, boolean]>([
  [{}, true],
  [{ bundle: 'slave' }, false],
  [{ bundle: 'slave', status: 'deactivated' }, true],
])('%j is promised free deliveries: %s [O-FAMILY-03]', async (own, isPromised) => {
  await open(own)
  const given = within(await screen.findByRole('region', { name: 'Что даёт Пакет' }))
  expect(given.getByText('Повышенный кешбэк')).toBeTruthy()
  expect(given.queryByText('Бесплатные доставки') !== null).toBe(isPromised)
})

test('a press on a story shows it, and asks the backend nothing', async () => {
  const story = { title: 'Кешбэк баллами', slides: [{ title: 'Баллы', text: 'С каждой покупки', image: '/a.svg' }] }
  const answers = { get_client_data: [clientDataAnswer({})], get_user_profile: [anna], get_bank_cards: [cards] }
  const { sent } = await renderAccount(answers, 'signedIn', null, { stories: [story] })
  const opener = await screen.findByRole('button', { name: story.title })
  const calls = () => sent.map(({ call }) => call).toSorted()
  const ofPage = ['get_bank_cards', 'get_client_data', 'get_delivery_info', 'get_options', 'get_user_profile']
  await waitFor(() => expect(calls()).toEqual(ofPage))
  fireEvent.click(opener)
  await findDialog(story.title)
  expect(modalStack.open).toMatchObject([{ name: 'story', given: story }])
  expect(calls()).toEqual(ofPage)
})

/** The four status indicators, and the title of the block below each. */
describe('status', () => {
  const pay = 'Оплатить Пакет'
  const buy = 'Подключить Пакет'
  const tones: Record<string, string> = {
    'Ждёт оплаты': 'bg-orange-soft',
    'До 2 декабря': 'bg-orange-soft',
    Активен: 'bg-mint',
    Отключен: 'bg-red-soft',
  }
  const block = () => screen.getAllByRole('heading', { level: 2 })[0]?.closest('section') ?? document.body
  test.each<[Own, string | null, string, string | null, boolean, string]>([
    [{ bundle: 'daily' }, 'Ждёт оплаты', 'Оплатите Пакет', pay, true, '[C-PROFILE-01] [O-PROFILE-14] [O-PROFILE-15]'],
    [
      { isGracePeriod: true },
      'Ждёт оплаты',
      'Оплатите Пакет',
      pay,
      true,
      '[C-PROFILE-01] [O-PROFILE-07] [O-PROFILE-08]',
    ],
    [
      { autopaymentsEnabled: false, deactivationDate: '2026-11-30T09:05:00+03:00' },
      'До 2 декабря',
      'Активен до 2 декабря',
      null,
      true,
      '[C-PROFILE-02] [O-PROFILE-12]',
    ],
    [
      { deactivationDate: '2026-11-30T09:05:00+03:00' },
      'Активен',
      '199 ₽ спишется 2 декабря',
      null,
      true,
      '[C-PROFILE-03] [O-PROFILE-13]',
    ],
    [{ bundle: 'plusix799' }, 'Активен', '799 ₽ спишется 2 декабря', null, true, '[O-PROFILE-13]'],
    [{ bundle: 'yandex' }, 'Активен', 'Пакет работает', null, true, ''],
    [{ bundle: 'free', isGracePeriod: true }, 'Активен', 'Пакет работает', null, true, ''],
    [{ bundle: 'wink', autopaymentsEnabled: false }, 'До 2 декабря', 'Активен до 2 декабря', null, true, ''],
    [{ bundle: 'slave', autopaymentsEnabled: false }, 'Активен', 'Вы в Семье', null, false, '[O-PROFILE-16]'],
    [{ bundle: 'hr' }, 'Активен', 'Бесплатно для сотрудников', null, false, '[O-PROFILE-17] [O-PROFILE-18]'],
    [
      { status: 'registered', bundle: null },
      'Отключен',
      'Пакет не подключён',
      buy,
      false,
      '[C-PROFILE-04] [O-PROFILE-09] [C-STATE-02]',
    ],
    [
      { status: 'deactivated', deactivationDate: '2026-10-02 10:00:00+03:00' },
      'Отключен',
      'Отключен c 2 октября',
      buy,
      false,
      '[C-PROFILE-04] [O-PROFILE-10] [O-PROFILE-11] [C-STATE-02]',
    ],
    [{ status: 'waiting_for_activation' }, null, 'Пакет подключается', null, false, '[O-PROFILE-02]'],
  ])(
    '%j: indicator «%s», title «%s», button «%s», managed: %s [O-PROFILE-01] %s',
    async (own, chip, heading, button, isManaged) => {
      await open(own)
      expect(await title()).toBe(heading)
      expect(plain(block().textContent).startsWith((chip ?? '') + heading)).toBe(true)
      // `plain` would hide an ordinary space before the sign (OP-113).
      expect(block().textContent).not.toContain(' ₽')
      if (chip) expect(within(block()).getByText(chip).parentElement?.classList).toContain(tones[chip])
      expect(within(block()).queryByRole('button')?.textContent ?? null).toBe(button)
      const manage = within(block()).queryByRole('link', { name: 'Управление подпиской' })
      expect(manage?.getAttribute('href') ?? null).toBe(isManaged ? '/manage' : null)
    },
  )
  test.each<[Own, boolean]>([
    [{ status: 'registered', bundle: null }, true],
    [{ status: 'deactivated' }, true],
    [{}, false],
    [{ isGracePeriod: true }, false],
  ])('%j shows what Пакет costs at least: %s', async (own, isShown) => {
    await open(own)
    await title()
    expect(within(block()).queryAllByText(/^От.134.₽ в.месяц$/)).toHaveLength(isShown ? 1 : 0)
  })
  test.each<[Own, string, string]>([
    [{ autopaymentsEnabled: false }, 'До конца срока', 'Активен до конца срока'],
    [{}, 'Активен', '199 ₽ спишется в конце срока'],
    [{ status: 'deactivated' }, 'Отключен', 'Пакет отключен'],
  ])('without a date %j reads «%s», «%s»', async (own, chip, heading) => {
    await open({ ...own, lastChainEndDate: null, deactivationDate: null })
    expect(await title()).toBe(heading)
    expect(plain(block().textContent).startsWith(chip + heading)).toBe(true)
  })
  test.each<[Own, string]>([
    [{ status: 'deactivated' }, 'text-red'],
    [{ autopaymentsEnabled: false }, 'text-orange'],
  ])('the title of %j is in %s [O-PROFILE-10] [O-PROFILE-12]', async (own, tone) => {
    await open(own)
    await title()
    expect(within(block()).getByRole('heading', { level: 2 }).classList.contains(tone)).toBe(true)
  })
  test.each<[Own, RegExp]>([
    [{}, /^Обычно до 5 минут/],
    [{ bundle: 'yandex' }, /Яндекса.*до 5 минут/],
    [{ bundle: 'wink' }, /Wink.*до 5 минут/],
  ])('a connecting %j is shown %s [O-PROFILE-03] [O-PROFILE-04] [O-PROFILE-05]', async (own, text) => {
    await open({ ...own, status: 'waiting_for_activation' })
    await title()
    expect(within(block()).getByText(text)).toBeTruthy()
  })
  test.each<[Own, RegExp]>([
    [{}, /^Автопродление выключено/],
    [{ bundle: 'wink' }, /^Продлением управляет партнёр/],
  ])('with the renewal off %j is shown %s [O-PROFILE-12] [O-ROUTE-05]', async (own, text) => {
    await open({ ...own, autopaymentsEnabled: false })
    await title()
    expect(within(block()).getByText(text)).toBeTruthy()
  })
  test('says that it loads until there is something to show', async () => {
    await open({})
    expect(screen.getByText('Загружаем')).toBeTruthy()
    await title()
    await waitFor(() => expect(screen.queryByText('Загружаем')).toBeNull())
  })
  test('employees have their own answers [C-LAYOUT-19]', async () => {
    await open({ bundle: 'hr' })
    const link = await screen.findByRole('link', { name: 'Вопросы и ответы' })
    expect(link.getAttribute('href')).toBe('https://paket.example/faq-hr.pdf')
  })
  test('a bundle that no one knows is a bug, not a guess [O-PROFILE-19]', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await open({ bundleId: '00000000-0000-4000-8000-000000000000' })
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(written).toHaveBeenCalled()
  })
})

describe('a signed-in user', () => {
  test.each([
    [{ name: 'Анна', surname: 'Соколова', phoneNumber: '79001234567' }, 'Анна Соколова', 'Анна'],
    [{ name: null, surname: null, phoneNumber: '79001234567' }, '+7 (900) 123-45-67', '•• 45-67'],
    [{ name: '', surname: 'Соколова', phoneNumber: null }, 'Соколова', 'Соколова'],
    [{ name: '<b>Анна</b>', surname: null, phoneNumber: null }, '<b>Анна</b>', '<b>Анна</b>'],
  ])('%j reads «%s», on a narrow screen «%s» [C-ENTITY-18]', async (result, wide, narrow) => {
    await open({}, { get_user_profile: [{ body: { code: 0, result } }] })
    const user = await screen.findByTitle(wide)
    expect([...user.querySelectorAll('span')].map((text) => text.textContent)).toEqual([wide, narrow])
  })
})

describe('a card that was issued', () => {
  const issued: Own = { onboardingCard: true }
  test('is shown with what it gives [C-MODAL-31] [C-MODAL-32] [C-MODAL-33]', async () => {
    await open(issued, { change_onboarding_type: [{ body: { code: 0 } }] })
    const dialog = await findDialog('Отлично, у вас есть карта «X5 Клуба»')
    const gives = within(dialog)
      .getAllByRole('listitem')
      .map((item) => plain(item.textContent))
    expect(gives).toEqual([
      'Кешбэк до 50%',
      'До 10 любимых категорий',
      'По 5 категорий в каждом магазине',
      'Тратить можно до 100% кешбэка',
    ])
    await press('Понятно')
    await waitFor(() => expect(modalStack.open).toEqual([]))
  })
  test.each(['Понятно', 'Закрыть'])('«%s» is remembered, once [C-ONBOARD-04] [O-ONBOARD-07]', async (button) => {
    const { sent } = await open(issued, { change_onboarding_type: [{ body: { code: 0 } }] })
    await findDialog(/^Отлично/)
    await press(button)
    await waitFor(() =>
      expect(sent.filter(({ call }) => call === 'change_onboarding_type').map(({ body }) => body)).toEqual([
        { onboardingCard: false, onboardingBundle: null },
      ]),
    )
  })
  test.each([
    ['is saved', { body: { code: 0 } }, 1],
    ['cannot be saved', { body: { code: 7 } }, 1],
    ['meets a server that fails', { status: 500 }, 1],
    ['meets no connection', 'no connection' as const, 1],
  ])(
    'the onboarding comes before it; «Отлично» %s, is sent once and not shown again in the visit [O-ONBOARD-03]',
    async (_, answer, count) => {
      const { sent } = await open(
        { onboardingBundle: true, onboardingCard: true },
        { change_onboarding_type: [answer, { body: { code: 0 } }] },
      )
      await findDialog('Пакет подключён')
      expect(modalStack.open).toHaveLength(1)
      await press('Далее')
      await press('Далее')
      await press('Отлично')
      await findDialog(/^Отлично/)
      await press('Понятно')
      const saved = () => sent.filter(({ call }) => call === 'change_onboarding_type').map(({ body }) => body)
      await waitFor(() => expect(saved()).toHaveLength(count + 1))
      expect(saved()).toEqual([
        { onboardingBundle: false, onboardingCard: null },
        { onboardingBundle: null, onboardingCard: false },
      ])
      await waitFor(() => expect(modalStack.open).toEqual([]))
    },
  )
  test('is announced once, after the open question is answered [O-ONBOARD-01] [O-ONBOARD-03]', async () => {
    window.history.replaceState(null, '', '/profile?buy=standard199&from=landing')
    const before: Own = { status: 'registered', bundle: null }
    const answers = [clientDataAnswer(before), clientDataAnswer(before), clientDataAnswer({ onboardingBundle: true })]
    await open(before, { get_client_data: answers })
    await press('Оплатить')
    await findDialog('Сервис активирован')
    // It was read again behind the modal.
    await screen.findByText('Активен')
    expect(screen.queryByText('Пакет подключён')).toBeNull()
    await press('Перейти в личный кабинет')
    await findDialog('Пакет подключён')
    await press('Закрыть')
    await waitFor(() => expect(modalStack.open).toEqual([]))
  })
  test.each<[Own, boolean, boolean]>([
    [{}, true, true],
    [{ bundle: 'slave' }, false, false],
    [{ bundle: 'hr' }, true, false],
    [{ bundle: 'wink' }, true, false],
  ])('the onboarding of %j: deliveries %s, the renewal %s [O-FAMILY-03]', async (own, delivers, renews) => {
    await open({ ...own, onboardingBundle: true })
    const dialog = within(await findDialog('Пакет подключён'))
    expect(dialog.queryByText(/бесплатные доставки/) !== null).toBe(delivers)
    expect(dialog.getAllByRole('listitem')).toHaveLength(renews ? 3 : 2)
  })
  test('is not shown to anyone else', async () => {
    await open({})
    await title()
    await waitFor(() => expect(modalStack.open).toEqual([]))
  })
})

describe('buying', () => {
  const registered: Own = { status: 'registered', bundle: null }

  test('asks for a term, then a card, orders once and ends with the success modal [C-BUY-07] [C-ENTITY-14] [C-MODAL-06] [C-MODAL-16] [C-MODAL-17] [C-MODAL-19] [C-MODAL-20] [C-MODAL-21] [C-MODAL-22] [C-MODAL-25]', async () => {
    const { sent, count } = await open(registered)
    await press('Подключить Пакет')
    const terms = within(await findDialog('Выберите тарифный план'))
    expect(terms.getAllByRole('radio').map(({ textContent }) => plain(textContent))).toEqual([
      '1 месяц199 ₽Продлевается каждый месяц',
      '12 месяцеввыгодно1 599 ₽Выгода 789 рублей133,3 ₽ в месяц',
      '6 месяцевхит899 ₽Выгода 295 рублей149,8 ₽ в месяц',
    ])
    fireEvent.click(terms.getByRole('radio', { name: /^6.месяцев/ }))
    await press(/^Купить за 899.₽$/)
    await findDialog(/^К оплате 899.₽ за 6.месяцев$/)
    await press('Оплатить')
    const success = await findDialog('Сервис активирован')
    expect(success.textContent).toContain('в течение 5 минут')
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({
      source: 'web',
      usingMainCard: true,
      returnUrlParameters: { event: 'payment', from: 'profile' },
    })
    expect(count('create_order')).toBe(1)
    // Client data on the page is read again; it was also read before the order, for the last order's id.
    await waitFor(() => expect(count('get_client_data')).toBe(3))
  })
  test('two presses ask once, and order nothing by themselves', async () => {
    const { count } = await open(registered)
    const button = await screen.findByRole('button', { name: 'Подключить Пакет' })
    fireEvent.click(button)
    fireEvent.click(button)
    await findDialog('Выберите тарифный план')
    expect({ openModals: modalStack.open.length, createOrder: count('create_order') }).toEqual({
      openModals: 1,
      createOrder: 0,
    })
  })
  test('two presses on paying order once', async () => {
    const { count } = await open(registered)
    await press('Подключить Пакет')
    await press(/^Купить за/)
    const pay = await screen.findByRole('button', { name: 'Оплатить' })
    fireEvent.click(pay)
    fireEvent.click(pay)
    await findDialog('Сервис активирован')
    expect(count('create_order')).toBe(1)
  })
  test('changes nothing when the choice of the term is dismissed', async () => {
    const { count } = await open(registered)
    await press('Подключить Пакет')
    await press('Закрыть')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect({ getBankCards: count('get_bank_cards'), createOrder: count('create_order') }).toEqual({
      getBankCards: 0,
      createOrder: 0,
    })
  })
  test('an address that says what to buy asks for the card at once, and only once', async () => {
    window.history.replaceState(null, '', '/profile?buy=standard199&from=landing')
    const { sent } = await open(registered)
    await findDialog(/^К оплате 199.₽ за 1.месяц$/)
    expect(window.location.search).toBe('')
    await press('Оплатить')
    await findDialog('Сервис активирован')
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({
      returnUrlParameters: { from: 'landing' },
    })
  })
  test('an order that was followed before a reload is followed on, and not ordered again', async () => {
    await storeIntent(intentOf({ orderId: 'o7', renewing: true }))
    const { sent, count } = await open({})
    await findDialog('Пакет продлён')
    expect(sent.filter(({ call }) => call === 'get_order_status').map(({ body }) => body)).toEqual([{ orderId: 'o7' }])
    expect({ createOrder: count('create_order'), search: window.location.search }).toEqual({
      createOrder: 0,
      search: '',
    })
  })
  test.each([
    ['followed', { orderId: 'o7' }],
    ['made', { lastOrderId: 'o6' }],
  ])('an order of a counter-offer that was %s before a reload keeps its title [C-MODAL-28]', async (_, order) => {
    const what = { bundle: 'standard199', priceKopecks: 1900, counterOffer: 'discount1_90' } as const
    await storeIntent(intentOf({ what, renewing: true, ...order }))
    await open({ orderId: 'o7' })
    await findDialog(/^Месяц со скидкой 90% подключён$/)
    expect((await storedIntent())?.end).toBe('paid')
  })
  test('an order of a partner’s page that was followed before a reload leads there [C-ROUTE-27]', async () => {
    const what = { bundle: 'standard199', priceKopecks: 19900, partner: 'megafon' } as const
    await storeIntent(intentOf({ what, orderId: 'o7' }))
    await open({})
    await findDialog('Сервис активирован')
    await press('К подписке «МегаФон»')
    await waitFor(() => expect(window.location.pathname).toBe('/megafon'))
  })
  test('a declined order that was followed before a reload is bought again, from the card on [C-ERR-17]', async () => {
    await storeIntent(intentOf({ what: { bundle: 'standardsix899', priceKopecks: 89900 }, orderId: 'o7' }))
    const { count } = await open(registered, { get_order_status: [status('declined')] })
    await findDialog('Не удалось оплатить')
    await press('Попробовать ещё раз')
    await findDialog(/^К оплате 899.₽ за 6.месяцев$/)
    expect({ createOrder: count('create_order'), search: window.location.search }).toEqual({
      createOrder: 0,
      search: '',
    })
  })
  test('shows an order in doubt once, not at each visit', async () => {
    await storeIntent(intentOf({ orderId: 'o7', isTold: true }))
    const { count } = await open(registered, { get_order_status: [status('registered')] })
    await screen.findByRole('heading', { level: 1, name: 'Главная' })
    await waitFor(() => expect(count('get_order_status')).toBe(1))
    await press('Подключить Пакет')
    // A user who presses the button is told at once why they cannot buy.
    await waitFor(() => expect(modalStack.spinner).toBe('Заказ создаётся'))
    interruptFlow()
    cleanup()
    await open(registered)
    await findDialog('Сервис активирован')
  })
  test('an order in an old address that was not made here is not known: it is neither asked about nor followed', async () => {
    window.history.replaceState(null, '', '/profile?order=o7&payment=newCard')
    const { count, services } = await open(registered, {
      get_order_status: [status('registered', 'https://pay.example/1')],
    })
    await findDialog('Мы не знаем этот заказ')
    expect({
      getOrderStatus: count('get_order_status'),
      openPayment: services.host.openPayment.mock.calls,
      search: window.location.search,
    }).toEqual({ getOrderStatus: 0, openPayment: [], search: '' })
  })
  test('an order in an old address that was made here is gone on with', async () => {
    await storeIntent(intentOf({ orderId: 'o7' }))
    window.history.replaceState(null, '', '/profile?order=o7&payment=mainCard')
    await open({})
    await findDialog('Сервис активирован')
    expect(screen.queryByText('Мы не знаем этот заказ')).toBeNull()
  })
  test('an address that says what to buy looks first what was bought before', async () => {
    await storeIntent(intentOf({ orderId: 'o7', lastOrderId: null }))
    window.history.replaceState(null, '', '/profile?buy=standardsix899')
    const { count } = await open(registered)
    await closeDialog('Сервис активирован', 'Закрыть')
    await findDialog('Другой заказ уже оплачен')
    expect(count('create_order')).toBe(0)
  })
  test('a grace period pays on /oplata for the current bundle, and renews it [C-RENEW-03] [C-ROUTE-32] [C-ENTITY-14] [O-PROFILE-08]', async () => {
    const { sent } = await open({ isGracePeriod: true })
    await press('Оплатить Пакет')
    expect(await screen.findByRole('heading', { level: 1, name: 'Оплата Пакета' })).toBeTruthy()
    expect(window.location.pathname).toBe('/oplata')
    await press(/^Оплатить 199/)
    await findDialog(/^К оплате 199.₽ за 1.месяц$/)
    await press('Оплатить')
    await findDialog('Пакет продлён')
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({
      returnUrlParameters: { from: 'grace-prolong' },
    })
  })
  test('a daily subscriber in a grace period pays on /oplata, for the lowest-priced [C-RENEW-02] [C-RENEW-03]', async () => {
    await open({ bundle: 'daily', isGracePeriod: true })
    await press('Оплатить Пакет')
    await screen.findByRole('heading', { level: 1, name: 'Оплата Пакета' })
    expect({ pathname: window.location.pathname, open: modalStack.open }).toEqual({ pathname: '/oplata', open: [] })
    await press(/^Оплатить 199/)
    await findDialog(/^К оплате 199.₽ за 1.месяц$/)
  })
  test('asks /oplata for the price in a grace period, whatever the address wants to buy [C-RENEW-03] [C-ROUTE-32]', async () => {
    window.history.replaceState(null, '', '/profile?buy=standardtwelve1599&from=landing')
    const { count } = await open({ bundle: 'standard', isGracePeriod: true })
    await screen.findByRole('heading', { level: 1, name: 'Оплата Пакета' })
    expect(await screen.findByRole('button', { name: /^Оплатить 199/ })).toBeTruthy()
    expect({
      pathname: window.location.pathname,
      openModals: modalStack.open,
      createOrder: count('create_order'),
    }).toEqual({ pathname: '/oplata', openModals: [], createOrder: 0 })
  })
  test('a daily subscriber chooses among all that is sold, the month first [O-MODAL-05] [C-MODAL-07] [C-MODAL-08] [C-RENEW-02] [C-RENEW-04]', async () => {
    const { sent } = await open({ bundle: 'daily' })
    await press('Оплатить Пакет')
    const offer = await findDialog('Оплатите Пакет ещё раз')
    expect(plain(offer.textContent)).toContain('списываем по 70 баллов в день')
    const terms = within(offer)
    expect(terms.getAllByRole('radio').map((radio) => radio.getAttribute('aria-checked'))).toEqual([
      'true',
      'false',
      'false',
    ])
    expect(terms.getByRole('button', { name: 'Не сейчас' })).toBeTruthy()
    await press('Продолжить')
    await findDialog(/^К оплате 199.₽ за 1.месяц$/)
    await press('Оплатить')
    await findDialog('Пакет продлён')
    expect(sent.some(({ call }) => call === 'get_scores_balance')).toBe(false)
  })
  test('by points: one order in points, no card asked for [C-MODAL-18] [C-MODAL-19] [C-POINTS-05] [C-POINTS-07]', async () => {
    const { sent, count } = await open(registered, {
      get_scores_balance: [points(5000)],
      create_scores_order: [created],
      pay_order: [{ body: { code: 0 } }],
    })
    await press('Подключить Пакет')
    const checkout = within(await findDialog('Выберите тарифный план'))
    expect(checkout.getByRole('switch', { name: 'Оплатить баллами' }).getAttribute('aria-checked')).toBe('true')
    await press(/^Купить за 1.990.баллов$/)
    await findDialog('Сервис активирован')
    expect(sent.map(({ call }) => call)).not.toContain('create_order')
    expect({ createScoresOrder: count('create_scores_order'), payOrder: count('pay_order') }).toEqual({
      createScoresOrder: 1,
      payOrder: 1,
    })
  })
  test('with points off again, a card pays', async () => {
    await open(registered, { get_scores_balance: [points(5000)] })
    await press('Подключить Пакет')
    fireEvent.click(await screen.findByRole('switch', { name: 'Оплатить баллами' }))
    await press(/^Купить за 199/)
    await findDialog(/^К оплате 199.₽/)
  })
  test('plans that cost too many points cannot be chosen; a choice that does falls back [C-POINTS-09] [C-POINTS-10] [C-POINTS-12]', async () => {
    await open(registered, { get_scores_balance: [points(5000)] })
    await press('Подключить Пакет')
    const toggle = await screen.findByRole('switch', { name: 'Оплатить баллами' })
    expect(screen.getByRole('radio', { name: /^12.месяцев/ }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(toggle)
    fireEvent.click(screen.getByRole('radio', { name: /^12.месяцев/ }))
    expect(screen.getByRole('button', { name: /^Купить за 1.599/ })).toBeTruthy()
    fireEvent.click(toggle)
    expect(screen.getByRole('button', { name: /^Купить за 1.990.баллов/ })).toBeTruthy()
  })
  test.each<[string, string, boolean, Answers['x']]>([
    ['too few points', 'false', true, [points(1989)]],
    ['no balance known', 'false', true, [{ body: { code: 2000 } }]],
    ['a balance that is not read', 'true', false, [{ status: 500 }]],
  ])('%s: points are on: %s, disabled: %s [C-POINTS-08]', async (_, isOn, isDisabled, answer) => {
    await open(registered, { get_scores_balance: answer })
    await press('Подключить Пакет')
    const toggle = await screen.findByRole('switch', { name: 'Оплатить баллами' })
    expect(toggle.getAttribute('aria-checked')).toBe(isOn)
    expect(toggle.hasAttribute('data-disabled')).toBe(isDisabled)
  })
  test('closes the spinner and shows a message when a points order is refused [C-POINTS-06] [C-ERR-10]', async () => {
    const { count } = await open(registered, {
      get_scores_balance: [points(5000)],
      create_scores_order: [{ body: { code: 2000 } }],
    })
    await press('Подключить Пакет')
    await press(/^Купить за 1.990.баллов$/)
    await findDialog('Произошла ошибка')
    expect({ spinner: modalStack.spinner, payOrder: count('pay_order') }).toEqual({ spinner: null, payOrder: 0 })
  })
  test('a declined points payment says so [C-ERR-18]', async () => {
    await open(registered, {
      get_scores_balance: [points(5000)],
      create_scores_order: [created],
      pay_order: [{ body: { code: 0 } }],
      get_order_status: [status('declined')],
    })
    await press('Подключить Пакет')
    await press(/^Купить за 1.990.баллов$/)
    await findDialog('Не удалось списать баллы')
  })
  test.each<[string, string, string, string]>([
    ['standard199', 'standardsix899', 'Перейти на оплату сервиса раз в полгода?', 'Перейти на полгода'],
    ['standard199', 'standardtwelve1599', 'Перейти на оплату сервиса раз в год?', 'Перейти на год'],
    ['plutwelve1399', 'standardsix899', 'Перейти на оплату сервиса раз в полгода?', 'Перейти на полгода'],
  ])(
    'a holder of %s who chooses %s is asked «%s», and buys it [C-TRANSITION-01] [C-TRANSITION-06] [C-TRANSITION-07]',
    async (current, chosen, question, accept) => {
      window.history.replaceState(null, '', `/profile?buy=${chosen}&from=landing`)
      const { count } = await open({ bundle: current as 'standard199' })
      const dialog = within(await findDialog(question))
      expect(dialog.getByRole('button', { name: 'Остаться' })).toBeTruthy()
      fireEvent.click(dialog.getByRole('button', { name: accept }))
      await findDialog(/^К оплате/)
      expect(count('create_order')).toBe(0)
    },
  )
  test('buys nothing when the holder stays with their term [C-TRANSITION-07]', async () => {
    window.history.replaceState(null, '', '/profile?buy=standardsix899&from=landing')
    const { count } = await open({})
    await press('Остаться')
    await waitFor(() => expect(isFlowRunning()).toBe(false))
    expect({ open: modalStack.open, createOrder: count('create_order') }).toEqual({ open: [], createOrder: 0 })
  })
  test.each<[Own, string, string]>([
    [{ bundle: 'yandex' }, 'У вас уже есть подписка партнёра', '[C-ROLE-05]'],
    [{ bundle: 'hr' }, 'У вас уже лучшие условия', '[C-ROLE-06]'],
    [{ bundle: 'slave' }, 'Вы в Семье, платить не нужно', '[C-ROLE-07]'],
    [{ status: 'waiting_for_activation' }, 'Пакет уже подключается, дождитесь СМС', ''],
    [{}, 'У вас подключен сервис Пакет', '[O-ERR-50]'],
  ])('%j that tries to buy is shown «%s», and orders nothing %s', async (own, shown) => {
    window.history.replaceState(null, '', '/profile?buy=standard199&from=landing')
    const { count } = await open(own)
    await findDialog(shown)
    await press('Понятно')
    await waitFor(() => expect(isFlowRunning()).toBe(false))
    expect({ open: modalStack.open, createOrder: count('create_order') }).toEqual({ open: [], createOrder: 0 })
  })
})
