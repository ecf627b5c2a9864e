// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetVisit, readVisit } from '#web/analytics/visit.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import type { Answers } from '#support/fake-api.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

const leisure = { name: 'leisure', label: 'Развлечения', icon: 'ticket', filterGroup: 'Категории' }
const food = { name: 'food', label: 'Еда', icon: 'cup', filterGroup: 'Категории' }
const cinema = {
  name: 'cinema',
  title: 'Кино за полцены',
  description: '<b>Любой</b> сеанс',
  mainColor: '#0b6b3f',
  image: { url: '/cms/images/cinema.svg' },
  type: 'common',
  bundles: ['standard199'],
  tags: [leisure],
  circleRetailLogos: [{ url: '/cms/images/chain.svg', name: 'Сеть' }],
  circleBrandLogos: [{ url: '/cms/images/logo.svg', name: 'Кинотеатр' }],
  cardData: { name: 'Кино', partnerOfferId: 'cinema-2026', buttonText: null, buttonUrl: null },
}
const coffee = {
  ...cinema,
  name: 'coffee',
  title: 'Кофе',
  image: null,
  tags: [food],
  circleRetailLogos: [],
  circleBrandLogos: [],
  cardData: { name: null, partnerOfferId: null, buttonText: 'Открыть', buttonUrl: 'https://coffee.example/' },
}
const other = { ...cinema, name: 'travel', title: 'Поездки', type: 'other', bundles: ['wink'] }
const page = (...offers: object[]) => ({ body: { data: { offers } } })
const several = page(cinema, coffee, other)

function open(path: string, answers: Answers = {}, own: Parameters<typeof clientDataAnswer>[0] = {}) {
  window.history.replaceState(null, '', path)
  readVisit(window.location.search)
  return renderAccount({
    get_client_data: [clientDataAnswer(own)],
    get_user_profile: [anna],
    'my-paket-page': [several],
    ...answers,
  })
}
const titles = async () => (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent)
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { name })

afterEach(async () => {
  await leavePage()
  forgetVisit()
  vi.unstubAllGlobals()
})

