import { expect, test } from 'vitest'
import { nearest } from '#sdk/testing/nearest.ts'

test.each<[name: string, names: string[], found: string]>([
  ['createOder', ['getCards', 'createOrder', 'createUser'], 'createOrder'],
  ['CREATEORDER', ['createUser', 'createOrder'], 'createOrder'],
  ['abc', ['abcd', 'xbc'], 'abcd'],
  ['', ['ab', 'a'], 'a'],
  ['abc', ['xyz', ''], 'xyz'],
  ['xab', ['yyyy', 'ab'], 'ab'],
  ['ab', ['ba', 'xab'], 'xab'],
  ['aaa', ['b', 'aa'], 'aa'],
])('the nearest to %j of %j is %j', (name, names, found) => {
  expect(nearest(name, names)).toBe(found)
})
