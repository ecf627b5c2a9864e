import { expect, test } from 'vitest'
import { urlOf, webAddress } from '#web/domain/web-address.ts'

test.each([
  ['https://books.example/paket', undefined, 'https://books.example/paket'],
  ['http://books.example/paket', undefined, 'http://books.example/paket'],
  ['/cms/images/a.svg', 'https://paket.example/cms', 'https://paket.example/cms/images/a.svg'],
  ['//cdn.example/a.png', 'https://paket.example/', 'https://cdn.example/a.png'],
  ['/a.svg', undefined, null],
  ['javascript:alert(1)', 'https://paket.example/', null],
  ['data:text/html,x', 'https://paket.example/', null],
  ['not-http://books.example/', undefined, null],
  ['https://', undefined, null],
])('%s at %s is %s', (address, base, whole) => {
  expect(webAddress(address, base)).toBe(whole)
})

test('a text that is no address has no URL', () => {
  expect(urlOf('no address')).toBeNull()
})
