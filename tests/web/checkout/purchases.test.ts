// @vitest-environment happy-dom
import { experiments } from '@paket/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPurchases } from '#web/checkout/purchases.ts'
import { userDigest } from '#web/session/user-digest.ts'
import { randomUuid } from '#web/domain/uuid.ts'
import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import { deniedLocks, fakeLocks } from '#support/fake-locks.ts'
import { intentOf } from '#support/intents.ts'
import { persistedTexts } from '#support/places.ts'

const HOUR = 3_600_000
const NOW = 1_795_000_000_000
const sent = intentOf({ startedAt: NOW })
const month = { bundle: 'standard199', priceKopecks: 19900 } as const
const { signal } = new AbortController()

/** A tab of a user. */
function tab(user = 'anna', now = NOW) {
  const purchases = createPurchases({ user: Promise.resolve(user), locks: fakeLocks(), now: () => now })
  return {
    ...purchases,
    write: (intent: PurchaseIntent | null) =>
      purchases.exclusively(async (stored) => ({ stored: stored.write(intent) }), { signal, wait: null }),
  }
}
const store = (stored: unknown) => window.localStorage.setItem('paket.purchase', JSON.stringify(stored))

beforeEach(() => window.localStorage.clear())

test('has no last purchase at first', async () => expect(await tab().last()).toBeNull())
test('an intent stored in one tab is read in every tab and in the next visit', async () => {
  await tab().write(sent)
  expect(await tab().last()).toEqual(sent)
  await tab().write(null)
  expect({ last: await tab().last(), localStorage: window.localStorage.length }).toEqual({
    last: null,
    localStorage: 0,
  })
})
test('an intent is read by its own user only', async () => {
  await tab('anna').write(sent)
  expect(await tab('boris').last()).toBeNull()
  const other = { ...sent, id: randomUuid() }
  await tab('boris').write(other)
  expect({ anna: await tab('anna').last(), boris: await tab('boris').last() }).toEqual({ anna: sent, boris: other })
  await tab('boris').write(null)
  expect(await tab('anna').last()).toEqual(sent)
})
test('users are distinguished by a digest, which does not identify them', async () => {
  const x5id = 'a3f1c9d2-5b7e-4c1a-9e60-2f8d4b6a7c31'
  const mark = await userDigest(`secret.${btoa(JSON.stringify({ x5id, phone: '79001234567' }))}.secret`)
  expect(mark).toMatch(/^[\da-f]{16}$/)
  await tab(mark).write(sent)
  const outside = persistedTexts().join()
  expect(outside).toContain(mark)
  expect(outside).not.toMatch(/secret|79001234567|a3f1c9d2/)
})
test('without a digest the intent lasts as long as the page', async () => {
  await tab('').write(sent)
  expect({ last: await tab('').last(), localStorage: window.localStorage.length }).toEqual({
    last: sent,
    localStorage: 0,
  })
  await tab('').write(null)
})
test('a tab that has lost its turn to another stores no intent', async () => {
  const purchases = createPurchases({ user: Promise.resolve('anna'), locks: deniedLocks, now: () => NOW })
  const end = await purchases.exclusively(
    async (stored) => {
      window.localStorage.setItem('paket.purchase.anna', JSON.stringify({ tab: 'another', at: NOW }))
      return { stored: stored.write(sent) }
    },
    { signal, wait: null },
  )
  expect({ end, last: await purchases.last() }).toEqual({ end: 'busy', last: null })
})
test.each([
  ['a minute ago', 60_000, true],
  ['23 hours ago', 23 * HOUR, true],
  ['a day ago', 24 * HOUR, false],
  // The clock was set back: a pending purchase must not be lost because of that.
  ['in an hour', -HOUR, true],
  ['in two days', -48 * HOUR, false],
])('an intent that was stored %s is read: %s', async (_, ago, isKnown) => {
  store({ anna: { ...sent, startedAt: NOW - ago }, boris: sent })
  expect((await tab().last()) !== null).toBe(isKnown)
})
test('an expired intent is removed when another one is stored', async () => {
  store({ boris: { ...sent, startedAt: NOW - 25 * HOUR }, vera: sent })
  await tab('anna').write(sent)
  expect(Object.keys(JSON.parse(window.localStorage.getItem('paket.purchase') ?? '{}') as object)).toEqual([
    'vera',
    'anna',
  ])
})

