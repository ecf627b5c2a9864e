// @vitest-environment happy-dom
import { type BundleName, bundleNamed } from '@paket/sdk'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetPromocodes, promocodeMemory } from '#web/cache/promocode-memory.ts'
import { forgetVisit, readVisit } from '#web/analytics/visit.ts'
import { interruptFlow } from '#web/flow/run-flow.ts'
import type { HostToken } from '#web/hosts/host.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { type Answers, cards, created, rejected, status } from '#support/fake-api.ts'
import { intentOf, storeIntent } from '#support/intents.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

type Own = Parameters<typeof clientDataAnswer>[0]
const registered: Own = { status: 'registered', bundle: null }
const deactivated: Own = { status: 'deactivated', bundle: null }
const month = 'b61e6ba5-3682-4dd6-b804-69b84b2d451c'
const six = 'dc36fc90-2248-4d70-aca4-a1a9f5b19f71'
const promo = '6a3f0d2c-51b4-4b7e-9c2a-0f6d1e8b3a01'
const campaign = {
  type: 'auto_add_scores',
  scoresAmount: 3000,
  rewardType: 'points',
  expireAt: null,
  receiptAmount: null,
}
const gives = (own: object = {}) => ({
  body: {
    code: 0,
    result: { promocodeId: 'p1', price: 100, duration: 31, bundleId: month, scoresCampaign: null, ...own },
  },
})
const group = (groupNumber: number, experimentId = promo) => ({
  body: { code: 0, result: { experiments: [{ experimentId, groupNumber }] } },
})

const open = (own: Own, answers: Answers = {}, path = '/profile', token: HostToken | null = null) => {
  window.history.replaceState(null, '', path)
  readVisit(window.location.search)
  return renderAccount(
    {
      get_client_data: [clientDataAnswer(own)],
      get_user_profile: [anna],
      get_bank_cards: [cards],
      get_scores_balance: [{ body: { code: 0, result: { scoresBalance: 0 } } }],
      create_order: [created],
      get_order_status: [status('deposited')],
      get_user_experiment_group: [group(1)],
      get_payments: [{ body: { code: 0, result: [] } }],
      check_promocode: [gives()],
      ...answers,
    },
    'signedIn',
    token,
  )
}
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ')
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
/** Waits until the page's skeleton is gone. */
async function begin(name: string): Promise<void> {
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name })).toBeTruthy()
  })
  await press(name)
}
const findDialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const textOf = async (name: string | RegExp) => plain((await findDialog(name)).textContent)
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Промокод' })
const type = async (value: string) => fireEvent.change(await field(), { target: { value } })
async function openEntry(): Promise<void> {
  await screen.findByRole('heading', { level: 1 })
  const header = within(await screen.findByRole('banner'))
  fireEvent.click(await header.findByRole('button', { name: /^Управление/ }))
  await press('Ввод промокода')
}
async function check(value: string): Promise<void> {
  await openEntry()
  await type(value)
  await press('Проверить')
}
const isDisabled = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

beforeEach(async () => {
  await storeIntent(null)
  window.sessionStorage.clear()
  forgetPromocodes()
  forgetVisit()
})
afterEach(async () => {
  await leavePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the entry «Ввод промокода»', () => {
  test('is in the menu, and opens the modal [O-MENU-08] [O-PROMO-01]', async () => {
    await open(registered)
    await openEntry()
    await findDialog('Ввод промокода')
  })
  test('while the service is being connected it says so instead [O-MENU-20]', async () => {
    await open({ status: 'waiting_for_activation' })
    await openEntry()
    expect(snackbars.items[0]?.text).toMatch(/^Сервис ещё активируется/)
    expect(modalStack.open).toEqual([])
  })
})

