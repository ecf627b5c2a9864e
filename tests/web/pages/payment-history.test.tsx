// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { familyOption as family } from '#support/options.ts'
import { renderAccount } from '#support/render-page.tsx'

const { optionId } = family
const payment = {
  paymentId: 'p1',
  date: '2026-11-05T12:00:00+03:00',
  price: 9900,
  paymentType: 'card',
  bundleId: null,
  maskedPan: '220012******4417',
}
function openWith(payments: object[], own: Parameters<typeof clientDataAnswer>[0] = {}) {
  window.history.replaceState(null, '', '/payment_history')
  return renderAccount({
    get_client_data: [clientDataAnswer(own)],
    get_user_profile: [anna],
    get_options: [{ body: { code: 0, result: [family] } }],
    get_payments: [{ body: { code: 0, result: payments } }],
  })
}
const open = (bundleId: string | null, own?: Parameters<typeof clientDataAnswer>[0]) =>
  openWith([{ ...payment, bundleId }], own)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Waits until everything that was read is rendered. */
const settle = () => act(() => new Promise<void>((done) => setTimeout(done, 50)))

test.each<[string, string | null, string, number, Parameters<typeof clientDataAnswer>[0]]>([
  ['one of the user’s options', optionId, 'Опция «Семья»', 1, {}],
  ['what no one knows', '00000000-0000-4000-8000-000000000000', 'Оплата', 1, {}],
  ['an option, without a subscription now', optionId, 'Оплата', 0, { status: 'registered', bundle: null }],
  ['what the server knows no more', null, 'Пакет', 1, {}],
])(
  'a payment for %s (%s) is shown as «%s», by %i reads of options [C-ROUTE-08]',
  async (_, bundleId, title, reads, own) => {
    const { count } = await open(bundleId, own)
    const row = (await screen.findByText(/карта •••• 4417/)).closest('li')
    await waitFor(() =>
      expect({ getClientData: count('get_client_data'), getOptions: count('get_options') }).toEqual({
        getClientData: 1,
        getOptions: reads,
      }),
    )
    await settle()
    await waitFor(() => expect(row?.textContent?.startsWith(title)).toBe(true))
    expect(count('get_options')).toBe(reads)
  },
)

test('the newest is the first, in whatever order they come [C-ROUTE-08]', async () => {
  const on = (day: string) => ({ ...payment, paymentId: day, date: `${day}T12:00:00+03:00` })
  await openWith([on('2024-10-02'), on('2024-11-05'), on('2024-10-29')])
  const months = await screen.findAllByRole('heading', { level: 2 })
  expect(months.map(({ textContent }) => textContent)).toEqual(['Ноябрь 2024', 'Октябрь 2024'])
  const days = screen.getAllByText(/4417/).map(({ textContent }) => textContent?.split(',')[0])
  expect(days).toEqual(['5\u00a0ноября 2024', '29\u00a0октября 2024', '2\u00a0октября 2024'])
})
