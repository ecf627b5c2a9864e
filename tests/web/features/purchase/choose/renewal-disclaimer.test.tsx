// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RenewalDisclaimer } from '#web/features/purchase/choose/renewal-disclaimer.tsx'

afterEach(cleanup)
const steps = (days: number) => {
  render(<RenewalDisclaimer days={days} />)
  return screen
    .getAllByRole('listitem', { hidden: true })
    .map((step) => (step.textContent ?? '').replaceAll('\u00a0', ' '))
}

test('is closed until asked for, and can be opened [C-MODAL-10]', () => {
  const { container } = render(<RenewalDisclaimer days={31} />)
  const details = container.querySelector('details')
  expect({ open: details?.open, textContent: details?.querySelector('summary')?.textContent }).toEqual({
    open: false,
    textContent: 'Как продлевается Пакет',
  })
})
test('of a month: card, SMS and a day, points, the rest in rubles, 70 points a day, the end [C-RENEW-05] [C-RENEW-07] [C-RENEW-08] [C-RENEW-11] [C-RENEW-12] [C-RENEW-13] [C-CONST-06] [C-CONST-07]', () => {
  const shown = steps(31)
  const order = [
    /с привязанной карты/,
    /1 месяц/,
    /СМС.*24 часов/,
    /баллами/,
    /все баллы.*в рублях/,
    /70 баллов в день/,
    /отключится/,
  ]
  expect(shown).toHaveLength(order.length)
  order.forEach((words, place) => expect(shown[place]).toMatch(words))
})
test.each([
  [186, '6 месяцев'],
  [372, '12 месяцев'],
])(
  'of %i days: for %s more, and for 1 month where points or card do not suffice [C-RENEW-06] [C-RENEW-09] [C-RENEW-10]',
  (days, term) => {
    const shown = steps(days)
    expect(shown[1]).toContain(term)
    expect(shown[4]).toMatch(/баллов не хватит.*с карты.*1 месяц/)
    expect(shown[5]).toMatch(/баллами.*1 месяц/)
  },
)
