import type { Outcome } from '@paket/sdk'
import { expect, test, vi } from 'vitest'
import { showFailure } from '#web/flow/show-failure.ts'
import type { Message, MessageAction } from '#web/messages/message.ts'

/** Shows a failure to a user who presses the button with this action. */
async function show(failure: { outcome: Outcome; code?: number }, action: MessageAction, messageFor?: () => Message) {
  const shown: unknown[] = []
  const actions = { support: vi.fn<() => void>(), options: vi.fn<() => void>() }
  const ask = async (_name: string, given: unknown) => {
    shown.push(given)
    return action
  }
  const answered = await showFailure(failure, { ask }, actions, messageFor)
  return { shown, actions, answered }
}

test('shows the words of the outcome, and answers the action of the button', async () => {
  const { shown, actions, answered } = await show({ outcome: 'error-with-code', code: 42 }, 'dismissed')
  expect(shown).toMatchObject([{ title: 'Произошла ошибка', code: 42 }])
  expect(answered).toBe('dismissed')
  expect(actions.support).not.toHaveBeenCalled()
  expect(actions.options).not.toHaveBeenCalled()
})

test('does what the map of actions has for the button', async () => {
  const support = await show({ outcome: 'error' }, 'support')
  expect(support.actions.support).toHaveBeenCalledOnce()
  const options = await show({ outcome: 'option-not-found' }, 'options')
  expect(options.actions.options).toHaveBeenCalledOnce()
})

test('leaves a retry to the flow, and does nothing else', async () => {
  const { answered, actions } = await show({ outcome: 'try-again' }, 'retry')
  expect(answered).toBe('retry')
  expect(actions.support).not.toHaveBeenCalled()
})

test('shows the words of the feature where it has its own', async () => {
  const own: Message = { id: 'error', title: 'Своё', image: 'error', buttons: [] }
  expect((await show({ outcome: 'error' }, 'dismissed', () => own)).shown).toEqual([own])
})

test.each(['authorize-again', 'ignore'] as const)('shows nothing for «%s»', async (outcome) => {
  const { shown, answered } = await show({ outcome }, 'retry')
  expect(shown).toEqual([])
  expect(answered).toBeNull()
})
