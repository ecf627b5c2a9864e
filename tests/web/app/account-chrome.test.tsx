// @vitest-environment happy-dom
import { bundleNamed } from '@paket/sdk'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { preloadOverlays } from '#web/app/account-menu.tsx'
import { loadVisitWidgets } from '#web/analytics/widgets.ts'
import type { HostToken } from '#web/hosts/host.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { closeDialog } from '#support/dialogs.ts'
import type { Answers } from '#support/fake-api.ts'
import { fakeServices, settings as fakeSettings } from '#support/fake-services.ts'
import { familyOption as family } from '#support/options.ts'
import { renderAccount } from '#support/render-page.tsx'

type Own = Parameters<typeof clientDataAnswer>[0]
type OptionStatus = 'new' | 'active' | 'inactive'

const options = (...statuses: OptionStatus[]) => ({
  body: { code: 0, result: statuses.map((status, place) => ({ ...family, optionId: `o${place}`, status })) },
})
const relation = { relationId: 'r1', subscriberName: null, subscriberPhone: null }
const relations = {
  body: {
    code: 0,
    result: {
      relations: [
        { ...relation, status: 'owner' },
        { ...relation, status: 'active' },
      ],
    },
  },
}
const registered: Own = { status: 'registered', bundle: null }
const waiting: Own = { status: 'waiting_for_activation' }

const open = (
  own: Own = {},
  answers: Answers = {},
  token: HostToken | null = null,
  settings: Parameters<typeof renderAccount>[3] = {},
) =>
  renderAccount(
    {
      get_client_data: [clientDataAnswer(own)],
      get_user_profile: [anna],
      get_options: [options()],
      get_bank_cards: [{ body: { code: 0, cards: [] } }],
      get_payments: [{ body: { code: 0, result: [] } }],
      ...answers,
    },
    'signedIn',
    token,
    settings,
  )
/** Waits on the options page until the data for the menu and its badge is shown. */
const optionsAreDrawn = () =>
  waitFor(() => expect(screen.queryAllByText(/^(Подключается|Активна|99.₽|Опций пока нет)/)).not.toEqual([]))
const isReady = () => screen.findByRole('heading', { level: 1 })
const header = () => within(screen.getByRole('banner'))
const tabs = () => within(screen.getAllByRole('navigation', { name: 'Разделы' }).at(-1) ?? document.body)
const bodiesOf = (sent: readonly { call: string; body: unknown }[], of: string) =>
  sent.filter(({ call }) => call === of).map(({ body }) => body)
const plain = (element: HTMLElement) => (element.textContent ?? '').replace(/\u00a0/g, ' ')

/** Opens the menu in the tab bar or in the header. */
async function openMenu(
  own: Own = {},
  answers: Answers = {},
  from = tabs,
  settings: Parameters<typeof open>[3] = {},
  ready: () => Promise<unknown> = isReady,
) {
  const opened = await open(own, answers, null, settings)
  await ready()
  fireEvent.click(from().getByRole('button', { name: /^Управление/ }))
  const menu = within(await screen.findByRole('dialog', { name: 'Управление' }))
  await menu.findByText('Анна Соколова')
  return { ...opened, menu }
}

beforeEach(() => {
  window.history.replaceState(null, '', '/profile')
  snackbars.items = []
})
afterEach(async () => {
  for (const { answer } of modalStack.open) answer('dismissed')
  await waitFor(() => expect(modalStack.open).toEqual([]))
  cleanup()
  vi.unstubAllGlobals()
})

