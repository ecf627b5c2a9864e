// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Modals } from '#web/app/modals.tsx'
import { messageOf } from '#web/messages/outcome-messages.ts'
import { ask, modalStack } from '#web/modals/modal-stack.ts'
import { shown, until } from './screen.ts'

const unread = messageOf({ outcome: 'reload-or-sign-out' })
const expired = messageOf({ outcome: 'time-is-over' })
if (!unread || !expired) throw new Error('a message is missing')

afterEach(cleanup)

test.each([
  [unread.id, expired.id, unread, expired],
  [expired.id, unread.id, expired, unread],
])('reads both dialogs when %s opens before %s, and names the top one', async (_first, _second, first, second) => {
  render(<Modals />)
  const { signal } = new AbortController()
  for (const message of [first, second]) {
    void ask('message', message, signal)
    await until(() => expect(shown().name).toBe(message.title))
  }
  expect(shown().text).toContain(first.title)
  expect(shown().text).toContain(second.title)
  for (const left of [1, 0]) {
    await act(async () => modalStack.open.at(-1)?.answer('dismissed'))
    await until(() => expect(document.querySelectorAll('[role=dialog]')).toHaveLength(left))
  }
})
