// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { onboardingFlow } from '#web/features/onboarding/onboarding.ts'
import { OnboardingModal } from '#web/features/onboarding/onboarding-modal.tsx'
import type { ModalName, Modals } from '#web/modals/define-modal.ts'
import { apiThatAnswers } from '#support/fake-api.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

afterEach(cleanup)
const everything = { hasDeliveries: true, managesRenewal: true }

describe('the flow', () => {
  async function run(
    notShown: { bundle: boolean; card: boolean },
    answers: { [Name in ModalName]?: Modals[Name]['answers'][] },
  ) {
    const { io, seen } = scriptedPorts(answers)
    const remembered: string[] = []
    await onboardingFlow(notShown, everything, {
      bundleShown: () => void remembered.push('bundle'),
      cardShown: () => void remembered.push('card'),
    })(io, apiThatAnswers({}).api)
    return { seen: seen.map((line) => line.split(':')[0]), remembered }
  }
  test('«Отлично» completes the onboarding; the card comes after it [O-ONBOARD-03] [O-ONBOARD-07]', async () => {
    expect(await run({ bundle: true, card: true }, { onboarding: ['finished'], cardIssued: ['dismissed'] })).toEqual({
      seen: ['onboarding', 'cardIssued'],
      remembered: ['bundle', 'card'],
    })
  })
  test('is not completed when it is closed before its end (OO-55)', async () => {
    expect(await run({ bundle: true, card: false }, { onboarding: ['dismissed'] })).toEqual({
      seen: ['onboarding'],
      remembered: [],
    })
  })
  test('does not show slides that are already open', async () => {
    expect(await run({ bundle: false, card: true }, { cardIssued: ['dismissed'] })).toEqual({
      seen: ['cardIssued'],
      remembered: ['card'],
    })
  })
})

describe('the slides', () => {
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const step = () => document.querySelector('[aria-current=step]')?.textContent
  test('go forward and back; the last button reads «Отлично» [O-ONBOARD-01] [O-ONBOARD-02]', () => {
    const answer = vi.fn()
    render(<OnboardingModal {...everything} open answer={answer} onLeft={() => undefined} />)
    expect({ step: step(), end: screen.queryByRole('button', { name: 'Отлично' }) }).toEqual({
      step: 'Шаг 1 из 3',
      end: null,
    })
    press('Далее')
    expect(step()).toBe('Шаг 2 из 3')
    press('Назад')
    expect(step()).toBe('Шаг 1 из 3')
    press('Далее')
    press('Далее')
    expect({ step: step(), next: screen.queryByRole('button', { name: 'Далее' }) }).toEqual({
      step: 'Шаг 3 из 3',
      next: null,
    })
    expect(answer).not.toHaveBeenCalled()
    press('Отлично')
    expect(answer.mock.calls).toEqual([['finished']])
  })
  test('have no deliveries and no renewal for a family member; the last button is on the second [O-FAMILY-03] [O-ONBOARD-02]', () => {
    const answer = vi.fn()
    render(
      <OnboardingModal hasDeliveries={false} managesRenewal={false} open answer={answer} onLeft={() => undefined} />,
    )
    expect(step()).toBe('Шаг 1 из 2')
    expect(screen.queryByText(/доставк/)).toBeNull()
    press('Далее')
    expect(screen.queryByText(/автопродление/)).toBeNull()
    press('Отлично')
    expect(answer.mock.calls).toEqual([['finished']])
  })
  test('have the same number of buttons, so that “next” stays in its place', () => {
    render(<OnboardingModal {...everything} open answer={vi.fn()} onLeft={() => undefined} />)
    const counts = ['Далее', 'Далее', 'Отлично'].map((name) => {
      const count = screen.getAllByRole('button').length
      press(name)
      return count
    })
    expect(counts).toEqual([3, 3, 3])
  })
  test.each(['Закрыть', 'Позже'])('can be dismissed by «%s»', (name) => {
    const answer = vi.fn()
    render(<OnboardingModal {...everything} open answer={answer} onLeft={() => undefined} />)
    press(name)
    expect(answer.mock.calls).toEqual([['dismissed']])
  })
})
