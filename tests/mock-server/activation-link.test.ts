import { afterEach, describe, expect, test } from 'vitest'
import { mockOfFile, type TestUser } from './support.ts'

const mock = mockOfFile()
const clock = (change: object) => mock.control('PUT', '/clock', change)
/** Stops the clock, so that only the test moves it. */
const stopClock = () => clock({ now: '2026-11-21T12:00:00+03:00' })
afterEach(() => clock({ now: null }))
const open = async (user: TestUser, activationId = 'of-the-sms') =>
  ((await user.call('activateByLink', { activationId, source: 'web' })).body as { code: number }).code

test.each([
  ['PT1199S', 0],
  ['PT1200S', 0],
  ['PT1201S', 2001],
  ['PT1202S', 2001],
])('a link that is %s old answers %i [O-ACTIVATE-19]', async (advance, code) => {
  await stopClock()
  const user = await mock.user('link-sent')
  await clock({ advance })
  expect(await open(user)).toBe(code)
})

test('a link activates once, and the subscription follows', async () => {
  const user = await mock.user('link-sent')
  expect(await open(user)).toBe(0)
  expect(await open(user)).toBe(2002)
  expect((await user.result('getClientData'))['status']).toBe('waiting_for_activation')
})

describe('the block after a failed attempt [O-ACTIVATE-20]', () => {
  test.each(['expired', 'used', 'failed', 'other-phone', 'subscribed', 'receipt', 'whatever'])(
    'of the link %s: 1199 s long nothing activates, after 1200 s the next attempt does',
    async (activationId) => {
      await stopClock()
      const [user, another] = [await mock.user(), await mock.user()]
      expect(await open(user, activationId)).toBeGreaterThan(2000)
      await clock({ advance: 'PT1199S' })
      expect({ user: await open(user, 'good'), another: await open(another, 'good') }).toEqual({
        user: 2003,
        another: 0,
      })
      await clock({ advance: 'PT1200S' })
      expect(await open(user, 'good')).toBe(0)
    },
  )
  test('restarts with every attempt and ends after 1200 s', async () => {
    await stopClock()
    const user = await mock.user()
    await open(user, 'failed')
    await clock({ advance: 'PT1000S' })
    expect(await open(user, 'good')).toBe(2003)
    await clock({ advance: 'PT1199S' })
    expect(await open(user, 'good')).toBe(2003)
    await clock({ advance: 'PT1201S' })
    expect(await open(user, 'good')).toBe(0)
  })
  test('also applies to a link that has expired', async () => {
    await stopClock()
    const user = await mock.user('link-sent')
    await clock({ advance: 'PT1201S' })
    expect([await open(user), await open(user)]).toEqual([2001, 2003])
    await clock({ advance: 'PT1200S' })
    expect(await open(user)).toBe(2001)
  })
  test('does not start with a fault', async () => {
    const user = await mock.user()
    await user.break({ operation: 'activateByLink', code: 2004, times: 1 })
    expect([await open(user, 'good'), await open(user, 'good')]).toEqual([2004, 0])
  })
})

test('a link that has activated counts as used, also when the subscription is active [O-ACTIVATE-06]', async () => {
  await stopClock()
  const [user, later] = [await mock.user(), await mock.user()]
  expect({ user: await open(user, 'good'), later: await open(later, 'good') }).toEqual({ user: 0, later: 0 })
  expect(await open(user, 'good')).toBe(2002)
  await clock({ advance: 'PT10S' })
  expect(await later.status()).toBe('activated')
  expect(await open(later, 'good')).toBe(2002)
})

test.each(['activated', 'daily', 'hr', 'slave', 'grace'])(
  'who has a subscription, as %s, sees that [O-ACTIVATE-14]',
  async (scenario) => expect(await open(await mock.user(scenario), 'good')).toBe(2006),
)
