// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ChooseCardModal } from '#web/features/purchase/choose/choose-card-modal.tsx'
import type { Modals } from '#web/modals/define-modal.ts'

afterEach(cleanup)
type Given = Modals['chooseCard']['given']
const mainCard = { id: 'c1', isMainCard: true, type: 'MIR', mask: '220012******4417', expiry: '09/28' }
function open(own: Partial<Given>) {
  const given: Given = {
    goods: 'bundle',
    priceKopecks: 19900,
    days: 31,
    renewalDays: 31,
    mainCard,
    points: null,
    ...own,
  }
  const answer = vi.fn<(value: Modals['chooseCard']['answers']) => void>()
  render(<ChooseCardModal {...given} open onLeft={() => undefined} answer={answer} />)
  const names = () => screen.getAllByRole('radio').map((radio) => radio.textContent?.replaceAll('\u00a0', ' '))
  return { answer, names, points: () => screen.getByRole('radio', { name: /Баллы/ }) }
}

describe('the choice of a card', () => {
  test('is the main card, a new one, or points as a third method [C-BUY-02] [O-ENTITY-07] [O-MODAL-01] [O-MODAL-02] [O-MODAL-03] [O-POINTS-11]', () => {
    const { names, answer, points } = open({ points: 2500 })
    expect(names()).toEqual([
      expect.stringMatching(/^Карта •••• 4417/),
      expect.stringContaining('Новая карта'),
      expect.stringMatching(/Баллы.*1 990 баллов.*У вас 2 500 баллов/),
    ])
    expect(screen.getByRole('radio', { checked: true }).textContent).toContain('4417')
    fireEvent.click(points())
    fireEvent.click(screen.getByRole('button', { name: 'Списать баллы' }))
    expect(answer).toHaveBeenCalledExactlyOnceWith({ method: 'points', sum: { kopecks: 19_900, in: 'points' } })
  })
  test('is no points without a balance [O-POINTS-11]', () => {
    expect(open({ points: null }).names()).toHaveLength(2)
  })
  test.each([
    [1989, true],
    [1990, false],
  ])('with %i points for 199 rubles are disabled: %s [O-POINTS-12]', (has, isDisabled) => {
    const { points, answer } = open({ points: has })
    expect(points().getAttribute('aria-disabled') === 'true').toBe(isDisabled)
    fireEvent.click(points())
    fireEvent.click(screen.getByRole('button', { name: isDisabled ? 'Оплатить' : 'Списать баллы' }))
    expect(answer).toHaveBeenCalledExactlyOnceWith({
      method: isDisabled ? 'mainCard' : 'points',
      sum: { kopecks: 19_900, in: isDisabled ? 'rubles' : 'points' },
    })
  })
  test.each([
    [31, 'Пакет продлится ещё на 1\u00a0месяц', false],
    [186, 'Пакет продлится ещё на 6\u00a0месяцев', true],
  ])(
    'for 14 days renews by the bundle’s %i days: «%s», for a month when that fails: %s [C-MODAL-06] [C-RENEW-06] [C-RENEW-09]',
    (renewalDays, step, fallsBack) => {
      open({ priceKopecks: 100, days: 14, renewalDays, promocode: 'A14' })
      expect(screen.getByRole('dialog', { name: 'К оплате 1\u00a0₽ за 14\u00a0дней' })).toBeTruthy()
      fireEvent.click(screen.getByText('Как продлевается Пакет'))
      const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
      expect(steps).toContain(step)
      expect(steps.some((each) => each?.includes('спишем с карты оплату за 1 месяц'))).toBe(fallsBack)
    },
  )
  test('shows the option’s renewal rules when an option is bought', () => {
    open({ goods: 'option', priceKopecks: 9900 })
    expect(screen.getByText('Как продлевается опция')).toBeTruthy()
    expect(screen.queryByText('Как продлевается Пакет')).toBeNull()
  })
})
