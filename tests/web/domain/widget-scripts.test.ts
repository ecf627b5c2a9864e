import { describe, expect, test } from 'vitest'
import {
  addressOf,
  chatScript,
  isWidgetScript,
  pageScripts,
  visitScripts,
  type WidgetSettings,
} from '#web/domain/widget-scripts.ts'

const all: WidgetSettings = {
  productionHost: 'paket.example',
  metrics: 'https://m.example/m.js',
  analytics: 'https://a.example/a.js',
  chat: { hr: 'hr.js', activated: 'activated.js', other: 'other.js' },
}

describe('metrics', () => {
  test.each<[string, boolean, string[]]>([
    ['paket.example', false, ['https://m.example/m.js']],
    ['paket.example', true, ['https://m.example/m.js', 'https://a.example/a.js']],
    ['test.paket.example', false, []],
    ['localhost', true, ['https://a.example/a.js']],
  ])('on %s, in a webview: %s, is %j [C-WIDGET-01] [C-WIDGET-06]', (hostname, isWebview, scripts) => {
    expect(visitScripts(all, { hostname, isWebview })).toEqual(scripts)
  })
  test.each<WidgetSettings>([{}, { metrics: 'm.js' }, { productionHost: '', metrics: 'm.js' }, { analytics: '' }])(
    'is nothing with %j (OP-54)',
    (settings) => expect(visitScripts(settings, { hostname: '', isWebview: true })).toEqual([]),
  )
})
describe('a script that may run in the page', () => {
  const src = 'https://m.example/m.js'
  test.each<[unknown, boolean]>([
    ['', true],
    ['/m.js', true],
    [{ src, integrity: 'sha384-Li9vy3DqF8tnTXuiaAJuML3ky+er10rcgNR/VqsVpcw+ThHmYcwiB1pbOxEbzJr7' }, true],
    [src, false],
    ['//m.example/m.js', false],
    ['/\\m.example/m.js', false],
    ['m.js', false],
    [{ src }, false],
    [{ src, integrity: '' }, false],
    [{ src, integrity: 'md5-abc' }, false],
    [{ src, integrity: 'md5-sha256-abc' }, false],
    [{ src, integrity: 'sha256-abc; a' }, false],
    [{ src, integrity: ['sha256-abc'] }, false],
    [{ integrity: 'sha256-abc' }, false],
    [null, false],
    [7, false],
  ])('is of this origin or has its hash: %j %s', (script, is) => expect(isWidgetScript(script)).toBe(is))
  test('is in the settings under metrics, analytics and each chat', () => {
    expect(pageScripts({ ...all, banner: { script: 'b.js', loader: 'b', ids: [] } })).toEqual({
      metrics: all.metrics,
      analytics: all.analytics,
      'chat.hr': 'hr.js',
      'chat.activated': 'activated.js',
      'chat.other': 'other.js',
    })
  })
  test('is missing where the settings name none', () => {
    expect(Object.values(pageScripts({})).filter((script) => script !== undefined)).toEqual([])
  })
  test('is loaded from its path, or from the address that comes with its hash', () => {
    expect({ path: addressOf('/m.js'), withHash: addressOf({ src, integrity: 'sha256-abc' }) }).toEqual({
      path: '/m.js',
      withHash: src,
    })
  })
})
describe('the chat', () => {
  test.each([
    [{ isEmployee: true, isActivated: true }, 'hr.js', '[C-WIDGET-03]'],
    [{ isEmployee: false, isActivated: true }, 'activated.js', '[C-WIDGET-04]'],
    [{ isEmployee: false, isActivated: false }, 'other.js', '[C-WIDGET-05]'],
  ])('of %j is %s %s', (subscriber, script, _row) => expect(chatScript(all, subscriber)).toBe(script))
  test('is off without an address', () => {
    expect(chatScript({ chat: { hr: '' } }, { isEmployee: true, isActivated: false })).toBeNull()
    expect(chatScript({}, { isEmployee: false, isActivated: false })).toBeNull()
  })
})
