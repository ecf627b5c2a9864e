import { loadContract } from '@paket/contract'
import type { Outcome } from '@paket/sdk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messageOf } from '#web/messages/outcome-messages.ts'

/** The contract's closed list of outcomes. */
const contract = await loadContract(new URL('../../../openapi', import.meta.url).pathname)
const outcomes = Object.keys(contract['x-outcomes']) as Outcome[]
const labels = (outcome: Parameters<typeof messageOf>[0]['outcome']) =>
  messageOf({ outcome })?.buttons.map(({ label }) => label)

test('every outcome has a message, but those that show nothing or are shown in their place', () => {
  const silent = outcomes.filter((outcome) => messageOf({ outcome }) === null)
  expect(outcomes.length).toBeGreaterThan(silent.length)
  const nothing = ['balance-unknown', 'points-unverified', 'ignore', 'roll-back', 'to-account']
  const inPlace = ['retry-in-place', 'not-saved', 'promocode-expired', 'conditions-not-met', 'promocode-unknown']
  expect(new Set(silent)).toEqual(new Set([...nothing, ...inPlace]))
})
test('every message can be left, and its buttons answer each something else', () => {
  for (const outcome of outcomes) {
    const message = messageOf({ outcome })
    if (!message) continue
    const answers = message.buttons.map(({ action }) => action)
    expect(answers.length, outcome).toBeGreaterThan(0)
    expect(new Set(answers).size, outcome).toBe(answers.length)
  }
})
test.each([
  ['error-with-code', { code: 2001, status: 200 }, 2001],
  ['error-with-code', { code: 0, status: 200 }, undefined],
  ['error-with-code', { code: 0, status: 503 }, 503],
  ['error-with-code', { status: 200 }, undefined],
  ['error-with-code', { status: 422 }, 422],
  ['error-with-code', {}, undefined],
  ['binding-refused', { status: 422 }, 422],
  ['error', { code: 2001, status: 200 }, undefined],
  ['try-again', { status: 500 }, undefined],
] as const)('%s of %j shows the code %s', (outcome, numbers, code) => {
  expect(messageOf({ outcome, ...numbers })?.code).toBe(code)
})
test.each([
  [12_000, 12_000],
  [3_600_000, 3_600_000],
  [3_600_001, undefined],
  [0, undefined],
  [undefined, undefined],
])('a Retry-After of %s ms waits %s ms', (retryAfterMs, waits) => {
  vi.useFakeTimers({ now: 1000 })
  onTestFinished(() => void vi.useRealTimers())
  const until = messageOf({ outcome: 'try-later', retryAfterMs })?.waitUntil
  expect(until).toBe(waits === undefined ? undefined : 1000 + waits)
})
test('the generic error offers incognito mode and support [C-ERR-42] [C-ERR-45]', () => {
  expect(messageOf({ outcome: 'error' })?.text).toBe(
    'Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку',
  )
  expect(labels('error')).toContain('Написать в поддержку')
})
test('a failure that may pass offers to try again [C-ERR-44]', () => {
  expect(labels('try-again')).toContain('Попробовать ещё раз')
})
test('a read that failed offers to reload or to sign out [C-ERR-23]', () => {
  expect(messageOf({ outcome: 'reload-or-sign-out' })?.buttons.map(({ action }) => action)).toEqual([
    'reload',
    'signOut',
  ])
})
test('a session that is over asks to sign in again [C-ERR-41]', () => {
  expect(messageOf({ outcome: 'authorize-again' })?.title).toBe('Произошла ошибка. Пожалуйста, авторизуйтесь повторно')
})
test('an order in doubt never offers to buy again', () => {
  expect(messageOf({ outcome: 'order-in-doubt' })?.buttons.map(({ action }) => action)).toEqual(['check', 'support'])
})

test('shows no status that a browser hides', () => {
  expect(messageOf({ outcome: 'error-with-code', status: 302 })?.code).toBe(302)
  expect(messageOf({ outcome: 'error-with-code', status: 0 })?.code).toBeUndefined()
})

test('an outcome that the table lacks shows the general error', () => {
  expect(messageOf({ outcome: 'shop-closed' as Outcome, code: 2999 })).toMatchObject({
    title: 'Произошла ошибка',
    code: 2999,
  })
})
