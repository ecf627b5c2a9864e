import { expect, it } from 'vitest'
import { nearest } from '#mock/engine/nearest.ts'

const logins = ['p1', 'hr', 'grace', 'activated', 'no-cards']
it.each([
  ['gace', 'grace'],
  ['grcae', 'grace'],
  ['actviated', 'activated'],
  ['nocards', 'no-cards'],
  ['p2', 'p1'],
  ['act', 'activated'],
  ['nope', undefined],
  ['zz', undefined],
])('names for %s the nearest name: %s', (name, other) => {
  expect(nearest(name, logins)).toBe(other)
})
