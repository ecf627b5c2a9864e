// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { buyAddress, buyAgainAddress, intentOf, takeIntent } from '#web/navigation/address.ts'

const here = () => window.location.pathname + window.location.search
const go = (path: string) => window.history.replaceState({ state: 1 }, '', path)

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

describe('an order in an old address', () => {
  test.each(['?order=o1', '?order=o1&payment=newCard', '?buy=standard199&order=o1&payment=mainCard'])(
    '%s is read before anything is bought, and removed',
    (search) => {
      go(`/profile${search}`)
      expect(takeIntent()).toEqual({ kind: 'order', orderId: 'o1' })
      expect(here()).toBe('/profile')
    },
  )
  test.each(['?order=&payment=mainCard', '?payment=mainCard', '?making=order&last=o1&payment=mainCard'])(
    '%s is none',
    (search) => {
      expect(intentOf(search)).toBeNull()
    },
  )
  test('reads the intent to buy again', () => {
    expect(intentOf(new URL(buyAgainAddress, 'http://a').search)).toEqual({ kind: 'buyAgain' })
  })
})

describe('taking the intent', () => {
  test('takes the intent once, and leaves the rest of the address', () => {
    go('/profile?utm_source=mail&buy=standard199&from=landing#bundles')
    expect(takeIntent()).toMatchObject({ kind: 'buy' })
    expect(window.location.href.endsWith('/profile?utm_source=mail#bundles')).toBe(true)
    expect(takeIntent()).toBeNull()
  })
  test('leaves an address without an intent alone', () => {
    go('/profile?from=mail')
    expect(takeIntent()).toBeNull()
    expect(here()).toBe('/profile?from=mail')
  })
})
