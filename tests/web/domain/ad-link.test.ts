import { expect, test } from 'vitest'
import { adClick } from '#web/domain/ad-link.ts'

const app = 'https://paket.example'
test.each<[string, boolean, object]>([
  ['https://paket.example/offers/kino?pf=1', true, { kind: 'navigate', path: '/offers/kino?pf=1' }],
  ['/offers?pf=', true, { kind: 'navigate', path: '/offers?pf=' }],
  ['https://paket.example/?pf=1', true, { kind: 'navigate', path: '/offers?pf=1' }],
  ['/offer/kino?pf=1', true, { kind: 'navigate', path: '/offers/kino?pf=1' }],
  ['/webview/42/offers/kino?pf=1', true, { kind: 'navigate', path: '/offers/kino?pf=1' }],
  ['/webview/42/offer/kino?a=2&pf=1#terms', true, { kind: 'navigate', path: '/offers/kino?a=2&pf=1#terms' }],
  ['/news/offers/kino?pf=1', true, { kind: 'navigate', path: '/offers?pf=1' }],
  ['/offersfoo?pf=1', true, { kind: 'navigate', path: '/offers?pf=1' }],
  ['https://shop.example/x?pf=1', true, { kind: 'open', url: 'https://shop.example/x?pf=1' }],
  ['http://shop.example/x?pf=1', true, { kind: 'open', url: 'http://shop.example/x?pf=1' }],
  ['shop-http://x?pf=1', true, { kind: 'follow' }],
  ['http-shop://x?pf=1', true, { kind: 'follow' }],
  ['https://shop.example/x', true, { kind: 'follow' }],
  ['https://shop.example/x?pf=1', false, { kind: 'follow' }],
  ['javascript:alert(1)//?pf=1', true, { kind: 'follow' }],
  ['', true, { kind: 'follow' }],
])('%s in a webview: %s is %j [C-WIDGET-07]', (href, isWebview, click) =>
  expect(adClick(href, app, isWebview)).toEqual(click),
)