describe('typing a promocode', () => {
  test('cannot be sent while the field is empty or blank [O-PROMO-01] [O-VALID-10]', async () => {
    const { count } = await open(registered)
    await openEntry()
    expect({ value: (await field()).value, isDisabled: isDisabled('Проверить') }).toEqual({
      value: '',
      isDisabled: true,
    })
    await type('   ')
    expect(isDisabled('Проверить')).toBe(true)
    await press('Проверить')
    fireEvent.submit((await field()).form as HTMLFormElement)
    expect(count('check_promocode')).toBe(0)
    await type('A')
    expect(isDisabled('Проверить')).toBe(false)
  })
  test.each(['A-1', 'A 1', 'É'])('%s is shown at once, without a call [O-VALID-07] [O-VALID-08]', async (value) => {
    const { count } = await open(registered)
    await check(value)
    expect(screen.getByRole('alert').textContent).toBe(
      'Допустимы для ввода цифры и буквы русского или английского алфавита',
    )
    expect((await field()).getAttribute('aria-invalid')).toBe('true')
    expect(count('check_promocode')).toBe(0)
  })
  test('is emptied by its button, and the error with it [O-VALID-11] [O-VALID-12]', async () => {
    await open(registered)
    await check('A-1')
    await press('Очистить')
    expect({ value: (await field()).value, textContent: screen.getByRole('alert').textContent }).toEqual({
      value: '',
      textContent: '',
    })
    expect(screen.queryByRole('button', { name: 'Очистить' })).toBeNull()
  })
  test('editing takes the error and the purchase without it away [O-VALID-12]', async () => {
    await open(registered, { check_promocode: [rejected(2003)] })
    await check('NOSUCH')
    await screen.findByRole('button', { name: 'Купить без промокода' })
    await type('NOSUCH1')
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(screen.queryByRole('button', { name: 'Купить без промокода' })).toBeNull()
  })
  test('two presses check once', async () => {
    const { count } = await open(registered)
    await openEntry()
    await type('A')
    const button = screen.getByRole('button', { name: 'Проверить' })
    fireEvent.click(button)
    fireEvent.click(button)
    await findDialog('Промокод на Пакет')
    expect(count('check_promocode')).toBe(1)
  })
  test('a flow that is interrupted while it checks leaves nothing behind', async () => {
    await open(registered, { check_promocode: [gives()] })
    await check('A')
    interruptFlow()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a promocode that works', () => {
  test('is «Проверен», says what it gives, and is paid with once [O-CALL-32] [O-PROMO-02] [O-PROMO-03] [O-PROMO-08] [O-VALID-09] [O-ACTIVATE-02]', async () => {
    const { sent, count } = await open(registered, {
      check_promocode: [gives({ price: 69900, duration: 186, bundleId: six, scoresCampaign: campaign })],
    })
    await check(' Выгода6 ')
    const text = await textOf('Промокод на Пакет')
    expect(screen.getByText('Проверен')).toBeTruthy()
    for (const part of ['Выгода6', '6 месяцев', '699 ₽', 'Вместо 899 ₽', '3 000 баллов', '20:00'])
      expect(text).toContain(part)
    await press('Активировать')
    expect(await textOf(/^К оплате 699.₽ за 6.месяцев$/)).toContain('С промокодом Выгода6')
    const pay = await screen.findByRole('button', { name: 'Оплатить' })
    fireEvent.click(pay)
    fireEvent.click(pay)
    await findDialog('Сервис активирован')
    expect(sent.find(({ call }) => call === 'check_promocode')?.body).toEqual({ promocodeValue: 'Выгода6' })
    expect(sent.filter(({ call }) => call === 'create_order').map(({ body }) => body)).toEqual([
      expect.objectContaining({ promocodeId: 'p1', bundleId: six, usingMainCard: true }),
    ])
    expect(count('get_scores_balance')).toBe(0)
    expect(window.sessionStorage.getItem('paket.promocode')).toBeNull()
  })
  test('for nothing asks for no card [C-BUY-03] [O-PROMO-03]', async () => {
    const { sent } = await open(registered, { check_promocode: [gives({ price: 0 })] })
    await check('FREE')
    await press('Активировать')
    await findDialog('Сервис активирован')
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({ promocodeId: 'p1' })
  })
  test('an order under way is followed after a reload, and never ordered again', async () => {
    await storeIntent(intentOf({ orderId: 'o7' }))
    const { sent, count } = await open(registered, {}, '/profile')
    await findDialog('Сервис активирован')
    expect(sent.find(({ call }) => call === 'get_order_status')?.body).toEqual({ orderId: 'o7' })
    expect(count('create_order')).toBe(0)
  })
  test('counts down from 20:00, goes on after a reload, and ends with the time that is over [O-MODAL-04] [O-PROMO-15] [O-PROMO-16]', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-10T09:00:00Z') })
    await open(registered)
    await check('A')
    expect((await screen.findByRole('timer')).textContent).toBe('20:00')
    // A second that has begun counts as whole.
    await vi.advanceTimersByTimeAsync(61_500)
    expect(screen.getByRole('timer').textContent).toBe('18:59')
    interruptFlow()
    cleanup()
    const { count } = await open(registered)
    await openEntry()
    expect((await screen.findByRole('timer')).textContent).toBe('18:59')
    await vi.advanceTimersByTimeAsync(1_138_000)
    expect(screen.getByRole('timer').textContent).toBe('00:01')
    expect(modalStack.open.map(({ name }) => name)).toEqual(['activatePromocode'])
    await vi.advanceTimersByTimeAsync(1000)
    await findDialog('Время вышло')
    await press('Попробовать ещё раз')
    expect((await field()).value).toBe('A')
    expect(count('create_order')).toBe(0)
  })
  test('goes back to typing when the order finds it too late, and is not ordered twice; checked again it has new 20 minutes [O-PROMO-15] [O-PROMO-16]', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') })
    const { count } = await open(registered, { create_order: [rejected(2007)] })
    await check('A')
    expect((await screen.findByRole('timer')).textContent).toBe('20:00')
    vi.setSystemTime(new Date('2026-11-10T09:19:00Z'))
    await press('Активировать')
    await press('Оплатить')
    await findDialog('Время вышло')
    await press('Попробовать ещё раз')
    await findDialog('Ввод промокода')
    expect(count('create_order')).toBe(1)
    await press('Проверить')
    expect((await screen.findByRole('timer')).textContent).toBe('20:00')
  })
  test('is forgotten when its order is too late, even if the user stops then [O-PROMO-15]', async () => {
    await open(registered, { create_order: [rejected(2007)] })
    await check('A')
    await press('Активировать')
    await press('Оплатить')
    await findDialog('Время вышло')
    expect(promocodeMemory.checked()).toBeNull()
  })
  /** T4 of core, for an order with a promocode. */
  test.each<[Answers['x'], string]>([
    [[{ status: 422 }], 'Произошла ошибка'],
    [[{ status: 500 }], 'Произошла ошибка'],
    [[rejected(2)], 'Произошла ошибка'],
    [[rejected(2000)], 'Произошла ошибка'],
    [[rejected(2002)], 'Попробуйте позже'],
    [[rejected(2004)], 'Пакет уже подключается, дождитесь СМС'],
    [[rejected(2005)], 'У вас уже есть подписка партнёра'],
    [[rejected(2006)], 'Вы не можете купить ещё один период'],
    [[rejected(2010)], 'У вас уже лучшие условия'],
    [['no connection'], 'Ответ не пришёл'],
  ])('an order refused with %j is shown as «%s», once', async (answer, title) => {
    const { count } = await open(registered, { create_order: answer })
    await check('A')
    await press('Активировать')
    await press('Оплатить')
    await findDialog(title)
    expect(count('create_order')).toBe(1)
  })
  test('a declined payment can be tried again, or reported to support [O-ERR-48]', async () => {
    const { count } = await open(registered, { get_order_status: [status('declined')] })
    await check('A')
    await press('Активировать')
    await press('Оплатить')
    const declined = within(await findDialog('Не удалось оплатить'))
    expect(declined.getByRole('button', { name: 'Попробовать ещё раз' })).toBeTruthy()
    fireEvent.click(declined.getByRole('button', { name: 'Написать в поддержку' }))
    await findDialog('Как связаться?')
    expect(count('create_order')).toBe(1)
  })
  test.each<[Own, string]>([[{}, 'У вас подключен сервис Пакет']])(
    '%j may check it, and is shown «%s» on buying',
    async (own, title) => {
      const { count } = await open(own)
      await check('A')
      await press('Активировать')
      await findDialog(title)
      expect(count('create_order')).toBe(0)
    },
  )
  test('asks the holder whether to move when it is of another term', async () => {
    await open({}, { check_promocode: [gives({ bundleId: six })] })
    await check('A')
    await press('Активировать')
    await findDialog('Перейти на оплату сервиса раз в полгода?')
  })
  test('in a grace period is bought for the price that it promised', async () => {
    await open({ isGracePeriod: true })
    await check('A')
    await press('Активировать')
    await findDialog(/^К оплате 1.₽ за 1.месяц$/)
  })
})