describe('reads only known fields', () => {
  test.each<[string, Partial<PurchaseIntent>]>([
    ['an order that is being made', {}],
    ['the first order', { lastOrderId: null }],
    ['a last order that is not known', { lastOrderId: undefined }],
    ['an order that is followed', { orderId: 'o1', isTold: true }],
    ['one that may be tried again', { mayRepeat: true, isTold: true }],
    ['an end', { orderId: 'o1', end: 'declined' }],
    ['a paid end', { orderId: 'o1', end: 'paid' }],
    ['an order that was given up', { orderId: 'o1', end: 'givenUp' }],
    ['a new card', { payment: 'newCard' }],
    ['points', { payment: 'scores' }],
    ['an option', { what: { option: 'family_1_month' } }],
    ['a partner’s bundle', { what: { activation: 'megafon' } }],
    ['another device’s order', { what: null }],
    ['a promocode', { what: { ...month, promocode: 'ВЫГОДА6', experimentId: experiments[0]?.id ?? '' } }],
    ['a counter-offer', { what: { ...month, counterOffer: 'discount1_90' } }],
    ['a partner’s page', { what: { ...month, partner: 'megafon' } }],
    ['an action', { what: { ...month, promocode: 'TRIAL', action: 'trial' } }],
  ])('%s', async (_, own) => {
    await tab().write({ ...sent, ...own })
    expect(await tab().last()).toEqual({ ...sent, ...own })
  })
  test.each<[string, object]>([
    ['no key', { id: undefined }],
    ['a key that is no UUID', { id: 'x' }],
    ['a key in a list', { id: [sent.id] }],
    ['a key with more before it', { id: `0${sent.id}` }],
    ['a key with more after it', { id: `${sent.id}0` }],
    ['no time', { startedAt: undefined }],
    ['a time in a text', { startedAt: String(NOW) }],
    ['nothing that is bought', { what: undefined }],
    ['neither a bundle nor an option', { what: {} }],
    ['a bundle that no one knows', { what: { ...month, bundle: 'nothing' } }],
    ['no price', { what: { bundle: 'standard199' } }],
    ['a price in a text', { what: { ...month, priceKopecks: '19900' } }],
    ['an offer that is not made', { what: { ...month, counterOffer: 'freeYear' } }],
    ['an action that is over', { what: { ...month, action: 'shoko23' } }],
    ['a partner that no one knows', { what: { ...month, partner: 'manage' } }],
    ['a promocode in a list', { what: { ...month, promocode: ['TRIAL'] } }],
    ['a promocode that no one types', { what: { ...month, promocode: '<b>' } }],
    ['an experiment that no one knows', { what: { ...month, experimentId: 'e1' } }],
    ['a term that no one knows', { what: { ...month, discount: 99 } }],
    ['a payment that no one knows', { payment: 'cash' }],
    ['a renewal that is none', { renewing: 'true' }],
    ['a last order that is none', { lastOrderId: 7 }],
    ['an order that is none', { orderId: 7 }],
    ['an empty order', { orderId: '' }],
    ['a message that was not shown', { isTold: false }],
    ['an end that is none', { end: 'stolen' }],
    ['a field that no one knows', { phone: '79001234567' }],
    ['a field that every object has', { hasOwnProperty: 'id' }],
  ])('%s: nothing was being bought', async (_, own) => {
    store({ anna: { ...sent, ...own } })
    expect(await tab().last()).toBeNull()
  })
  test.each(['{', 'null', '[]', '"text"', '{"anna":null}', '{"anna":[]}'])('ignores stored text %s', async (text) => {
    window.localStorage.setItem('paket.purchase', text)
    expect(await tab().last()).toBeNull()
    await tab().write(sent)
    expect(await tab().last()).toEqual(sent)
  })
})

describe('a key', () => {
  const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  test('is a UUID, another each time', () => {
    expect([randomUuid(), randomUuid()]).toEqual([expect.stringMatching(form), expect.stringMatching(form)])
    expect(randomUuid()).not.toBe(randomUuid())
  })
  test('is generated where the platform has no randomUUID', () => {
    const old = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) }
    expect(randomUuid(old)).toMatch(form)
    expect(randomUuid({ getRandomValues: (bytes) => bytes.fill(255) })).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })
})
