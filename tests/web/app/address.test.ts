// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { buyAddress, buyAgainAddress, followInAddress, intentOf, takeIntent } from '../../../web/src/app/address.ts'

const here = () => window.location.pathname + window.location.search
const go = (path: string) => window.history.replaceState({ kept: true }, '', path)
const order = { orderId: 'o 1&x=y', payment: 'mainCard', renewing: false } as const

beforeEach(() => go('/profile'))

describe('buying', () => {
  test('an address to buy says what it was made of', () => {
    expect(intentOf(new URL(buyAddress('standardsix899', 'landing'), 'http://a').search)).toEqual({
      kind: 'buy',
      bundle: 'standardsix899',
      from: 'landing',
    })
  })
  test.each([
    ['?buy=standard199', 'profile'],
    ['?buy=standard199&from=grace-prolong', 'profile'],
    ['?buy=standard199&from=landing', 'landing'],
  ])('%s is bought from the page %s', (search, from) => {
    expect(intentOf(search)).toMatchObject({ kind: 'buy', from })
  })
  test.each(['', '?buy=', '?buy=nothing', '?buy=standard', '?buy=hr', '?buy=__proto__', '?from=landing'])(
    '%j buys nothing: only what is sold can be bought',
    (search) => {
      expect(intentOf(search)).toBeNull()
    },
  )
})

describe('following an order', () => {
  test.each([
    [order, '/profile?a=1&order=o+1%26x%3Dy&payment=mainCard'],
    [
      { ...order, payment: 'newCard', renewing: true } as const,
      '/profile?a=1&order=o+1%26x%3Dy&payment=newCard&renewing=true',
    ],
  ])('%j survives a reload', (followed, address) => {
    go('/profile?a=1')
    followInAddress(followed)
    expect(here()).toBe(address)
    expect(window.history.state).toEqual({ kept: true })
    expect(intentOf(window.location.search)).toEqual({ kind: 'follow', order: followed })
  })
  test.each([
    ['o1', '/profile?a=1&making=order&last=o1&payment=mainCard'],
    [null, '/profile?a=1&making=order&last=&payment=mainCard'],
    [undefined, '/profile?a=1&making=order&payment=mainCard'],
  ])('an order that is being made after %j is found again after a reload (D-03)', (lastOrderId, address) => {
    const made = { lastOrderId, payment: 'mainCard', renewing: false } as const
    go('/profile?a=1')
    followInAddress(made)
    expect(here()).toBe(address)
    expect(takeIntent()).toEqual({ kind: 'find', order: made })
    expect(here()).toBe('/profile?a=1')
  })
  test('points make no order that a reload looks for: nothing is charged before it is followed', () => {
    expect(intentOf('?making=order&last=o1&payment=scores')).toBeNull()
  })
  test('what was being bought is bought again', () => {
    expect(intentOf(new URL(buyAgainAddress, 'http://a').search)).toEqual({ kind: 'buyAgain' })
  })
  test('is forgotten, and nothing else is', () => {
    go('/profile?a=1')
    followInAddress(order)
    followInAddress(null)
    expect(here()).toBe('/profile?a=1')
  })
  test('an order that is followed takes the place of what was to be bought', () => {
    go('/profile?buy=standard199&from=landing')
    followInAddress(order)
    expect(takeIntent()).toEqual({ kind: 'follow', order })
    expect(here()).toBe('/profile')
  })
  test('an order goes before a purchase: it is never ordered again', () => {
    expect(intentOf('?buy=standard199&order=o1&payment=mainCard')).toMatchObject({ kind: 'follow' })
  })
  test.each(['?order=o1', '?order=o1&payment=acquiring', '?order=&payment=mainCard', '?payment=mainCard'])(
    '%s is no order to follow',
    (search) => {
      expect(intentOf(search)).toBeNull()
    },
  )
})

describe('taking the intent', () => {
  test('happens once, and leaves the rest of the address', () => {
    go('/profile?utm_source=mail&buy=standard199&from=landing#bundles')
    expect(takeIntent()).toMatchObject({ kind: 'buy' })
    expect(window.location.href.endsWith('/profile?utm_source=mail#bundles')).toBe(true)
    expect(takeIntent()).toBeNull()
  })
  test('without one leaves the address alone', () => {
    go('/profile?from=mail')
    expect(takeIntent()).toBeNull()
    expect(here()).toBe('/profile?from=mail')
  })
})
