// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import type { Answers } from '#support/fake-api.ts'
import { renderAccount } from '#support/render-page.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const balance = (scoresBalance: number) => ({ body: { code: 0, result: { scoresBalance } } })
const allTime = (scoresPaket: number) => ({ body: { code: 0, result: { scoresPaket } } })
const months = (...points: [month: number, scoresPaket: number][]) => ({
  body: { code: 0, result: points.map(([month, scoresPaket]) => ({ month, year: 2026, scoresPaket })) },
})
const usual = {
  get_scores_balance: [balance(23_450)],
  get_all_loyalty_scores: [allTime(48_210)],
  get_monthly_loyalty_scores: [months([11, 2400], [10, 1830], [8, 950])],
}
function open(answers: Answers = {}, createdDate = '2026-01-10T09:00:00+03:00') {
  window.history.replaceState(null, '', '/score')
  const client = { get_client_data: [clientDataAnswer({ createdDate })], get_user_profile: [anna] }
  return renderAccount({ ...client, ...usual, ...answers })
}
const text = (element: Element | null | undefined) => (element?.textContent ?? '').replaceAll('\u00a0', ' ')
const rows = async () => {
  const table = await screen.findByRole('table', { name: /Баллы по месяцам/ })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(text).join(': '))
}
/** Delays the answers of a call until the returned function is called. */
function delayAnswers(call: string): () => void {
  const answering = globalThis.fetch
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const [address] = request
    if (new URL(address instanceof Request ? address.url : address).pathname.endsWith(`/${call}`)) await promise
    return answering(...request)
  })
  return resolve
}
const retry = (what: RegExp | string = 'Попробовать ещё раз') =>
  fireEvent.click(screen.getByRole('button', { name: what }))

test('shows the balance, in points and rubles, and the points of all time [C-ROUTE-10]', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Кешбэк' })).toBeTruthy()
  const card = (await screen.findByText(/23.450 баллов/)).closest('section')
  await screen.findByText(/48.210 баллов/)
  expect(text(card)).toMatch(/Можно потратить23 450 балловЭто 2 345 ₽.*за всё время48 210 баллов/)
})

describe('the history', () => {
  test('lists the months of a page, and draws them [O-SCORE-01] [O-ROUTE-04]', async () => {
    const { sent } = await open()
    expect(await rows()).toEqual(['Ноябрь: 2 400', 'Октябрь: 1 830', 'Сентябрь: 0', 'Август: 950'])
    expect(screen.getByRole('img', { name: /с месяца Август по Ноябрь/ })).toBeTruthy()
    const periods = [11, 10, 9, 8].map((month) => ({ month, year: 2026 }))
    expect(sent.filter(({ call }) => call === 'get_monthly_loyalty_scores').map(({ body }) => body)).toEqual([
      { periods },
    ])
  })
  test('loads four months at a time, back to the start of the subscription [O-SCORE-01] [O-SCORE-02]', async () => {
    const pages = [months([11, 1]), months([7, 70]), months([3, 30], [2, 20], [1, 10])]
    const { sent } = await open({ get_monthly_loyalty_scores: pages })
    const more = async () => fireEvent.click(await screen.findByRole('button', { name: 'Показать ещё' }))
    await more()
    expect(await screen.findByRole('row', { name: /Июль/ })).toBeTruthy()
    await more()
    expect(await screen.findByRole('row', { name: /Январь/ })).toBeTruthy()
    expect(await rows()).toHaveLength(11)
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
    const requests = sent.filter(({ call }) => call === 'get_monthly_loyalty_scores')
    expect(requests.map(({ body }) => (body as { periods: unknown[] }).periods.length)).toEqual([4, 4, 3])
  })
  test('reads this month again when the page is shown again, also below more months', async () => {
    const pages = [months([11, 1]), months([7, 70]), months([3, 30]), months([11, 5]), months([3, 30])]
    await open({ get_monthly_loyalty_scores: pages })
    for (const month of [/Июль/, /Март/]) {
      fireEvent.click(await screen.findByRole('button', { name: 'Показать ещё' }))
      await screen.findByRole('row', { name: month })
    }
    vi.setSystemTime('2026-11-10T11:00:00Z')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await waitFor(async () => expect((await rows())[0]).toBe('Ноябрь: 5'))
    expect(await rows()).toHaveLength(11)
  })
  test('announces that its last page is loading, then focuses its first month', async () => {
    const { count } = await open(
      { get_monthly_loyalty_scores: [months([11, 1]), months([7, 70])] },
      '2026-06-10T09:00:00+03:00',
    )
    const more = await screen.findByRole('button', { name: 'Показать ещё' })
    const release = delayAnswers('get_monthly_loyalty_scores')
    more.focus()
    fireEvent.click(more)
    await waitFor(() => expect(more.getAttribute('aria-busy')).toBe('true'))
    expect({ focused: document.activeElement, getMonthlyLoyaltyScores: count('get_monthly_loyalty_scores') }).toEqual({
      focused: more,
      getMonthlyLoyaltyScores: 1,
    })
    release()
    const first = await screen.findByRole('row', { name: /Июль/ })
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
    expect(document.activeElement).toBe(first)
  })
  test('without points says so, and goes on', async () => {
    await open({ get_monthly_loyalty_scores: [months()] })
    expect(await screen.findByRole('heading', { name: 'За эти месяцы баллов нет' })).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('button', { name: 'Показать ещё' })).toBeTruthy()
  })
  test.each<[string, Answers['x'][number]]>([
    ['HTTP 500', { status: 500 }],
    ['code 1', { body: { code: 1 } }],
    ['no answer', 'no connection'],
  ])('is read again in place when it cannot be read (%s) (OO-08)', async (_, answer) => {
    await open({ get_monthly_loyalty_scores: [answer, months([11, 10])] })
    expect(await screen.findByText('Не удалось загрузить')).toBeTruthy()
    expect(screen.getByText('Попробуйте снова или зайдите позже')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    retry()
    expect((await rows())[0]).toBe('Ноябрь: 10')
  })
  test('a later page that cannot be read preserves the loaded months, and the focus', async () => {
    await open({ get_monthly_loyalty_scores: [months([11, 10]), { status: 500 }, months([7, 70])] })
    const more = await screen.findByRole('button', { name: 'Показать ещё' })
    more.focus()
    fireEvent.click(more)
    await screen.findByText('Не удалось загрузить')
    expect(await rows()).toHaveLength(4)
    expect(text(document.activeElement)).toBe('Попробовать ещё раз')
    retry()
    expect(await screen.findByRole('row', { name: /Июль/ })).toBeTruthy()
    expect(text(document.activeElement)).toBe('Показать ещё')
  })
  test('focuses its first month when its only page is read again', async () => {
    await open({ get_monthly_loyalty_scores: [{ status: 500 }, months([11, 10])] }, '2026-10-10T09:00:00+03:00')
    const again = await screen.findByRole('button', { name: 'Попробовать ещё раз' })
    again.focus()
    fireEvent.click(again)
    const first = await screen.findByRole('row', { name: /Ноябрь/ })
    expect(document.activeElement).toBe(first)
  })
})

