// @vitest-environment happy-dom
import { bundleNamed, deliveryChains } from '@paket/sdk'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import type { Answers } from '#support/fake-api.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

const [first, second] = deliveryChains
const deliveries = (left: number[], own: object = {}) => ({
  body: {
    code: 0,
    result: {
      offers: left.map((availableDeliveries, place) => ({
        id: deliveryChains[place]?.id ?? '0b4c4e0e-98a2-4c7e-8f3a-4a1f6b2c7d10',
        maxFreeDeliveries: 3,
        availableDeliveries,
      })),
      renewalsLeft: null,
      offerRenewalDate: '2026-12-02T09:05:00+03:00',
      ...own,
    },
  },
})
const open = (own: Parameters<typeof clientDataAnswer>[0], ...answers: Answers['x']) =>
  renderAccount({ get_client_data: [clientDataAnswer(own)], get_user_profile: [anna], get_delivery_info: answers })
const text = (element: HTMLElement) => (element.textContent ?? '').replaceAll('\u00a0', ' ')
const block = async () => {
  await waitFor(() => expect(screen.getByRole('button', { name: 'Как обновляются' })).toBeTruthy())
  return within(screen.getByRole('region', { name: 'Бесплатные доставки' }))
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') })
  window.history.replaceState(null, '', '/profile')
})
afterEach(async () => {
  await leavePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('free deliveries', () => {
  test('are shown for each of the two chains, with the day they come back [O-ENTITY-27] [O-ENTITY-28] [O-DELIVERY-09] [O-DELIVERY-10]', async () => {
    await open({}, deliveries([2, 0]))
    const rows = (await block()).getAllByRole('listitem').map(text)
    expect(rows).toEqual(['БольшойОсталось 2 из 3', 'БлижнийДоставки закончились'])
    expect(screen.getByText(/^Обновятся 2.декабря$/)).toBeTruthy()
    expect({ first: first?.name, second: second?.name }).toEqual({ first: 'tcx', second: 'tc5' })
  })
  test('have their place before they are known, and none when they cannot be read (OO-08)', async () => {
    await open({}, { status: 500 })
    const place = await screen.findByRole('region', { name: 'Бесплатные доставки' })
    expect(within(place).getByText('Загружаем')).toBeTruthy()
    await screen.findByRole('heading', { level: 1, name: 'Главная' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Бесплатные доставки' })).toBeNull())
  })
  test('are not shown for an unknown chain; without a renewal date none is shown (OO-51)', async () => {
    await open({}, deliveries([1, 2, 3], { offerRenewalDate: null }))
    expect((await block()).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.queryByText(/^Обновятся/)).toBeNull()
  })
  test('have their rules in a modal [O-MODAL-18] [O-DELIVERY-09] [O-DELIVERY-10]', async () => {
    await open({}, deliveries([3, 3]))
    await press('Как обновляются')
    const rules = text(await screen.findByRole('dialog', { name: 'Как обновляются доставки' }))
    expect(rules).toMatch(/По 3 доставки.*«Большой» и «Ближний».*Каждые 31 день/)
  })
  test('are requested while the subscription is active [O-DELIVERY-02]', async () => {
    const { count } = await open({}, deliveries([3, 3]))
    await block()
    expect(count('get_delivery_info')).toBe(1)
  })
  test.each([
    ['registered', 'standard199', '[O-DELIVERY-02]'],
    ['deactivated', 'standard199', '[O-DELIVERY-02]'],
    ['waiting_for_activation', 'standard199', '[O-DELIVERY-02]'],
    ['activated', 'daily', '[O-DELIVERY-03]'],
    ['activated', 'slave', '[O-DELIVERY-03] [O-ROLE-04]'],
    ['activated', 'free', '[O-DELIVERY-03]'],
  ] as const)('are not requested with status %s, bundle %s %s', async (status, bundle, _row) => {
    const deactivationDate = '2026-10-02T09:05:00+03:00'
    const { count } = await open({ status, bundle, deactivationDate }, deliveries([3, 3]))
    // The last section of the page: with it the deliveries would be there, or be awaited.
    await screen.findByRole('region', { name: 'Кешбэк' })
    expect(count('get_delivery_info')).toBe(0)
    expect(screen.queryByRole('region', { name: 'Бесплатные доставки' })).toBeNull()
  })
  test('are not requested after the session is lost [O-DELIVERY-01]', async () => {
    const answers = { get_client_data: [clientDataAnswer()], get_user_profile: [anna] }
    const { count } = await renderAccount({ ...answers, get_delivery_info: [deliveries([3, 3])] }, 'lost')
    await screen.findByRole('heading', { name: /спишется 2.декабря/ })
    expect(count('get_delivery_info')).toBe(0)
  })
  test.each<[Answers['x'][number]]>([[{ status: 500 }], [{ body: { code: 2000 } }], ['no connection']])(
    'that cannot be read (%j) are left out without a word (OO-08)',
    async (answer) => {
      const { count } = await open({ bundle: 'megafon', autopaymentsEnabled: false }, answer)
      await waitFor(() => expect(count('get_delivery_info')).toBe(1))
      await screen.findByRole('heading', { level: 1, name: 'Главная' })
      expect(screen.queryByRole('region', { name: 'Бесплатные доставки' })).toBeNull()
      expect(screen.queryByRole('heading', { name: 'Продление выключено' })).toBeNull()
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )
})

describe('deliveries without a renewal', () => {
  const partner = { bundle: 'megafon', autopaymentsEnabled: false } as const
  const used = deliveries([3, 3], { renewalsLeft: 0 })
  const isSaid = () => screen.queryByRole('heading', { name: 'Продление выключено' }) !== null
  test('is said with the last day and a way to what is subscribed to [O-DELIVERY-04] [O-DELIVERY-05] [O-DELIVERY-06] [O-DELIVERY-07] [O-DELIVERY-08]', async () => {
    await open(partner, used)
    await block()
    expect(isSaid()).toBe(true)
    expect(screen.getByText(/работает до 2.декабря/)).toBeTruthy()
    expect(
      screen.getAllByRole('link', { name: 'Управление подпиской' }).map((link) => link.getAttribute('href')),
    ).toContain('/manage')
  })
  const lastPeriod = { bundleId: bundleNamed('megafon').id, startDate: '2026-12-02T09:05:00+03:00', endDate: null }
  test.each<[string, Parameters<typeof clientDataAnswer>[0], Answers['x'][number]]>([
    ['a bundle of our own [O-DELIVERY-05]', { autopaymentsEnabled: false }, used],
    ['autopayments that are on [O-DELIVERY-06]', { bundle: 'megafon' }, used],
    ['a bundle that follows [O-DELIVERY-07]', { ...partner, lastPeriod }, used],
    ['a renewal that is left [O-DELIVERY-08]', partner, deliveries([3, 3], { renewalsLeft: 1 })],
  ])('is not said with %s', async (_, own, answer) => {
    await open(own, answer)
    await block()
    expect(isSaid()).toBe(false)
  })
  test('is not said of a partner that the settings do not list (OO-50) [O-DELIVERY-05]', async () => {
    const reads = { get_client_data: [clientDataAnswer(partner)], get_user_profile: [anna], get_delivery_info: [used] }
    await renderAccount(reads, 'signedIn', null, { partnerRenewable: ['wink'] })
    await block()
    expect(isSaid()).toBe(false)
  })
})

describe('cashback', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Кешбэк' }))
  test('is shown in numbers [O-CONST-10] [O-CONST-11] [O-CONST-13] [O-CONST-14] [O-CONST-15] [O-CONST-16]', async () => {
    await open({}, deliveries([3, 3]))
    const facts = (await section()).getAllByRole('listitem').map(text)
    expect(facts.slice(0, 6)).toEqual([
      '5%баллами с чека на карту лояльности',
      '20%на готовую еду',
      '20%на выпечку',
      '50%на кофе или чай',
      'до 100%кешбэка можно потратить',
      '10любимых категорий, по 5 в каждом магазине',
    ])
  })
  test.each([
    ['На что больше кешбэка', /До 20% баллами: супы.*20%.*50%.*5% баллами с чека/, '[O-MODAL-19] [O-CONST-12]'],
    [
      'Кешбэк на мясо с фермы',
      /мясо и птицу.*в течение дня.*до 100% кешбэка/,
      '[O-MODAL-12] [O-LOYALTY-05] [O-CONST-15]',
    ],
    ['Кешбэк на шоколад', /шоколад.*в течение дня.*до 100% кешбэка/, '[O-MODAL-13] [O-LOYALTY-05] [O-CONST-15]'],
  ])('«%s» is read in a drawer: %s %s', async (name, words) => {
    await open({}, deliveries([3, 3]))
    fireEvent.click((await section()).getByRole('button', { name }))
    const drawer = await screen.findByRole('dialog', { name })
    expect(text(drawer)).toMatch(words)
    fireEvent.click(within(drawer).getByRole('button', { name: 'Понятно' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('a subscription being connected shows how long it takes [O-CONST-02]', async () => {
  await open({ status: 'waiting_for_activation' })
  expect(await screen.findByText(/до 5.минут/)).toBeTruthy()
})
