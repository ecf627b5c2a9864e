import { expect, test } from 'vitest'
import { entryPath } from '#web/navigation/entry-path.ts'

const order = '?order=o1&payment=mainCard'
test.each<[string, string, string | null]>([
  ['/webview/42/profile', '?a=1', '/profile?a=1#h'],
  ['/WebView/42/Profile', '?a=1', '/profile?a=1#h'],
  ['/WebView', '?a=1', '/?a=1#h'],
  ['/manage', '?a=1', null],
  ['/manage', order, null],
  ['/profile', order, null],
  ['/options/family_1_month', order, null],
  ['/', '?a=1', null],
  ['/megafon/', '?a=1', '/megafon?a=1#h'],
  ['/Megafon', '', '/megafon#h'],
  ['/fastbuy/', '', '/fastbuy#h'],
  ['/FastBuy/Megafon', '', '/fastbuy/megafon#h'],
  ['/sale/perekrestok/', '', '/sale/perekrestok#h'],
  ['/Sale/Perekrestok', '', '/sale/Perekrestok#h'],
  ['/payment_gateway/', '?event=payment', '/payment_gateway?event=payment#h'],
  ['/webview/42/Megafon/', '', '/megafon#h'],
  ['/offers/Summer', '', null],
  ['/Profile/', order, `/profile${order}#h`],
  ['//other.example/', '', '/other.example#h'],
])('%s%s goes on at %s [C-ROUTE-39] [C-ROUTE-40]', (pathname, search, goesOn) => {
  expect(entryPath({ pathname, search, hash: '#h' })).toBe(goesOn)
})
