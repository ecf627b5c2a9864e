// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ChooseBundleModal } from '#web/features/purchase/choose/choose-bundle-modal.tsx'
import type { Modals } from '#web/modals/define-modal.ts'

afterEach(cleanup)
const answers: Modals['chooseBundle']['answers'][] = []
function rowsOf(given: Modals['chooseBundle']['given']): string[] {
  answers.length = 0
  render(<ChooseBundleModal {...given} open onLeft={() => undefined} answer={(each) => void answers.push(each)} />)
  return screen.getAllByRole('radio').map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' '))
}

test('with a discount each plan has the badge −N% and its lower price [C-MODAL-09] [C-BUNDLE-27]', () => {
  const plans = ['standardsix899', 'standardtwelve1599'] as const
  expect(rowsOf({ selected: 'standardsix899', plans, discountPercent: 40 })).toEqual([
    '6 месяцев−40%539,40 ₽Выгода 654 рубля89,9 ₽ в месяц',
    '12 месяцев−40%959,40 ₽Выгода 1 428 рублей80,0 ₽ в месяц',
  ])
})
test('without a discount has all plans that are sold, the month first, and no such badge [C-MODAL-07] [C-MODAL-09]', () => {
  expect(rowsOf({ selected: 'standard199' })).toEqual([
    '1 месяц199 ₽Продлевается каждый месяц',
    '12 месяцеввыгодно1 599 ₽Выгода 789 рублей133,3 ₽ в месяц',
    '6 месяцевхит899 ₽Выгода 295 рублей149,8 ₽ в месяц',
  ])
})
test.each([
  ['Продолжить', { bundle: 'standardsix899', sum: { kopecks: 89_900, in: 'rubles' } }],
  ['Не сейчас', 'dismissed'],
] as const)('«%s» answers %j [C-MODAL-08]', (button, answer) => {
  rowsOf({ selected: 'standard199' })
  fireEvent.click(screen.getByRole('radio', { name: /^6.месяцев/ }))
  fireEvent.click(screen.getByRole('button', { name: button }))
  expect(answers).toEqual([answer])
})
