// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { replaceTexts } from '../../../../../e2e/translator.ts'
import { ChooseTariffModal } from '#web/features/purchase/choose/choose-tariff-modal.tsx'
import type { Modals } from '#web/modals/define-modal.ts'

afterEach(cleanup)

test('each press of the checkout answers with the sum that its button shows, also on a translated page (OP-114)', () => {
  const answers: Modals['chooseTariff']['answers'][] = []
  render(
    <ChooseTariffModal
      plans={['standard199', 'standardtwelve1599']}
      selected="standard199"
      balance={{ kind: 'known', points: 20_000 }}
      onChoice={() => undefined}
      open
      onLeft={() => undefined}
      answer={(each) => void answers.push(each)}
    />,
  )
  replaceTexts()
  const labels: (string | null)[] = []
  function press(): void {
    const button = screen.getByRole('button', { name: /^Купить за/ })
    labels.push(button.textContent)
    fireEvent.click(button)
  }
  press()
  fireEvent.click(screen.getByRole('radio', { name: /^12.месяцев/ }))
  press()
  fireEvent.click(screen.getByRole('switch'))
  press()
  expect(labels.map((label) => label?.replaceAll('\u00a0', ' '))).toEqual([
    'Купить за 1 990 баллов',
    'Купить за 15 990 баллов',
    'Купить за 1 599 ₽',
  ])
  expect(answers).toEqual([
    { bundle: 'standard199', pay: 'points', sum: { kopecks: 19_900, in: 'points' } },
    { bundle: 'standardtwelve1599', pay: 'points', sum: { kopecks: 159_900, in: 'points' } },
    { bundle: 'standardtwelve1599', pay: 'card', sum: { kopecks: 159_900, in: 'rubles' } },
  ])
})