describe('the list', () => {
  test('has a card for each offer of the content system that is for this subscriber, in its order [C-ROUTE-29] [O-ROUTE-02] [O-OFFERS-01] [O-OFFERS-10]', async () => {
    const { sent } = await open('/offers')
    expect(await screen.findByRole('heading', { level: 1, name: 'Мой Пакет' })).toBeTruthy()
    await screen.findByRole('link', { name: 'Кофе' })
    expect(await titles()).toEqual(['Кино за полцены', 'Кофе'])
    expect(sent.find(({ call }) => call === 'my-paket-page')?.body).toMatchObject({ status: 'published' })
  })
  test.each<[Parameters<typeof clientDataAnswer>[0], string[], string]>([
    [{ status: 'registered', bundle: null }, ['Кино за полцены', 'Кофе'], '[O-OFFERS-08]'],
    [{ status: 'registered', bundle: 'standard199' }, ['Чай'], '[O-OFFERS-08]'],
    [{ status: 'deactivated', bundle: 'standard199' }, ['Чай'], '[O-OFFERS-09]'],
    [{ bundle: 'wink' }, ['Поездки', 'Чай'], '[O-OFFERS-10]'],
    [{ status: 'waiting_for_activation', bundle: 'wink' }, ['Поездки', 'Чай'], '[O-OFFERS-11]'],
  ])('shows %j the offers %j %s', async (own, shown) => {
    const tea = { ...coffee, name: 'tea', title: 'Чай', bundles: ['wink'] }
    const all = own?.bundle ? page(cinema, coffee, other, tea) : several
    await open('/offers', { 'my-paket-page': [all] }, own)
    expect(await titles()).toEqual(shown)
  })
  test('shows a family member the offers of their bundle, and they open [O-ROLE-04]', async () => {
    const shared = { ...coffee, bundles: ['standard199', 'slave'] }
    await open('/offers', { 'my-paket-page': [page(cinema, shared, other)] }, { bundle: 'slave' })
    fireEvent.click(await screen.findByRole('link', { name: 'Кофе' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Кофе' })).toBeTruthy()
  })
  test('each card leads to its offer [O-OFFERS-07] [O-ROUTE-03]', async () => {
    await open('/offers')
    fireEvent.click(await screen.findByRole('link', { name: 'Кофе' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Кофе' })).toBeTruthy()
    expect(window.location.pathname).toBe('/offers/coffee')
  })
  test('shows editors’ markup as text, and lazy pictures with their place reserved [O-ENTITY-22]', async () => {
    await open('/offers')
    expect(await screen.findAllByText('<b>Любой</b> сеанс')).toHaveLength(2)
    const pictures = [...document.querySelectorAll('main img')]
    expect(pictures.map((image) => image.getAttribute('alt'))).toEqual(['', 'Сеть', 'Кинотеатр'])
    for (const image of pictures) {
      expect(image.getAttribute('loading')).toBe('lazy')
      expect(Number(image.getAttribute('width')) * Number(image.getAttribute('height'))).toBeGreaterThan(0)
    }
  })
  test('a picture that fails to load is replaced by a cover in the offer’s colour', async () => {
    await open('/offers')
    await titles()
    const broken = document.querySelector('main img[alt=""]')
    if (broken) fireEvent.error(broken)
    expect(document.querySelector('main img[alt=""]')).toBeNull()
    expect(document.querySelector('main rect')?.getAttribute('fill')).toBe('#0b6b3f')
  })
  test('the cover is removed when the picture has loaded', async () => {
    await open('/offers')
    await titles()
    const covers = document.querySelectorAll('main rect').length
    const picture = document.querySelector('main img[alt=""]')
    if (picture) fireEvent.load(picture)
    expect(document.querySelectorAll('main rect')).toHaveLength(covers - 1)
  })
  test('is filtered by tags; the choice is in the address and changes on the button only [O-OFFERS-02] [O-OFFERS-03] [O-OFFERS-04]', async () => {
    await open('/offers')
    await titles()
    await press('Фильтры')
    const drawer = within(await screen.findByRole('dialog', { name: 'Фильтры' }))
    fireEvent.click(drawer.getByRole('checkbox', { name: 'Еда' }))
    expect(document.querySelectorAll('main h2')).toHaveLength(2)
    fireEvent.click(drawer.getByRole('button', { name: /^Показать 1.предложение$/ }))
    await waitFor(() => expect(document.querySelectorAll('main h2')).toHaveLength(1))
    expect(window.location.search).toBe('?tag=food')
    expect(screen.getByText(/^1.предложение$/)).toBeTruthy()
  })
  test('filters without a match show a message with a button [O-OFFERS-06]', async () => {
    const both = page({ ...cinema, tags: [leisure, { ...food, filterGroup: 'Где' }] }, { ...coffee, tags: [] })
    const third = { ...coffee, name: 'tea', tags: [{ ...food, name: 'shops', filterGroup: 'Где' }] }
    const offers = [...both.body.data.offers, third]
    await open('/offers?tag=leisure&tag=shops', { 'my-paket-page': [page(...offers)] })
    expect(await heading('С такими фильтрами ничего нет')).toBeTruthy()
    await press('Сбросить фильтры')
    await waitFor(() => expect(document.querySelectorAll('main li h2')).toHaveLength(3))
    expect(window.location.search).toBe('')
  })
  test('is empty without an offer; without tags there is no filter', async () => {
    await open('/offers', { 'my-paket-page': [page()] })
    expect(await heading('Предложений пока нет')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Фильтры' })).toBeNull()
    await press('На главную')
    expect(window.location.pathname).toBe('/profile')
  })
  test.each<[string, Answers['x'][number]]>([
    ['HTTP 500', { status: 500 }],
    ['no connection', 'no connection'],
    ['another shape', { body: { data: 1 } }],
  ])('%s: could not be loaded, and is tried again in place', async (_, answer) => {
    await open('/offers', { 'my-paket-page': [answer, several] })
    expect(await heading('Не удалось загрузить')).toBeTruthy()
    expect(screen.getByText('Попробуйте снова или зайдите позже')).toBeTruthy()
    await press('Попробовать ещё раз')
    await waitFor(async () => expect(await titles()).toEqual(['Кино за полцены', 'Кофе']))
  })
  test('?draft=Y reads what editors work on, stored for the visit [O-OFFERS-12]', async () => {
    const { sent } = await open('/offers?draft=Y')
    await titles()
    fireEvent.click(screen.getByRole('link', { name: 'Кофе' }))
    await heading('Кофе')
    const reads = sent.filter(({ call }) => call === 'my-paket-page')
    expect(reads.length).toBeGreaterThan(0)
    for (const { body } of reads) expect(body).toMatchObject({ status: 'draft' })
  })
  test('any other value of draft is published [O-OFFERS-12]', async () => {
    const { sent } = await open('/offers?draft=y')
    await titles()
    expect(sent.find(({ call }) => call === 'my-paket-page')?.body).toMatchObject({ status: 'published' })
  })
})

describe('an offer', () => {
  test('shows what editors wrote of it, and its promocode, which is copied [C-ROUTE-29] [O-ROUTE-03] [O-ENTITY-22] [O-ENTITY-25]', async () => {
    const { sent, services } = await open('/offers/cinema', {
      get_promocodes_to_user: [{ body: { code: 0, result: { promocodes: ['KINO-1'] } } }],
    })
    expect(await screen.findByText('<b>Любой</b> сеанс')).toBeTruthy()
    expect(screen.getByText('Партнёр: Кино')).toBeTruthy()
    expect(screen.getByText('Развлечения')).toBeTruthy()
    await press('Получить промокод')
    expect(await screen.findByText('KINO-1')).toBeTruthy()
    await press('Скопировать промокод')
    expect(services.host.copy.mock.calls).toEqual([['KINO-1']])
    await waitFor(() => expect(snackbars.items.map(({ text }) => text)).toEqual(['Промокод скопирован']))
    expect(sent.filter(({ call }) => call === 'get_promocodes_to_user')).toEqual([
      { call: 'get_promocodes_to_user', body: { partnerOfferId: 'cinema-2026', subscriberId: 's1' } },
    ])
  })
  test('a promocode that cannot be copied shows a message', async () => {
    const { services } = await open('/offers/cinema', {
      get_promocodes_to_user: [{ body: { code: 0, result: { promocodes: ['KINO-1'] } } }],
    })
    services.host.copy.mockResolvedValue(false)
    await press('Получить промокод')
    await press('Скопировать промокод')
    await waitFor(() => expect(snackbars.items[0]?.text).toMatch(/^Не получилось скопировать/))
  })
  test.each<[Answers['x'][number], string, string]>([
    [{ body: { code: 4 } }, 'Подписка ещё активируется', 'Позже вы сможете воспользоваться промокодом'],
    [{ body: { code: 9 } }, 'Подписка ещё активируется', 'Позже вы сможете воспользоваться промокодом'],
    [{ body: { code: 2000 } }, 'Произошла ошибка', 'Попробуйте позже'],
    [{ status: 500 }, 'Произошла ошибка', 'Попробуйте позже'],
  ])(
    'a promocode answered with %j: «%s», and it can be asked again [O-ERR-30] [O-ERR-31]',
    async (answer, name, text) => {
      await open('/offers/cinema', {
        get_promocodes_to_user: [answer, { body: { code: 0, result: { promocodes: ['KINO-1'] } } }],
      })
      await press('Получить промокод')
      const dialog = within(await screen.findByRole('dialog', { name }))
      expect(dialog.getByText(text)).toBeTruthy()
      fireEvent.click(dialog.getByRole('button', { name: 'Понятно' }))
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull()
        expect(screen.getByRole('button', { name: 'Получить промокод' }).getAttribute('aria-busy')).toBeNull()
      })
      await press('Получить промокод')
      expect(await screen.findByText('KINO-1')).toBeTruthy()
    },
  )
  test('leads where editors say, in a window of its own', async () => {
    await open('/offers/coffee')
    const link = await screen.findByRole('link', { name: 'Открыть' })
    expect({ href: link.getAttribute('href'), target: link.getAttribute('target') }).toEqual({
      href: 'https://coffee.example/',
      target: '_blank',
    })
    expect(screen.queryByRole('button', { name: 'Получить промокод' })).toBeNull()
  })
  test('an address that is none of the web leads nowhere', async () => {
    const cardData = { ...coffee.cardData, buttonUrl: 'javascript:alert(1)' }
    await open('/offers/coffee', { 'my-paket-page': [page({ ...coffee, cardData })] })
    await heading('Кофе')
    expect(screen.queryByRole('link', { name: 'Открыть' })).toBeNull()
  })
  test.each(['nothing', 'travel'])(
    '/offers/%s is not available, with a way to the list (OO-21) [O-ERR-51]',
    async (name) => {
      await open(`/offers/${name}`)
      expect(await heading('Предложение недоступно')).toBeTruthy()
      await press('Смотреть другие предложения')
      await waitFor(async () => expect(await titles()).toEqual(['Кино за полцены', 'Кофе']))
    },
  )
  test('without a subscription says what it works with', async () => {
    await open('/offers/cinema', {}, { status: 'registered', bundle: null })
    expect((await screen.findByRole('link', { name: 'Подключить Пакет' })).getAttribute('href')).toBe('/profile')
  })
  test('is retried in place when it could not be loaded', async () => {
    await open('/offers/coffee', { 'my-paket-page': [{ status: 500 }, several] })
    await press('Попробовать ещё раз')
    expect(await screen.findByRole('heading', { level: 1, name: 'Кофе' })).toBeTruthy()
  })
})
