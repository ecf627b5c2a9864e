import type { Outcome } from '@paket/sdk'
import { expect, test, vi } from 'vitest'
import { showFailure } from '../../../web/src/flow/show-failure.ts'
import type { Message, MessageAction } from '../../../web/src/messages/message.ts'

/** Tells a failure to somebody who answers so. */
async function tell(failure: { outcome: Outcome; code?: number }, answer: MessageAction, wordsOf?: () => Message) {
  const told: unknown[] = []
  const ways = { support: vi.fn<() => void>(), options: vi.fn<() => void>() }
  const ask = async (_name: string, given: unknown) => {
    told.push(given)
    return answer
  }
  const answered = await showFailure(failure, { ask }, ways, wordsOf)
  return { told, ways, answered }
}

test('a failure is told in the words of its outcome, and the answer comes back', async () => {
  const { told, ways, answered } = await tell({ outcome: 'error-with-code', code: 42 }, 'dismissed')
  expect(told).toMatchObject([{ title: 'Произошла ошибка', code: 42 }])
  expect(answered).toBe('dismissed')
  expect([ways.support, ways.options].every(({ mock }) => mock.calls.length === 0)).toBe(true)
})

test('support and the options are led to', async () => {
  const support = await tell({ outcome: 'error' }, 'support')
  expect(support.ways.support).toHaveBeenCalledOnce()
  const options = await tell({ outcome: 'option-not-found' }, 'options')
  expect(options.ways.options).toHaveBeenCalledOnce()
})

test('a retry is for the flow, which is told nothing else', async () => {
  const { answered, ways } = await tell({ outcome: 'try-again' }, 'retry')
  expect([answered, ways.support.mock.calls]).toEqual(['retry', []])
})

test('a feature may have words of its own', async () => {
  const own: Message = { id: 'error', title: 'Своё', image: 'error', buttons: [] }
  expect((await tell({ outcome: 'error' }, 'dismissed', () => own)).told).toEqual([own])
})

test.each(['authorize-again', 'ignore'] as const)('of «%s» nothing is told here', async (outcome) => {
  const { told, answered } = await tell({ outcome }, 'retry')
  expect([told, answered]).toEqual([[], null])
})