describe('a promocode that does not work', () => {
  test.each<[BundleName, string, RegExp]>([
    ['standardtwelve1599', '1 599 ₽за 12 месяцев', /^К оплате 1.599.₽ за 12.месяцев$/],
    ['standard', '199 ₽за 1 месяц', /^К оплате 199.₽ за 1.месяц$/],
    ['plu159', '159 ₽за 1 месяц', /^К оплате 159.₽ за 1.месяц$/],
  ])(
    'in a grace period offers the current %s for the price that is asked then: %s [O-PROMO-06] [O-PROMO-07]',
    async (bundle, shown, card) => {
      const { sent } = await open({ bundle, isGracePeriod: true }, { check_promocode: [rejected(2001)] })
      await check('OLD')
      await screen.findByText('Промокод уже не работает. Ошибка: 2001')
      expect(await textOf('Ввод промокода')).toContain(shown)
      await press('Купить без промокода')
      await findDialog(card)
      await press('Оплатить')
      await findDialog('Пакет продлён')
      const order = sent.find(({ call }) => call === 'create_order')?.body
      expect(order).toMatchObject({ bundleId: bundleNamed(bundle).id })
    },
  )
  test('offers the lowest-priced bundle at its own price, which is bought without it [O-PROMO-04] [O-PROMO-06] [O-PROMO-07] [O-ERR-23]', async () => {
    const { sent } = await open(registered, { check_promocode: [rejected(2001)] })
    await check('OLD')
    await screen.findByText('Промокод уже не работает. Ошибка: 2001')
    expect(await textOf('Ввод промокода')).toContain('199 ₽за 1 месяц')
    await press('Купить без промокода')
    expect(await textOf(/^К оплате 199.₽ за 1.месяц$/)).not.toContain('промокод')
    await press('Оплатить')
    await findDialog('Сервис активирован')
    expect(sent.find(({ call }) => call === 'create_order')?.body).not.toHaveProperty('promocodeId')
  })
  test('offers the bundle that is being bought [O-PROMO-06]', async () => {
    await open(
      registered,
      { check_promocode: [rejected(2001)] },
      '/fastbuy_promo?promocode=OLD&bundle=standardsix899&from=landing',
    )
    await begin('Применить промокод')
    expect(await textOf('Ввод промокода')).toContain('899 ₽за 6 месяцев')
    await press('Купить без промокода')
    await findDialog(/^К оплате 899.₽ за 6.месяцев$/)
  })
  test('says so in the field, without a call, when a link’s promocode has characters that none can have [O-VALID-07] [O-VALID-08]', async () => {
    const { count } = await open(registered, {}, '/fastbuy_promo?promocode=AB-12')
    await begin('Применить промокод')
    expect(await textOf('Ввод промокода')).toContain('Допустимы для ввода цифры и буквы')
    expect((await field()).value).toBe('AB-12')
    expect(count('check_promocode')).toBe(0)
  })
  test('is still there when the modal is opened again [O-PROMO-05]', async () => {
    const { count } = await open(registered, { check_promocode: [rejected(2003)] })
    await check('NOSUCH')
    await screen.findByRole('button', { name: 'Купить без промокода' })
    await press('Закрыть')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openEntry()
    expect((await field()).value).toBe('NOSUCH')
    expect(screen.getByRole('alert').textContent).toMatch(/^Такого промокода нет/)
    await screen.findByRole('button', { name: 'Купить без промокода' })
    expect(count('check_promocode')).toBe(1)
    await type('')
    await press('Закрыть')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openEntry()
    expect((await field()).value).toBe('')
  })
  test.each<[Own, boolean]>([
    [registered, false],
    [{}, true],
  ])('conditions, for %j: the note is there: %s [O-ERR-24] [O-ERR-26]', async (own, isNoted) => {
    await open(own, { check_promocode: [rejected(2002)] })
    await check('A')
    expect((await screen.findByText(/^Условия промокода не выполнены/)).textContent?.includes('уже подключён')).toBe(
      isNoted,
    )
  })
  test.each([
    [2003, 'A', 'Такого промокода нет. Возможно в нём ошибка: проверьте язык и регистр.', '[O-ERR-27]'],
    [2004, 'A', 'Такого промокода нет. Возможно в нём ошибка: проверьте язык и регистр.', '[O-ERR-27]'],
    [2002, 'FG1', 'Промокод действует только для участников акции, в которой вы его получили.', '[O-ERR-25]'],
    [2002, 'AG1', 'Промокод действует только для участников акции, в которой вы его получили.', '[O-ERR-25]'],
    [2002, 'XFG', 'Условия промокода не выполнены.', '[O-ERR-25]'],
  ])('code %i for %s says in the field: «%s» %s', async (code, promocode, problem) => {
    await open(registered, { check_promocode: [rejected(code)] })
    await check(promocode)
    expect(plain((await screen.findByRole('alert')).textContent)).toBe(problem)
  })
  test.each<[Answers['x'], string]>([
    [[rejected(2000)], 'Код ошибки 2000'],
    [[{ status: 422, body: { code: 4220 } }], 'Код ошибки 4220'],
    [[{ status: 500 }], 'Код ошибки 500'],
    [[{ status: 503 }], 'Код ошибки 503'],
  ])('%j closes the modal and shows «%s» [O-ERR-28] [O-ERR-29]', async (answer, code) => {
    await open(registered, { check_promocode: answer })
    await check('A')
    expect(await textOf('Произошла ошибка')).toContain(code)
    expect(modalStack.open.map(({ name }) => name)).toEqual(['message'])
    await press('Понятно')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openEntry()
    expect((await field()).value).toBe('')
  })
})

