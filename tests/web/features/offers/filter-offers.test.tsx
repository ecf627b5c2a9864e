// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { filterOffersFlow } from '#web/features/offers/filter-offers.ts'
import { FilterOffersModal } from '#web/features/offers/filter-offers-modal.tsx'
import { apiThatAnswers } from '#support/fake-api.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

afterEach(cleanup)
const tag = (name: string, label: string, filterGroup: string) => ({ name, label, icon: 'ticket', filterGroup })
const offers = [
  [tag('leisure', 'Развлечения', 'Категории')],
  [tag('leisure', 'Развлечения', 'Категории'), tag('online', 'Онлайн', 'Где')],
  [tag('food', 'Еда', 'Категории')],
].map((tags) => ({ type: 'common' as const, bundles: [], tags }))

function show(chosen: string[] = []) {
  const answer = vi.fn()
  render(<FilterOffersModal offers={offers} chosen={chosen} open onLeft={() => undefined} answer={answer} />)
  return answer
}
const button = (name: RegExp | string) => screen.getByRole('button', { name })
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true'
const press = (name: RegExp | string) => fireEvent.click(button(name))
const toggle = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))

test('is a drawer with a group for each filterGroup, and the tags of each [O-OFFERS-03]', () => {
  show()
  expect(screen.getByRole('dialog', { name: 'Фильтры' })).toBeTruthy()
  expect(
    screen
      .getAllByRole('group')
      .map((group) => [group.querySelector('legend')?.textContent, group.querySelectorAll('input').length]),
  ).toEqual([
    ['Категории', 2],
    ['Где', 1],
  ])
})
test('the button says how many offers are left with the chosen tags, and answers them [O-OFFERS-02] [O-OFFERS-04] [O-OFFERS-05]', () => {
  const answer = show()
  button(/^Показать 3.предложения$/)
  toggle('Развлечения')
  button(/^Показать 2.предложения$/)
  toggle('Онлайн')
  press(/^Показать 1.предложение$/)
  expect(answer.mock.calls).toEqual([[['leisure', 'online']]])
})
test('nothing is left: the button cannot be pressed; «Сбросить» clears the tags [O-OFFERS-04] [O-OFFERS-06]', () => {
  const answer = show(['food', 'online'])
  press(/^Показать 0.предложений$/)
  expect(isOff(button(/^Показать/))).toBe(true)
  press('Сбросить')
  expect(screen.getAllByRole('checkbox').filter((box) => (box as HTMLInputElement).checked)).toEqual([])
  expect(isOff(button('Сбросить'))).toBe(true)
  press(/^Показать 3.предложения$/)
  expect(answer.mock.calls).toEqual([[[]]])
})
test.each([
  [['food'] as const, [[['food']]]],
  ['dismissed' as const, []],
])('answered with %j it applies %j', async (answer, applied) => {
  const apply = vi.fn()
  await filterOffersFlow(offers, [], apply)(scriptedPorts({ filterOffers: [answer] }).io, apiThatAnswers({}).api)
  expect(apply.mock.calls).toEqual(applied)
})
