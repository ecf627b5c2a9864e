// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type RouteRow, routes } from '#web/routes.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { codeOf, isRejected, readContract } from '../../contract/contract.ts'
import type { Answers } from '#support/fake-api.ts'
import { familyOption } from '#support/options.ts'
import { leavePage, renderAccount } from '#support/render-page.tsx'

const { calls } = await readContract()
const nameOf = (path: string) => path.split('/').at(-1) ?? ''
/** The contract's first success of every call, or the named one. */
const goodAnswers = (named: Record<string, string>): Answers =>
  Object.fromEntries(
    calls.map((call) => {
      const good = call.answers.find(({ status, name, value }) =>
        named[call.id] ? name === named[call.id] : status === 200 && !isRejected(call, codeOf(value)),
      )
      if (!good) throw new Error(`${call.id} has no example ${named[call.id]}`)
      return [nameOf(call.path), [{ body: good.value }]]
    }),
  )
const offer = {
  name: 'books',
  title: 'Кино',
  description: 'Билет',
  type: 'common',
  bundles: ['standard199'],
  tags: [],
  circleRetailLogos: [],
  circleBrandLogos: [],
}
const others: Answers = {
  'my-paket-page': [{ body: { data: { offers: [offer] } } }],
  get_options: [{ body: { code: 0, result: [familyOption] } }],
}
const all = ['get_client_data']
/**
 * For each call: what a page shows in place of a section when the call's response is empty. All other parts of the page
 * and the frame must stay. `-`: the page leaves the section out.
 */
const breaksAt: Record<string, Record<string, { gone: string[]; instead: string }>> = {
  '/profile': { get_delivery_info: { gone: ['Бесплатные доставки'], instead: 'Эта часть страницы не загрузилась' } },
  '/payment_methods': { get_bank_cards: { gone: [], instead: 'Карты не загрузились' } },
  '/payment_history': {
    get_payments: {
      gone: ['Ноябрь', 'Октябрь', 'Сентябрь', 'Март', 'Сентябрь 2025'],
      instead: 'История не загрузилась',
    },
  },
  '/loyalty_cards': { get_loyalty_cards: { gone: ['Карта «X5 Клуб»'], instead: 'Карты не загрузились' } },
  '/score': {
    get_scores_balance: { gone: [], instead: 'Не удалось загрузить' },
    get_all_loyalty_scores: { gone: [], instead: 'Не удалось загрузить' },
    get_monthly_loyalty_scores: {
      gone: ['Ноябрь: 2 билета', 'Баллы по месяцам'],
      instead: 'Эта часть страницы не загрузилась',
    },
  },
  '/options': { get_options: { gone: [], instead: 'Опции не загрузились' } },
  '/options/family_1_month': {
    get_options: { gone: ['Семья', 'Близкие', 'Тариф', 'Близким доступно'], instead: 'Не удалось загрузить' },
    get_subscriber_relations: { gone: [], instead: 'Не удалось загрузить' },
  },
}
/** Every page with reads, at the address where it shows the most. */
const pages = Object.values<RouteRow>(routes).flatMap(({ states, visits }) =>
  states === null || visits === 'leadsOn'
    ? []
    : [{ at: visits[0].path, as: states.with?.getClientData ?? 'activated', breaks: breaksAt[visits[0].path] ?? {} }],
)
/** These pages are about client data; the others work without it. */
const needsClientData = [
  '/profile',
  '/manage',
  '/offers',
  '/offers/books',
  '/score',
  '/options',
  '/options/family_1_month',
  '/oplata',
]
/** What the menu leaves out: without client data it has only help and sign-out (menuItems). */
const menuWithout: Record<string, RegExp> = {
  get_client_data: /^(Семья|Опции|Ввод промокода|Способы оплаты|Карты лояльности|История платежей)/,
  get_options: /^Семья/,
}

const empty = { body: { code: 0, result: {} } }
const RETRY = /^Попробовать ещё раз/
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').replaceAll('Загружено', '')
const texts = (root: Element | null | undefined, selector: string) =>
  [...(root?.querySelectorAll(selector) ?? [])].map(({ textContent }) => plain(textContent))
const mainText = () => plain(document.querySelector('main')?.textContent)

/** Waits until nothing changes for a while; closes the modals that open. */
async function settle(): Promise<void> {
  let before = ''
  await waitFor(
    async () => {
      await act(() => new Promise((done) => setTimeout(done, 15)))
      for (const { answer } of modalStack.open) answer('dismissed')
      const now = document.body.innerHTML
      const isStill =
        now === before && !document.body.textContent.includes('Загружаем') && !document.querySelector('[inert]')
      before = now
      expect(isStill).toBe(true)
    },
    { timeout: 8000 },
  )
}

