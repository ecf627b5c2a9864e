// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HostToken } from '../../../web/src/hosts/host.ts'
import { modalStack } from '../../../web/src/modals/modal-stack.ts'
import { snackbars } from '../../../web/src/modals/snackbars.ts'
import { anna, clientDataAnswer } from '../../support/client-data.ts'
import type { Answers } from '../../support/fake-api.ts'
import { renderAccount } from '../../support/render-page.tsx'

type Own = Parameters<typeof clientDataAnswer>[0]
type OptionStatus = 'new' | 'active' | 'inactive'

const options = (...statuses: OptionStatus[]) => ({ body: { code: 0, result: statuses.map((status) => ({ status })) } })
const family = {
  optionId: 'option-1',
  name: 'family_1_month',
  title: 'Семья',
  type: 'family_subscription',
  price: 9900,
  duration: 31,
  status: 'active',
  startDate: null,
  endDate: null,
  isRenewal: true,
  autopaymentsEnabled: true,
  maxRelations: 2,
}
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

const open = (own: Own = {}, answers: Answers = {}, token: HostToken | null = null) =>
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
  )
const isReady = () => screen.findByRole('heading', { level: 1 })
const header = () => within(screen.getByRole('banner'))
const tabs = () => within(screen.getAllByRole('navigation', { name: 'Разделы' }).at(-1) ?? document.body)
const plain = (element: HTMLElement) => (element.textContent ?? '').replace(/\u00a0/g, ' ')

/** Opens the menu of the tab bar, or the one of the header. */
async function openMenu(own: Own = {}, answers: Answers = {}, from = tabs) {
  const opened = await open(own, answers)
  await isReady()
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
    await open()
    await isReady()
    expect(tabs().getByRole('link', { name }).getAttribute('href')).toBe(path)
  })
  test('says which page is open', async () => {
    await open()
    await isReady()
    const current = tabs()
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-current'))
    expect(current).toEqual(['page', null, null])
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
    const { count } = await open({}, { get_options: [options(...statuses)] })
    await isReady()
    await waitFor(() => expect(count('get_options')).toBe(1))
    const name = isMarked ? /^Управление ?, есть опции, которые можно подключить$/ : 'Управление'
    expect(await tabs().findByRole('button', { name })).toBeTruthy()
  })
  test('has no mark where there is no bundle to have options for', async () => {
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
  test('with a page of the visit before this one it leads back [O-TAB-06]', async () => {
    window.history.replaceState({ scroll: 2 }, '', '/profile')
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
    const { services } = await open({}, {}, token)
    await isReady()
    fireEvent.click(tabs().getByRole('button', { name: 'Назад' }))
    expect([back.mock.calls.length, services.host.close.mock.calls.length]).toEqual([1, 0])
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
    const { menu, count } = await openMenu(
      {},
      {
        get_options: [{ body: { code: 0, result: [{ ...family, status }] } }],
        get_subscriber_relations: [relations],
      },
    )
    if (text) await waitFor(() => expect(plain(menu.getByRole('link', { name: /^Семья/ }))).toBe(text))
    else await waitFor(() => expect(count('get_options')).toBe(1))
    const card = menu.queryByRole('link', { name: /^Семья/ })
    expect(card?.getAttribute('href') ?? null).toBe(text && '/options/family_1_month')
  })
  test.each<[string | null, string]>([
    ['79007654321', 'Вы в СемьеОрганизатор +7 (900) 765-43-21'],
    [null, 'Вы в СемьеЗа Пакет платит организатор'],
  ])('a family member, whose organizer’s phone is %s, has one card: «%s» [O-MENU-05]', async (phoneNumber, text) => {
    const { menu, count } = await openMenu(
      { bundle: 'slave' },
      {
        get_options: [{ body: { code: 0, result: [family] } }],
        get_subscriber_master: [{ body: { code: 0, result: { phoneNumber } } }],
      },
    )
    await waitFor(() => expect(plain(menu.getByRole('link', { name: /^Вы в Семье/ }))).toBe(text))
    expect(menu.queryByRole('link', { name: /^Семья/ })).toBeNull()
    expect(count('get_subscriber_relations')).toBe(0)
  })
  test('who has left the family has no card of it, and nobody is asked whose it was [O-MENU-05]', async () => {
    const { menu, count } = await openMenu(
      { bundle: 'slave', status: 'deactivated' },
      { get_options: [{ body: { code: 0, result: [{ ...family, status: 'inactive' }] } }] },
    )
    await waitFor(() => expect(count('get_options')).toBe(1))
    expect(menu.queryByRole('link', { name: /Семь/ })).toBeNull()
    expect(count('get_subscriber_master')).toBe(0)
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
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([url, '_blank'])
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
      // News under a drawer are not heard.
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
  )
  test('whose profile cannot be read still leads everywhere', async () => {
    await open({}, { get_user_profile: [{ status: 422 }] })
    await isReady()
    fireEvent.click(header().getByRole('button', { name: 'Управление' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Управление' }))
    expect(menu.getAllByRole('listitem').map(plain)).toContain('Способы оплаты')
  })
})