describe('the experiment', () => {
  const banner = () => screen.queryByRole('heading', { name: /3.000 баллов/ })
  /** Goes to another page and back: by then everything has been answered, so it is rendered at once. */
  async function leaveAndComeBack(): Promise<void> {
    fireEvent.click(await screen.findByRole('link', { name: /^История платежей/ }))
    await screen.findByRole('heading', { level: 1, name: 'История платежей' })
    fireEvent.click(screen.getAllByRole('link', { name: 'Главная' })[0] ?? document.body)
    await screen.findByRole('heading', { name: /^Отключен|^Пакет отключен/ })
  }
  test('group 3 sees the banner; its promocode fills the field, and the order has the experiment’s id [O-PROMO-12] [O-PROMO-11]', async () => {
    const { sent } = await open(deactivated, {
      get_user_experiment_group: [group(3)],
      check_promocode: [gives({ price: 19900, scoresCampaign: campaign })],
    })
    await press('Применить FULL199')
    expect(sent.find(({ call }) => call === 'get_user_experiment_group')?.body).toEqual({ experimentIds: [promo] })
    expect((await field()).value).toBe('FULL199')
    await press('Проверить')
    expect(await textOf('Промокод на Пакет')).toContain('3 000 баллов начислим после активации')
    await press('Активировать')
    await press('Оплатить')
    await findDialog('Сервис активирован')
    expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({
      promocodeId: 'p1',
      experimentId: promo,
    })
  })
  test('its id goes into no order by another promocode [O-PROMO-12] (OO-28)', async () => {
    const { sent } = await open(deactivated, { get_user_experiment_group: [group(3)] })
    await press('Применить FULL199')
    await type('OWN')
    await press('Проверить')
    await press('Активировать')
    await press('Оплатить')
    await findDialog('Сервис активирован')
    const order = sent.find(({ call }) => call === 'create_order')?.body
    expect(order).toMatchObject({ promocodeId: 'p1' })
    expect(order).not.toHaveProperty('experimentId')
  })
  test.each(['ВЫГОДА6', 'ВЫГОДА12'])('offers %s for its term [O-PROMO-13] [O-PROMO-14]', async (value) => {
    await open(deactivated, { get_user_experiment_group: [group(3)] })
    await press(new RegExp(`^${value} на`))
    expect((await field()).value).toBe(value)
  })
  test.each<[string, Answers['x']]>([
    ['group 2', [group(2)]],
    ['group 4', [group(4)]],
    ['group 3 of another', [group(3, 'other')]],
    ['none', [{ body: { code: 0, result: { experiments: [] } } }]],
    ['a refusal', [rejected(2000)]],
    ['no answer', ['no connection']],
  ])('%s shows none, and no message [O-PROMO-12] (OO-08)', async (_, answer) => {
    const { count } = await open(deactivated, { get_user_experiment_group: answer })
    await waitFor(() => expect(count('get_user_experiment_group')).toBe(1))
    await leaveAndComeBack()
    expect({ banner: banner(), dialog: screen.queryByRole('dialog') }).toEqual({ banner: null, dialog: null })
  })
  test('is not shown inside a partner’s app [O-PROMO-10]', async () => {
    const token: HostToken = { first: async () => 'opaque', refresh: async () => 'opaque' }
    const { count } = await open(deactivated, { get_user_experiment_group: [group(3)] }, '/profile', token)
    await leaveAndComeBack()
    expect({ getUserExperimentGroup: count('get_user_experiment_group'), banner: banner() }).toEqual({
      getUserExperimentGroup: 0,
      banner: null,
    })
  })
  test.each<Own>([registered, {}, { status: 'waiting_for_activation' }])(
    '%j is not asked about [O-PROMO-09]',
    async (own) => {
      const { count } = await open(own, { get_user_experiment_group: [group(3)] })
      // The last section of the page: with it the group would be asked for.
      await screen.findByRole('region', { name: 'Кешбэк' })
      expect({ getUserExperimentGroup: count('get_user_experiment_group'), banner: banner() }).toEqual({
        getUserExperimentGroup: 0,
        banner: null,
      })
    },
  )
})