/** Returns what a user finds: the buttons and links of the header, the tab bar and the menu, and the headings of the page. */
async function look() {
  await settle()
  const banner = screen.getByRole('banner')
  const menuButton = within(banner).getByRole('button', { name: 'Управление' })
  const frame = [
    ...texts(banner, 'a, button'),
    ...texts(screen.getAllByRole('navigation', { name: 'Разделы' }).at(-1), 'a, button'),
  ].map((text) => text.replace(/есть опции.*/, ''))
  const headings = texts(document.querySelector('main'), 'h1, h2')
  const main = mainText()
  fireEvent.click(menuButton)
  await settle()
  const opened = await screen.findByRole('dialog', { name: 'Управление' })
  // The number of family members may arrive later.
  const menu = texts(opened, 'a, button').map((text) => text.replace(/(Близких: |Преимущества).*/, ''))
  fireEvent.click(menuButton)
  await settle()
  return { frame, menu, headings, main }
}

async function tryAgain(): Promise<void> {
  for (let press = 0; press < 3; press++) {
    const again = screen.queryAllByRole('button', { name: RETRY })[0]
    if (!again) return
    fireEvent.click(again)
    await settle()
  }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') })
})
afterEach(async () => {
  await leavePage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the tables name only pages that exist', () => {
  const known = pages.map(({ at }) => at)
  expect([...Object.keys(breaksAt), ...needsClientData].filter((at) => !known.includes(at))).toEqual([])
})

describe.each(pages)('$at', ({ at, as, breaks }) => {
  const good = { ...goodAnswers({ getClientData: as }), ...others }
  const open = (own: Answers = {}) => {
    window.history.replaceState(null, '', at)
    return renderAccount({ ...goodAnswers({ getClientData: as }), ...others, ...own })
  }

  test('an empty answer, of each call in turn, breaks only the sections that use it, and a retry mends them', async () => {
    const { sent } = await open()
    const whole = await look()
    const reads = [...new Set(sent.map(({ call }) => call))].filter((call) => call.startsWith('get_'))
    // The page makes all calls that the table names.
    expect(reads).toEqual(expect.arrayContaining([...all, ...Object.keys(breaks)]))
    for (const read of reads) {
      cleanup()
      await open({ [read]: [empty, ...(good[read] ?? [])] })
      const broken = await look()
      const isAbout = read === 'get_client_data' && needsClientData.includes(at)
      const { gone, instead } = isAbout
        ? { gone: whole.headings, instead: 'Данные не загрузились' }
        : (breaks[read] ?? { gone: [], instead: '' })
      expect({ read, frame: broken.frame }).toEqual({ read, frame: whole.frame })
      expect({ read, menu: broken.menu }).toEqual({
        read,
        menu: whole.menu.filter((item) => !menuWithout[read]?.test(item)),
      })
      expect({ read, gone: whole.headings.filter((heading) => !broken.headings.includes(heading)) }).toEqual({
        read,
        gone,
      })
      expect(broken.main).toContain(instead)
      await tryAgain()
      if (instead) expect({ read, mainText: mainText() }).toEqual({ read, mainText: whole.main })
    }
    // A limit, not a measurement: the page is rendered again for each call.
  }, 90_000)

  test.each<[string, unknown]>([
    ['no result', { code: 0, cards: [] }],
    ['null', { code: 0, result: null, cards: null }],
    ['a text', { code: 0, result: 'text', cards: 'text' }],
    ['a list of nothing', { code: 0, result: [null], cards: [null] }],
    [
      'what no one knows',
      { code: 0, result: { status: 'dreaming', bundleId: 5, name: {}, offers: [{}], relations: [{}] } },
    ],
  ])('where every answer is %s, the header and the menu can be used', async (_, body) => {
    await open(Object.fromEntries(Object.keys(good).map((call) => [call, [{ body }]])))
    const { frame, menu } = await look()
    expect(frame).toEqual(expect.arrayContaining(['Пакет', 'Главная', 'Мой Пакет', 'Кешбэк', 'Управление', 'Выйти']))
    expect(menu).toEqual(expect.arrayContaining(['Написать в поддержку', 'Выход']))
    expect(screen.queryByRole('dialog', { name: 'Произошла ошибка' })).toBeNull()
  })
})