describe('the tab bar', () => {
  test.each([
    ['Главная', '/profile', '[O-TAB-02]'],
    ['Мой Пакет', '/offers', '[O-TAB-03]'],
    ['Кешбэк', '/score', '[O-TAB-04]'],
  ])('«%s» leads to %s %s', async (name, path) => {
    window.history.replaceState(null, '', '/options')
    await open()
    await isReady()
    fireEvent.click(tabs().getByRole('link', { name }))
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
    expect(window.location.pathname).toBe(path)
  })
  test('says which page is open', async () => {
    await open()
    await isReady()
    const current = tabs()
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-current'))
    expect(current).toEqual(['page', null, null])
  })
  test('«Управление» opens the preloaded menu without the 0.3 s for which React shows a fallback', async () => {
    await open()
    const button = await tabs().findByRole('button', { name: /^Управление/ })
    preloadOverlays()
    await vi.dynamicImportSettled()
    // Without waiting, because a lazy component resolves only later.
    fireEvent.click(button)
    expect(screen.queryByRole('dialog', { name: 'Управление' })).toBeTruthy()
  })
  test('«Управление» opens the menu [O-TAB-05]', async () => {
    const { menu } = await openMenu()
    expect(menu.getByText('Опции')).toBeTruthy()
  })
  test.each<[OptionStatus[], boolean]>([
    [['inactive'], true],
    [['active', 'inactive'], true],
    [['active', 'new'], false],
    [[], false],
  ])('with the options %j its mark shows: %s [O-TAB-07]', async (statuses, isMarked) => {
    window.history.replaceState(null, '', '/options')
    await open({}, { get_options: [options(...statuses)] })
    await optionsAreDrawn()
    const name = isMarked ? /^Управление ?, есть опции, которые можно подключить$/ : 'Управление'
    const dot = tabs().getByRole('button', { name }).querySelector('span[aria-hidden]')
    expect(dot !== null).toBe(isMarked)
  })
  test('shows no mark at the options without a bundle', async () => {
    const { count } = await open(registered, { get_options: [options('inactive')] })
    await isReady()
    expect(tabs().getByRole('button', { name: 'Управление' })).toBeTruthy()
    expect(count('get_options')).toBe(0)
  })
})

describe('inside a partner’s app', () => {
  const token: HostToken = { first: async () => 'opaque', refresh: async () => 'opaque' }
  test('the way out takes the place of «Управление», which the header has then [O-TAB-06]', async () => {
    const { services } = await open({ bundle: 'wink' }, {}, token)
    await isReady()
    expect(tabs().queryByRole('button', { name: /^Управление/ })).toBeNull()
    fireEvent.click(tabs().getByRole('button', { name: 'Закрыть' }))
    expect(services.host.close).toHaveBeenCalledOnce()
    expect(screen.getByRole('banner').classList.contains('hidden')).toBe(false)
    const [onPhone] = header().getAllByRole('button', { name: 'Управление' })
    fireEvent.click(onPhone ?? document.body)
    expect(await screen.findByRole('dialog', { name: 'Управление' })).toBeTruthy()
  })
  test('«Ответы на вопросы» are opened by the app [O-MENU-18]', async () => {
    const { services } = await open({}, {}, token)
    await isReady()
    fireEvent.click(header().getAllByRole('button', { name: 'Управление' })[0] ?? document.body)
    const isFollowed = fireEvent.click(await screen.findByRole('link', { name: 'Ответы на вопросы' }))
    expect({ isFollowed, openOutsideCalls: services.host.openOutside.mock.calls }).toEqual({
      isFollowed: false,
      openOutsideCalls: [['https://paket.example/faq.pdf']],
    })
  })
  test('with a page of the visit before this one it leads back [O-TAB-06]', async () => {
    window.history.replaceState({ scroll: 2 }, '', '/profile')
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    const { services } = await open({}, {}, token)
    await isReady()
    fireEvent.click(tabs().getByRole('button', { name: 'Назад' }))
    expect({ backCalls: back.mock.calls.length, closeCalls: services.host.close.mock.calls.length }).toEqual({
      backCalls: 1,
      closeCalls: 0,
    })
    back.mockRestore()
  })
})