test.each([
  [0, 1, 'Ноябрь: билетов пока нет', 'Первые баллы месяца принесут билет, а 2 400 баллов — сразу два'],
  [1, 1, 'Ноябрь: 1 билет', 'Ещё 2 399 баллов, и билетов станет два'],
  [2399, 1, 'Ноябрь: 1 билет', 'Ещё 1 балл, и билетов станет два'],
  [2400, 2, 'Ноябрь: 2 билета', 'За месяц набралось 2 400 баллов или больше, поэтому билетов два'],
])('%i points of this month are drawn as %i ticket(s): «%s» [O-SCORE-03]', async (points, drawn, title, hint) => {
  await open({ get_monthly_loyalty_scores: [months([11, points])] })
  const tickets = await screen.findByRole('region', { name: title })
  expect(text(tickets)).toContain(hint)
  expect(tickets.querySelectorAll('svg')).toHaveLength(drawn)
})
test('a month that is not known has no tickets', async () => {
  await open({ get_monthly_loyalty_scores: [{ status: 500 }] })
  await screen.findByText('Не удалось загрузить')
  expect(screen.queryByText(/билет/)).toBeNull()
})

describe('a balance', () => {
  test('is shown as none, without a retry, when the server does not know it (code 2000)', async () => {
    await open({ get_scores_balance: [{ body: { code: 2000 } }] })
    expect(await screen.findByText('Пока ничего')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Можно потратить/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test.each<[string, Answers['x'][number]]>([
    ['code 2001', { body: { code: 2001 } }],
    ['HTTP 500', { status: 500 }],
    ['no answer', 'no connection'],
  ])('is read again in place when it cannot be read (%s)', async (_, answer) => {
    await open({ get_scores_balance: [answer, balance(7)] })
    await screen.findByText('Не удалось загрузить')
    retry(/Можно потратить/)
    expect(await screen.findByText(/^7.баллов$/)).toBeTruthy()
  })
})
test('points of all time that cannot be read are read again in place', async () => {
  await open({ get_all_loyalty_scores: [{ status: 500 }, allTime(3)] })
  await screen.findByText('Не удалось загрузить')
  retry(/за всё время/)
  expect(await screen.findByText(/^3.балла$/)).toBeTruthy()
})
test.each<[string, string, RegExp]>([
  ['the history', 'get_monthly_loyalty_scores', /^Попробовать ещё раз$/],
  ['the balance', 'get_scores_balance', /Можно потратить$/],
  ['the points of all time', 'get_all_loyalty_scores', /за всё время$/],
])('%s that is tried again keeps the button that was pressed, and the focus', async (_, call, name) => {
  await open({ [call]: [{ status: 500 }] })
  const button = await screen.findByRole('button', { name })
  const release = delayAnswers(call)
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(button)
  release()
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(document.activeElement).toBe(button)
})
test('while it loads, it says so', async () => {
  await open({ get_monthly_loyalty_scores: [months([11, 10])] })
  expect((await screen.findAllByText('Загружаем')).length).toBeGreaterThan(0)
  await rows()
  expect(screen.queryByText('Загружаем')).toBeNull()
})
test('the history of a subscriber of years goes back to the first month', async () => {
  await open({}, '2019-05-01T00:00:00+03:00')
  await rows()
  expect(screen.getByRole('button', { name: 'Показать ещё' })).toBeTruthy()
})
test('how more points come is shown on demand [O-MODAL-10]', async () => {
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /Как получать больше баллов/ }))
  const article = await screen.findByRole('dialog', { name: 'Как получать больше баллов' })
  expect(text(article)).toMatch(/5% баллами.*20% баллами.*50% баллами.*2 400 баллов за месяц/)
  fireEvent.click(within(article).getByRole('button', { name: 'Понятно' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
