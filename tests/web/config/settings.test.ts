import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { checkReports } from '#web/config/report-settings.ts'
import { checkSettings, readSettings, SettingsError } from '#web/config/settings.ts'

const shipped: unknown = JSON.parse(readFileSync(new URL('../../../web/public/config.json', import.meta.url), 'utf8'))
/** The shipped settings with one field replaced. */
function settingsWith(path: string, value: unknown): unknown {
  const copy = structuredClone(shipped) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() ?? ''
  const owner = names.reduce((part, name) => part[name] as Record<string, unknown>, copy)
  owner[last] = value
  return copy
}
const answers = (answer: () => Response) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer()),
  )

afterEach(() => vi.unstubAllGlobals())

test.each([
  [
    { address: 'http://collector.example/v1/logs' },
    'reports.address must be a path of this origin, or an address with https',
  ],
  [{ address: '//collector.example' }, 'reports.address'],
  [{ address: "https://collector.example/; script-src 'unsafe-inline'" }, 'reports.address'],
  [{ address: 7 }, 'reports.address'],
  [{ address: '/otlp/v1/logs', sample: 0 }, 'reports.sample must be a number over 0, up to 1'],
  [{ address: '/otlp/v1/logs', sample: 1.1 }, 'reports.sample'],
  [{ address: '/otlp/v1/logs', sample: '1' }, 'reports.sample'],
])('reports to %j are refused', (reports, sentence) => {
  expect(() => checkReports(reports)).toThrow(sentence)
})
test.each([{ address: '/otlp/v1/logs' }, { address: 'https://collector.example/v1/logs', sample: 0.1 }])(
  'reports to %j are sent there',
  (reports) => {
    expect(checkReports(reports)).toEqual({ sample: 1, ...reports })
  },
)
test('the shipped settings are valid', () => {
  expect(checkSettings(shipped)).toEqual(shipped)
})
test.each([
  'api',
  'content',
  'chains.tcx',
  'chains.tc5',
  'identity.authority',
  'identity.clientId',
  'identity.scope',
  'support.page',
  'support.telegram',
  'support.vk',
  'support.email',
  'support.emailHr',
  'legal.terms',
  'legal.privacy',
  'legal.faq',
  'legal.faqHr',
  'promo.trial.promocodeValue',
  'promo.litres.promocodes',
  'promo.shoko24.gift',
])('a missing %s is named', (path) => {
  expect(() => checkSettings(settingsWith(path, undefined))).toThrow(`/config.json: ${path} must be a text`)
  expect(() => checkSettings(settingsWith(path, 1))).toThrow(path)
})
test.each([['identity'], ['legal'], ['support']])('a missing %s is named by its first field', (path) => {
  expect(() => checkSettings(settingsWith(path, undefined))).toThrow(`${path}.`)
})
test.each([
  ['paymentOrigins', undefined, 'paymentOrigins must be a list'],
  ['paymentOrigins', null, 'paymentOrigins must be a list'],
  ['paymentOrigins', 'https://pay.example', 'paymentOrigins must be a list'],
  ['paymentOrigins', [1], 'paymentOrigins.0 must be a text'],
  ['stories', undefined, 'stories must be a list'],
  ['stories.0.title', 1, 'stories.0.title must be a text'],
  ['stories.0.slides', [], 'stories.0.slides must not be empty'],
  ['stories.0.slides.1.image', undefined, 'stories.0.slides.1.image must be a text'],
])('%s of %j is refused (OO-54)', (path, value, problem) => {
  expect(() => checkSettings(settingsWith(path, value))).toThrow(problem)
})
test.each([null, 'text', 1, []])('rejects %j as settings', (value) => {
  expect(() => checkSettings(value)).toThrow('/config.json: api')
})
test('the shipped settings have a client id of its own for each channel [C-AUTH-04]', () => {
  const { identity } = shipped as { identity: { clientId: string; clients: Record<string, string> } }
  expect({ clientId: identity.clientId, ...identity.clients }).toEqual({
    clientId: 'paket-web',
    megafon: 'paket-megafon',
    t2: 'paket-t2',
    yandex: 'paket-yandex',
    wink: 'paket-wink',
    tbank: 'paket-tbank',
    beeline: 'paket-beeline',
  })
})
test('reads the settings from /config.json', async () => {
  answers(() => Response.json(shipped))
  expect(await readSettings()).toEqual(shipped)
  expect(fetch).toHaveBeenCalledWith('/config.json', expect.objectContaining({ signal: expect.any(AbortSignal) }))
})
test.each([
  ['an error', () => new Response('', { status: 503 }), 'HTTP 503'],
  ['a page in their place', () => new Response('<!doctype html>'), 'JSON'],
])('%s is shown', async (_, answer, problem) => {
  answers(answer)
  await expect(readSettings()).rejects.toThrow(problem)
})

test.each([
  ['metrics', { metrics: 'https://m.example/m.js' }],
  ['analytics', { analytics: { src: 'https://m.example/m.js' } }],
  ['chat.hr', { chat: { hr: 'https://m.example/m.js', other: '/chat.js' } }],
])('a widget of another origin without its hash is named: %s', (name, widgets) => {
  expect(() => checkSettings(settingsWith('widgets', widgets))).toThrow(
    new SettingsError(`widgets.${name}`, "must be a path of this origin, or { src, integrity: 'sha384-…' }"),
  )
})
test('a widget of this origin or with its hash is taken', () => {
  const script = { src: 'https://m.example/m.js', integrity: 'sha256-AAAA' }
  const banner = { script: 'https://ads.example/b.js', loader: 'draw', ids: ['1'] }
  const widgets = {
    productionHost: 'paket.example',
    metrics: '/m.js',
    analytics: script,
    chat: { hr: script, open: 'o' },
    banner,
  }
  expect(checkSettings(settingsWith('widgets', widgets))).toMatchObject({ widgets })
})