describe('an action that the visit came with', () => {
  const price = (own: object = {}) => ({
    body: { code: 0, result: { promocodeId: 'a1', price: 9950, duration: 31, bundleId: month, ...own } },
  })
  test.each([
    ['trial', 'TRIAL', 'trial', null],
    ['litres', 'LITRES', 'profile', 'Получить'],
    ['shoko24', 'SHOKO24', 'profile', 'Получить'],
  ])(
    '?%s=Y buys at the price of %s, from %s [O-ENTITY-38] [O-ENTITY-39] [C-ENTITY-14] [C-ENTITY-15] [O-ENTITY-42] [C-MODAL-27]',
    async (action, value, from, gift) => {
      const { sent } = await open(registered, { get_subscription_price: [price()] }, `/profile?${action}=Y`)
      await press('Подключить Пакет')
      expect(await textOf(/^К оплате 99,50.₽ за 1.месяц$/)).toContain(`С промокодом ${value}`)
      await press('Оплатить')
      const success = within(await findDialog('Сервис активирован'))
      expect(success.queryByRole('button', { name: 'Получить' }) !== null).toBe(gift !== null)
      expect(sent.find(({ call }) => call === 'get_subscription_price')?.body).toEqual({ promocodeValue: value })
      expect(sent.find(({ call }) => call === 'create_order')?.body).toMatchObject({
        promocodeId: 'a1',
        returnUrlParameters: { from },
      })
    },
  )
  test.each(['?trial=N', '?trial=y', '?litres=1', '?shoko24', ''])('%j buys as usual [O-ENTITY-39]', async (search) => {
    const { count } = await open(registered, {}, `/profile${search}`)
    await press('Подключить Пакет')
    await findDialog('Выберите тарифный план')
    expect(count('get_subscription_price')).toBe(0)
  })
  test('on a fast purchase page counts too, and after the sign-in of the landing page', async () => {
    await open(registered, { get_subscription_price: [price()] }, '/fastbuy?trial=Y')
    await begin('Подключить Пакет')
    await findDialog(/^К оплате 99,50.₽/)
    interruptFlow()
    cleanup()
    await open(registered, { get_subscription_price: [price()] }, '/profile?buy=standard199&from=landing&trial=Y')
    await findDialog(/^К оплате 99,50.₽/)
  })
  test('offers the full price, without a gift, to a user who may not take part [O-ERR-19] [O-ERR-20]', async () => {
    const { sent } = await open(
      registered,
      { get_subscription_price: [rejected(2002)] },
      '/profile?buy=standard199&from=landing&shoko24=Y',
    )
    await findDialog('Вы не можете участвовать в акции')
    await press('Купить без промокода')
    await findDialog(/^К оплате 199.₽/)
    await press('Оплатить')
    const success = within(await findDialog('Сервис активирован'))
    expect(success.queryByRole('button', { name: 'Получить' })).toBeNull()
    expect(sent.find(({ call }) => call === 'create_order')?.body).not.toHaveProperty('promocodeId')
  })
  test('litres leads who may not take part to its promocodes, in place of the page [O-ERR-18]', async () => {
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    const { services } = await open(registered, { get_subscription_price: [rejected(2002)] }, '/profile?litres=Y')
    await press('Подключить Пакет')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://litres.example/promocodes'))
    expect({ openOutsideCalls: services.host.openOutside.mock.calls, open: modalStack.open }).toEqual({
      openOutsideCalls: [],
      open: [],
    })
  })
  test.each<[Answers['x']]>([[[rejected(2000), price()]], [[{ status: 422 }, price()]], [[{ status: 500 }, price()]]])(
    '%j is shown, and tried again [O-ERR-21] [O-ERR-22]',
    async (answer) => {
      const { count } = await open(registered, { get_subscription_price: answer }, '/profile?trial=Y')
      await press('Подключить Пакет')
      expect(await textOf('Что-то пошло не так')).toContain('Попробуйте ещё раз или обратитесь в службу поддержки')
      await press('Попробовать ещё раз')
      await findDialog(/^К оплате 99,50.₽/)
      expect(count('get_subscription_price')).toBe(2)
    },
  )
  test.each<Own>([{ isGracePeriod: true }, {}])('%j is not asked about it', async (own) => {
    const { count } = await open(own, {}, '/profile?buy=standard199&from=landing&trial=Y')
    await screen.findByRole('dialog')
    expect(count('get_subscription_price')).toBe(0)
  })
})

describe('leaving the checkout', () => {
  const openCheckout = async () => {
    const page = await open(registered)
    await press('Подключить Пакет')
    await findDialog('Выберите тарифный план')
    return page
  }
  test('closes at once before a choice', async () => {
    await openCheckout()
    await press('Закрыть')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  test('asks for a confirmation after a choice; staying restores the choice, leaving buys nothing [O-MODAL-16]', async () => {
    const { count } = await openCheckout()
    fireEvent.click(screen.getByRole('radio', { name: /^12.месяцев/ }))
    await press('Закрыть')
    await findDialog('Уйти без покупки?')
    await press('Остаться')
    await findDialog('Выберите тарифный план')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(screen.getByRole('radio', { name: /^12.месяцев/ }).getAttribute('aria-checked')).toBe('true')
    await press('Закрыть')
    await findDialog('Уйти без покупки?')
    await press('Уйти')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(count('create_order')).toBe(0)
  })
})

test('while an order is under way it says how long that takes [O-MODAL-29]', async () => {
  await open(registered, { get_order_status: [status('new')] })
  await check('A')
  await press('Активировать')
  await press('Оплатить')
  expect(within(await findDialog('Заказ создаётся')).getByText('Обычно занимает не больше минуты')).toBeTruthy()
})