describe('the header', () => {
  test('has the logo that leads to the account, and three pages [O-HEADER-01] [O-HEADER-02]', async () => {
    await open()
    await isReady()
    expect(header().getByRole('link', { name: 'Пакет' }).getAttribute('href')).toBe('/profile')
    const pages = within(header().getByRole('navigation', { name: 'Разделы' })).getAllByRole('link')
    expect(pages.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Главная', '/profile'],
      ['Мой Пакет', '/offers'],
      ['Кешбэк', '/score'],
    ])
  })
  test('«Управление» opens the menu below it [O-HEADER-03]', async () => {
    const { menu } = await openMenu({}, {}, header)
    expect(header().getByRole('button', { name: 'Управление' }).getAttribute('aria-expanded')).toBe('true')
    expect(menu.getByText('Опции')).toBeTruthy()
  })
  test.each<[string, (menu: HTMLElement) => void]>([
    ['Esc', (menu) => fireEvent.keyDown(menu, { key: 'Escape' })],
    ['a press beside it', () => fireEvent.pointerDown(document.body)],
    ['its button', () => fireEvent.click(header().getByRole('button', { name: 'Управление' }))],
    ['leaving it by keyboard', (menu) => fireEvent.focusOut(menu, { relatedTarget: document.body })],
  ])('%s closes it', async (_, close) => {
    await openMenu({}, {}, header)
    close(screen.getByRole('dialog', { name: 'Управление' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  test.each<[Own, boolean]>([
    [{ bundle: 'wink' }, true],
    [{ bundle: 'x5card' }, true],
    [{}, false],
    [{ bundle: 'hr' }, false],
  ])('of %j is left out on a phone: %s [O-HEADER-04]', async (own, isHidden) => {
    await open(own)
    await isReady()
    expect(screen.getByRole('banner').classList.contains('hidden')).toBe(isHidden)
  })
})

describe('the menu', () => {
  test('says who is signed in: name, surname and phone [C-PROFILE-05] [O-MENU-03]', async () => {
    const { menu } = await openMenu()
    expect(menu.getByText('Анна Соколова')).toBeTruthy()
    expect(menu.getByText('+7 (900) 123-45-67')).toBeTruthy()
  })
  test.each<['new' | 'active' | 'inactive', string | null]>([
    ['new', 'СемьяПодключаетсяБлизких: 1 из 2'],
    ['active', 'СемьяАктивнаБлизких: 1 из 2'],
    ['inactive', null],
  ])('with the family option %s its card reads %j [O-MENU-04]', async (status, text) => {
    window.history.replaceState(null, '', '/options')
    const answers = { get_options: [options(status)], get_subscriber_relations: [relations] }
    const { menu, sent } = await openMenu({}, answers, tabs, {}, optionsAreDrawn)
    if (text) await waitFor(() => expect(plain(menu.getByRole('link', { name: /^Семья/ }))).toBe(text))
    expect(bodiesOf(sent, 'get_subscriber_relations')).toEqual(text ? [{ optionId: 'o0' }] : [])
    const card = menu.queryByRole('link', { name: /^Семья/ })
    expect(card?.getAttribute('href') ?? null).toBe(text && '/options/family_1_month')
  })
  test.each<[string | null, string]>([
    ['79007654321', 'Вы в СемьеОрганизатор +7 (900) 765-43-21'],
    [null, 'Вы в СемьеЗа Пакет платит организатор'],
  ])('a family member, whose organizer’s phone is %s, has one card: «%s» [O-MENU-05]', async (phoneNumber, text) => {
    const { menu, sent, count } = await openMenu(
      { bundle: 'slave' },
      {
        get_options: [{ body: { code: 0, result: [family] } }],
        get_subscriber_master: [{ body: { code: 0, result: { phoneNumber } } }],
      },
    )
    await waitFor(() => expect(plain(menu.getByRole('link', { name: /^Вы в Семье/ }))).toBe(text))
    expect(bodiesOf(sent, 'get_subscriber_master')).toEqual([{ subscriberId: 's1' }])
    expect(menu.queryByRole('link', { name: /^Семья/ })).toBeNull()
    expect(count('get_subscriber_relations')).toBe(0)
  })
  test('an organizer with several family options has the card of the one in use [O-MENU-04]', async () => {
    const result = [
      { ...family, optionId: 'o1', name: 'family_6_months', status: 'inactive' },
      { ...family, status: 'active' },
    ]
    const { menu } = await openMenu({}, { get_options: [{ body: { code: 0, result } }] })
    const card = await menu.findByRole('link', { name: /^Семья/ })
    expect(card.getAttribute('href')).toBe('/options/family_1_month')
  })
  test.each<[string, Answers['x']]>([
    ['cannot be read', [{ status: 500 }]],
    ['are none', [options()]],
  ])(
    'the card of a family member whose options %s leads to the family option (OO-46) [O-MENU-05]',
    async (_, reply) => {
      const { menu } = await openMenu(
        { bundle: 'slave' },
        {
          get_options: reply,
          get_subscriber_master: [{ body: { code: 0, result: { phoneNumber: null } } }],
        },
      )
      const card = await menu.findByRole('link', { name: /^Вы в Семье/ })
      expect(card.getAttribute('href')).toBe('/options/family_1_month')
    },
  )
  test('has no family card after its member has left, and asks for no organizer [O-MENU-05]', async () => {
    window.history.replaceState(null, '', '/options')
    const left: Own = { bundle: 'slave', status: 'deactivated' }
    const { menu, count } = await openMenu(left, { get_options: [options('inactive')] }, tabs, {}, optionsAreDrawn)
    expect(menu.queryByRole('link', { name: /Семь/ })).toBeNull()
    expect(count('get_subscriber_master')).toBe(0)
  })
  const everything = [
    'ОпцииНовое',
    'Ввод промокода',
    'Способы оплаты',
    'Карты лояльности',
    'История платежей',
    'Написать в поддержку',
    'Ответы на вопросы',
    'Выход',
  ]
  const lastPeriod = { bundleId: bundleNamed('standard199').id, startDate: null, endDate: null }
  test.each<[Own, string[], string]>([
    [{}, [], ''],
    [{ bundle: 'wink' }, ['Ввод промокода'], '[O-MENU-09]'],
    [{ bundle: 'hr' }, ['Ввод промокода'], '[O-MENU-09] (OO-44)'],
    [{ bundle: 'hr', status: 'deactivated' }, [], '(OO-44)'],
    [{ lastPeriod }, ['Ввод промокода'], '[O-MENU-10]'],
    [{ lastPeriod: { ...lastPeriod, bundleId: null } }, [], '[O-MENU-10]'],
    [registered, ['Способы оплаты', 'История платежей'], '[O-MENU-12] [O-MENU-16]'],
  ])('of %j has every item but %j %s', async (own, without) => {
    const { menu } = await openMenu(own)
    const list = within(menu.getAllByRole('list').at(-1) ?? document.body)
    expect(list.getAllByRole('listitem').map(plain)).toEqual(everything.filter((item) => !without.includes(item)))
  })
  test.each([
    ['Опции', '/options', '[O-MENU-06]'],
    ['Способы оплаты', '/payment_methods', '[O-MENU-11]'],
    ['Карты лояльности', '/loyalty_cards', '[O-MENU-13]'],
    ['История платежей', '/payment_history', '[O-MENU-15]'],
  ])('«%s» leads to %s %s', async (name, path) => {
    const { menu } = await openMenu()
    expect(menu.getByRole('link', { name: new RegExp(`^${name}`) }).getAttribute('href')).toBe(path)
  })
  test('«Опции» are new [O-MENU-07]', async () => {
    const { menu } = await openMenu()
    expect(menu.getByRole('link', { name: /^Опции/ }).textContent).toBe('ОпцииНовое')
  })
  test('a holder of x5card has «Ваша X5 Карта» in their place [O-MENU-14]', async () => {
    const { menu } = await openMenu({ bundle: 'x5card' })
    expect(menu.getByRole('link', { name: 'Ваша X5 Карта' }).getAttribute('href')).toBe('/loyalty_cards')
    expect(menu.queryByText('Карты лояльности')).toBeNull()
  })
  test('«Написать в поддержку» opens the ways to reach it [O-MENU-17]', async () => {
    const { menu } = await openMenu()
    fireEvent.click(menu.getByRole('button', { name: 'Написать в поддержку' }))
    expect(await screen.findByRole('dialog', { name: 'Как связаться?' })).toBeTruthy()
  })
  test.each<[Own, string]>([
    [{}, 'https://paket.example/faq.pdf'],
    [{ bundle: 'hr' }, 'https://paket.example/faq-hr.pdf'],
  ])('«Ответы на вопросы» of %j are at %s, outside [O-MENU-18]', async (own, url) => {
    const { menu } = await openMenu(own)
    const link = menu.getByRole('link', { name: 'Ответы на вопросы' })
    expect({ href: link.getAttribute('href'), target: link.getAttribute('target') }).toEqual({
      href: url,
      target: '_blank',
    })
  })
  test.each([header, tabs])('stays open, with the focus on it, when a link opens a new tab', async (opener) => {
    const { menu } = await openMenu({}, {}, opener)
    const link = menu.getByRole('link', { name: 'Ответы на вопросы' })
    act(() => link.focus())
    fireEvent.click(link)
    await act(() => new Promise((done) => setTimeout(done, 50)))
    expect(document.activeElement).toBe(link)
  })
  test('leaves out the answers that have no address [O-MENU-18] (OO-64)', async () => {
    const legal = { ...fakeSettings.legal, faq: '' }
    const { menu } = await openMenu(waiting, {}, tabs, { legal })
    expect(menu.queryByText('Ответы на вопросы')).toBeNull()
    expect(within(screen.getByRole('contentinfo', { hidden: true })).queryByText('Вопросы и ответы')).toBeNull()
  })
  test('«Выход» ends the session [O-MENU-19]', async () => {
    const { menu, services } = await openMenu()
    fireEvent.click(menu.getByRole('button', { name: 'Выход' }))
    expect(services.signOut).toHaveBeenCalledOnce()
  })
  test.each(['Способы оплаты', 'Карты лояльности', 'История платежей', 'Ответы на вопросы'])(
    'while the service is being connected «%s» only says so [O-MENU-20] [O-MENU-21]',
    async (name) => {
      const { menu } = await openMenu(waiting)
      expect(menu.queryByRole('link', { name })).toBeNull()
      fireEvent.click(menu.getByRole('button', { name }))
      expect(snackbars.items.map(({ text }) => text.split('\n'))).toEqual([
        ['Сервис ещё активируется', 'Попробуйте после уведомления'],
      ])
      expect(window.location.pathname).toBe('/profile')
      // Notifications below an open drawer are not announced.
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
  )
  test('has all items when the profile cannot be read', async () => {
    await open({}, { get_user_profile: [{ status: 422 }] })
    await closeDialog(/./, 'Закрыть')
    await isReady()
    fireEvent.click(header().getByRole('button', { name: 'Управление' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Управление' }))
    expect(menu.getAllByRole('listitem').map(plain)).toContain('Способы оплаты')
  })
})

describe('the support chat', () => {
  const chat = { hr: 'https://chat.example/hr.js', activated: 'https://chat.example/on.js', other: '/chat.js' }
  const scripts = () => [...document.scripts].map((script) => script.getAttribute('src'))
  beforeEach(() => {
    document.head.replaceChildren()
    vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  })
  test.each<[Own, string, string]>([
    [{ bundle: 'hr' }, chat.hr, '[O-WIDGET-02] [C-WIDGET-03]'],
    [{}, chat.activated, '[O-WIDGET-03] [C-WIDGET-04]'],
    [registered, chat.other, '[O-WIDGET-04] [C-WIDGET-05]'],
    [{ status: 'deactivated' }, chat.other, '[O-WIDGET-04] [C-WIDGET-05]'],
    [{ status: 'waiting_for_activation' }, chat.other, '[O-WIDGET-04] [C-WIDGET-05]'],
  ])('of %j is the script %s, alone %s', async (own, src) => {
    await open(own, {}, null, { widgets: { chat } })
    await waitFor(() => expect(scripts()).toEqual([src]))
  })
  test('is one for the visit, no matter what the subscriber becomes [O-WIDGET-03]', async () => {
    await open(registered, {}, null, { widgets: { chat } })
    await waitFor(() => expect(scripts()).toEqual([chat.other]))
    cleanup()
    await open({}, {}, null, { widgets: { chat } })
    await screen.findByRole('heading', { name: /спишется/ })
    expect(scripts()).toEqual([chat.other])
  })
  test('is loaded when support is opened, though nothing can be read [O-SUPPORT-07]', async () => {
    const widgets = { chat: { ...chat, open: 'openTestChat' } }
    await open({}, { get_client_data: [{ status: 422 }] }, null, { widgets })
    const failed = within(await screen.findByRole('dialog', { name: 'Произошла ошибка' }))
    expect(scripts()).toEqual([])
    fireEvent.click(failed.getByRole('button', { name: 'Написать в поддержку' }))
    await screen.findByRole('button', { name: 'Онлайн-чат' })
    expect(scripts()).toEqual([chat.other])
  })
})
test.each<[HostToken | null, string[]]>([
  [null, []],
  [{ first: async () => 'opaque', refresh: async () => 'opaque' }, ['/analytics.js']],
])('with the token %j of a partner’s app the analytics are %j [O-WIDGET-05] [C-WIDGET-06]', (token, sources) => {
  document.head.replaceChildren()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  const services = fakeServices()
  const settings = { ...services.settings, widgets: { analytics: '/analytics.js' } }
  loadVisitWidgets({ ...services, settings, host: { ...services.host, token } })
  expect([...document.scripts].map((script) => script.getAttribute('src'))).toEqual(sources)
})
