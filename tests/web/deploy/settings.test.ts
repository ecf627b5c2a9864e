import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSettings } from '#web/config/settings.ts'
import { nginxConfiguration } from '../../../web/deploy/nginx.ts'
import { value } from '../../../web/deploy/nginx-text.ts'
import { headerPart } from '../../../web/deploy/policy.ts'
import { readServing, variables } from '../../../web/deploy/serving.ts'
import { readSettingsText } from '../../../web/deploy/settings-schema.ts'
import { parseNginx, structureOf } from './nginx-tokens.ts'
import { holds } from '#support/property.ts'

const web = join(import.meta.dirname, '../../../web')
const read = (file: string) => JSON.parse(readFileSync(join(web, file), 'utf8')) as Record<string, unknown>
const shipped = read('public/config.json')
const https = 'https://paket.example'
const release = '2026-11-23.0415-1a2b3c4d'
/** The shipped settings, with everything that may be left out. */
const full: Record<string, unknown> = {
  ...shipped,
  ...read('config.development.json'),
  partnerRenewable: ['wink'],
  closed: { buying: 'Покупка вернётся в 18:00', points: 'Нет', promocodes: 'Нет', family: 'Нет' },
  maintenance: 'Вернёмся к 18:00',
  refusedReleases: [release],
  offline: false,
}

/** The settings with one field replaced, or removed by undefined. */
function settingsWith(path: string, field: unknown, settings: object = full): object {
  const copy = structuredClone(settings) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() ?? ''
  const owner = names.reduce((part, name) => (part[name] ??= {}) as Record<string, unknown>, copy)
  owner[last] = field
  return copy
}
const refusal = (settings: unknown, origin = https): string => {
  try {
    readSettingsText(JSON.stringify(settings), origin)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the settings that the server accepts', () => {
  it.each([
    ['of the build', shipped],
    ['of npm start and npm run dev', { ...shipped, ...read('config.development.json') }],
    [
      'with the mock’s switches',
      { ...shipped, closed: { buying: 'Вернётся в 18:00' }, maintenance: '', refusedReleases: [] },
    ],
    ['with everything', full],
  ])('are those %s', (_, settings) => {
    for (const origin of [https, 'http://localhost:5173']) expect(refusal(settings, origin)).toBe('')
    expect(readSettingsText(JSON.stringify(settings), https)).toEqual(settings)
  })

  it.each([
    ['api', 'https://bff.example/api'],
    ['content', 'https://cms.example'],
    ['identity.authority', 'https://id.example/realms/paket/'],
    ['identity.scope', 'openid'],
    ['identity.clients', {}],
    ['paymentOrigins', ['https://pay.example', 'https://pay.example:8443', 'http://localhost:4010']],
    ['support.page', 'https://help.example/paket?from=app#faq'],
    ['support.page', '/supported'],
    ['support.email', ''],
    ['legal.terms', 'https://paket.example/%D0%BF%D1%80%D0%B0%D0%B2%D0%B8%D0%BB%D0%B0.pdf'],
    ['widgets.metrics', { src: 'https://m.example/m.js', integrity: `sha384-${'A'.repeat(64)}` }],
    ['widgets.metrics', ''],
    ['widgets.banner', undefined],
    ['hosts.hyper.object', 'webkit.messageHandlers.$paket'],
    ['reports.sample', 1],
    ['reports.address', 'https://collector.example/v1/logs'],
    ['stories.0.slides.0.image', '/stories/a.svg'],
    ['sales', {}],
    ['closed', { buying: '' }],
    ['maintenance', 'Вернёмся к 18:00; {скоро} за 5 $ "точно" \\'],
  ])('have %s %j', (path, field) => {
    expect(refusal(settingsWith(path, field))).toBe('')
  })

  it('have http addresses only where the app itself has http, or on this machine', () => {
    const settings = settingsWith('identity.authority', 'http://id.example')
    expect(refusal(settings, 'http://app.internal:8080')).toBe('')
    expect(refusal(settings)).toMatch(/^identity\.authority must be .* https, without a query: http:\/\/id\.example$/)
  })

  it('have pictures of stories only where the policy allows pictures', () => {
    const image = 'https://cms.example/uploads/a.webp'
    const settings = settingsWith('stories.0.slides.0.image', image)
    expect(refusal(settings)).toMatch(/^stories\.0\.slides\.0\.image must be/)
    expect(refusal(settingsWith('content', 'https://cms.example/api', settings))).toBe('')
  })
})

const inject = String.raw`/oidc\" always; } location ^~ /pwn/ { alias /etc/; default_type text/plain; } location /zz { #`
const link = /must be a path of this origin or an address with https/
const hostile: readonly [path: string, field: unknown, reason: RegExp][] = [
  ['identity.authority', inject, /must be a path of this origin/],
  ['identity.authority', '/oidc$http_cookie', /must be a path/],
  ['identity.authority', '/oidc>; rel=preload, </x', /must be a path/],
  ['identity.authority', '/oidc,x', /must be a path/],
  ['identity.authority', '/a/../oidc', /must be a path/],
  ['identity.authority', '/oidc?x=y', /must be a path/],
  ['identity.authority', '//elsewhere.example', /must be a path/],
  ['identity.authority', '/\\elsewhere.example', /must be a path/],
  ['identity.authority', 'oidc', /must be a path/],
  ['identity.authority', '', /must be a path/],
  ['identity.authority', 7, /^identity\.authority must be a text$/],
  ['identity.authority', undefined, /^identity\.authority is missing$/],
  ['identity.authority', 'https://id.example;x', /must be a path/],
  ['identity.authority', 'https://user:word@id.example', /must be a path/],
  ['identity.authority', "https://id.example,'unsafe-inline'", /must be a path/],
  ['identity.authority', '/oidc\nset $x 1;', /must be a path.*\\n/],
  ['identity.authority', '/oidc\u009B31m\u2028', /must be a path.*\\u009b31m\\u2028/],
  ['identity.clientId', 'paket web', /must be an id/],
  ['identity.clientId', '', /must be an id/],
  ['identity.scope', 'profile', /openid/],
  ['identity.scope', 'openid  profile', /openid/],
  ['identity.clients.mega', 'x', /is not a setting; did you mean megafon\?/],
  ['identity.clients', [], /must be an object/],
  ['identity', null, /must be an object/],
  ['identity.autority', '/oidc', /^identity\.autority is not a setting; did you mean authority\?$/],
  ['api', 'javascript:alert(1)', /must be a path/],
  ['api', 'https://bff.example/api?x', /must be a path/],
  ['content', 'ftp://cms.example', /must be a path/],
  ['content', 'https://CMS.example', /must be a path/],
  ['content', ' /cms', /must be a path/],
  ['paymentOrigins', ['*'], /^paymentOrigins\.0 must be an origin .*: \*$/],
  ['paymentOrigins', ['https://*.pay.example'], /must be an origin/],
  ['paymentOrigins', ['https://pay.example/'], /must be an origin/],
  ['paymentOrigins', ['https://pay.example/checkout'], /must be an origin/],
  ['paymentOrigins', ['https://Pay.example'], /must be an origin/],
  ['paymentOrigins', ['https://pay.example:443'], /must be an origin/],
  ['paymentOrigins', ['https://pay.example', 'http://pay.example'], /^paymentOrigins\.1 must be an origin/],
  ['paymentOrigins', ['pay.example'], /must be an origin/],
  ['paymentOrigins', ['null'], /must be an origin/],
  ['paymentOrigins', 'https://pay.example', /must be a list/],
  ['paymentOrigin', [], /^paymentOrigin is not a setting; did you mean paymentOrigins\?$/],
  ['support.page', 'javascript:alert(1)', link],
  ['support.page', 'data:text/html,x', link],
  ['support.page', '/support', /other than \/support itself/],
  ['support.page', '/support?again', /other than \/support itself/],
  ['support.telegram', 'tg://resolve?domain=x', link],
  ['support.vk', 'http://vk.example', link],
  ['support.email', 'support@paket.example?bcc=x@y.example', /must be an e-mail address/],
  ['support.emailHr', 'x', /must be an e-mail address, or empty: x/],
  ['legal.terms', '', link],
  ['legal.privacy', 'JAVASCRIPT:alert(1)', link],
  ['legal.faq', 'https://', link],
  ['fridge', 'vbscript:x', link],
  ['fridge', 'https:\\\\fridge.example', link],
  ['promo.trial.promocodeValue', ' ', /must be words/],
  ['promo.litres.gift', 'blob:https://x.example/y', link],
  ['promo.shoko', {}, /is not a setting; did you mean shoko24\?/],
  ['hosts.grocery.object', 'a.b()', /must be the name of an object/],
  ['hosts.grocery.userAgent', '', /must be words/],
  ['hosts.groceries', { object: 'X' }, /; known are grocery, hyper, third, test$/],
  ['hosts.grocer', { object: 'X' }, /did you mean grocery\?/],
  ['widgets.metrics', 'https://m.example/m.js', /must be a path of this origin, or \{ src, integrity/],
  ['widgets.metrics', { src: 'https://m.example/m.js', integrity: 'sha384-AAAA' }, /must be a path of this origin, or/],
  ['widgets.metrics', { src: 'data:text/javascript,1', integrity: `sha384-${'A'.repeat(64)}` }, /must be a path/],
  ['widgets.chat.hr', { src: 'https://m.example/m.js' }, /^widgets\.chat\.hr must be a path/],
  ['widgets.chat.open', 'window.open', /must be the name of a global function/],
  ['widgets.banner.script', 'data:text/javascript,alert(1)', link],
  ['widgets.banner.ids', [], /must not be empty/],
  ['widgets.banner.ids', [7], /^widgets\.banner\.ids\.0 must be a text$/],
  ['widgets.productionHost', 'https://paket.example', /must be a host name/],
  ['widgets.metric', '/m.js', /did you mean metrics\?/],
  ['reports.address', 'http://collector.example/v1/logs', link],
  ['reports.address', "https://collector.example/; script-src 'unsafe-inline'", link],
  ['reports.sample', 0, /must be a number over 0, up to 1/],
  ['reports.sample', '0.1', /must be a number over 0, up to 1/],
  ['reports.sample', 1.1, /must be a number over 0, up to 1/],
  ['reports.simple', 1, /did you mean sample\?/],
  ['stores', [], /must not be empty/],
  ['stores.0.url', 'javascript:1', link],
  ['chains.tcx', 'Пере\u0000крёсток', /must be words in one line/],
  ['partnerRenewable', [''], /^partnerRenewable\.0 must be words/],
  ['sales', { 'a/b': { title: 'a', text: 'b' } }, /must be named by a part of a path/],
  ['sales', { 'a"b;': { title: 'a', text: 'b' } }, /must be named by a part of a path/],
  ['sales.perekrestok.titel', 'x', /did you mean title\?/],
  ['stories.0.slides.0.image', 'https://elsewhere.example/a.svg', /content system/],
  ['stories.0.slides.0.image', 'data:image/svg+xml,x', /content system/],
  ['stories.0.slides', [], /^stories\.0\.slides must not be empty$/],
  ['closed.byuing', 'Нет', /^closed\.byuing is not a setting; did you mean buying\?$/],
  ['closed.buying', 'в\nдве строки', /must be words in one line/],
  ['closed', 'all', /must be an object/],
  ['maintenence', 'Нет', /^maintenence is not a setting; did you mean maintenance\?$/],
  ['maintenance', true, /must be a text/],
  ['refusedRelases', [release], /^refusedRelases is not a setting; did you mean refusedReleases\?$/],
  ['leastRelease', release, /^leastRelease is replaced by refusedReleases, a list of ids of releases$/],
  ['refusedReleases', release, /^refusedReleases must be a list/],
  ['refusedReleases.0', 'latest', /^refusedReleases\.0 must be the id of a release/],
  ['refusedReleases.0', '9', /must be the id/],
  ['refusedReleases.0', '2026-13-45.9999-1a2b3c4d', /must be the id/],
  ['refusedReleases.0', '2026-02-30.0415-1a2b3c4d', /must be the id/],
  ['offline', 'false', /must be true or false/],
  ['toString', 1, /^toString is not a setting/],
  ['', 1, /^"" is not a setting; known are api, /],
  ['a\nb', 1, /^"a\\nb" is not a setting/],
]

describe('the settings that the server refuses', () => {
  it.each(hostile)('name %s of %j', (path, field, reason) => {
    const message = refusal(settingsWith(path, field))
    expect(message).toMatch(reason)
    expect(message).toContain(path.split(/[.\n]/)[0])
    expect(message).not.toMatch(/[\n\r\p{Cc}\u2028]/u)
  })
  it.each([null, 'text', 7, true])('are not an object: %j', (settings) => {
    expect(refusal(settings)).toBe('must be an object')
  })
  it('are every field of another kind, and every name that is longer by a letter', () => {
    const visit = (at: unknown, path: string): void => {
      if (typeof at !== 'object' || at === null) return
      for (const [name, inside] of Object.entries(at)) {
        const field = path ? `${path}.${name}` : name
        if (path !== 'sales' && !Array.isArray(at))
          expect(refusal(settingsWith(`${field}x`, inside)), field).toContain('is not a setting')
        expect(refusal(settingsWith(field, Symbol.iterator in Object(inside) ? 7 : [])), field).toContain(field)
        visit(inside, field)
      }
    }
    visit(full, '')
  })
})

const signs = [
  ...Array.from('"\'\\$;{}#\n\r\0<>, *`/%@:?[](.\u2028'),
  ...'${ $http_cookie // .. %2e https: javascript: example a'.split(' '),
]
/** Pieces of a text that mean something in a configuration file, a header or a URL. */
const piece = fc.oneof(
  fc.constantFrom(...signs),
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.string({ maxLength: 5 }),
)
const pieces = fc.array(piece, { maxLength: 6 }).map((all) => all.join(''))
const anyText = fc
  .tuple(fc.constantFrom('', '/', '/oidc', 'https://id.example', 'https://id.example/a', 'https://', 'openid '), pieces)
  .map((both) => both.join(''))

const environment = {
  PAKET_ORIGIN: https,
  PAKET_BACKENDS: '/bff=https://bff.internal /otlp=http://collector.internal',
  PAKET_BACKEND_CA: '/etc/paket/authorities.pem',
  PAKET_CONFIG: '/etc/paket/config.json',
  PAKET_PORT: '8080',
  PAKET_TLS_CERTIFICATE: '/etc/paket/certificate.pem',
  PAKET_TLS_KEY: '/etc/paket/key.pem',
  PAKET_TLS_PORT: '8443',
  PAKET_HSTS: 'max-age=300',
  PAKET_FRAMED_BY: 'https://partner.example',
  PAKET_CSP_REPORTS: 'https://reports.example/csp',
  PAKET_TRUSTED_TYPES: 'chat',
  PAKET_WELL_KNOWN: '/etc/paket/well-known',
}
const places = { site: '/srv/site', assets: '/srv', run: '/run/paket', log: '/dev/stdout', release }
const inlineStyles = ["'sha256-YQ=='"]
const configuration = (settings: object, given: Record<string, string> = environment, folders = places) => {
  const serving = readServing(given)
  const checked = readSettingsText(JSON.stringify(settings), serving.origin)
  return nginxConfiguration(folders, checked, { ...serving, inlineStyles })
}
const structure = (text: string) => JSON.stringify(structureOf(parseNginx(text)), undefined, 1)
const harmless = structure(configuration(full))
/** Both kinds of backends, of which one needs more directives. */
const structures = [
  harmless,
  ...['/bff=http://bff.internal /otlp=http://collector.internal', '/bff=https://bff.internal'].map((PAKET_BACKENDS) =>
    structure(configuration(full, { ...environment, PAKET_BACKENDS })),
  ),
]
const RUNS = 300

function textFields(at: unknown, path = ''): string[] {
  if (typeof at === 'string') return [path]
  if (typeof at !== 'object' || at === null) return []
  return Object.entries(at).flatMap(([name, inside]) => textFields(inside, path ? `${path}.${name}` : name))
}
const fields = textFields({ ...full, paymentOrigins: ['https://pay.example'] })

describe('any text', () => {
  it('in any field of config.json is refused, or is a value in nginx’s configuration, and the app accepts it too', () => {
    let accepted = 0
    holds(
      fc.property(fc.constantFrom(...fields), anyText, (field, text) => {
        const settings = settingsWith(field, text, { ...full, paymentOrigins: [] })
        const message = refusal(settings)
        if (message) {
          expect(message).not.toMatch(/[\n\r\p{Cc}\u2028]/u)
          return
        }
        accepted++
        expect(structure(configuration(settings))).toBe(harmless)
        expect(checkSettings(settings)).toEqual(settings)
      }),
      RUNS,
    )
    expect(accepted).toBeGreaterThan(30)
    expect(fields.length).toBeGreaterThan(60)
  })

  it('in any variable is refused, or is a value in nginx’s configuration', () => {
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(variables)))
    const starts: Readonly<Record<string, string>> = { PAKET_BACKENDS: '/bff=https://', PAKET_HSTS: 'max-age=1' }
    let accepted = 0
    holds(
      fc.property(fc.constantFrom(...Object.keys(environment)), anyText, fc.boolean(), (name, text, isWhole) => {
        const valueOf = isWhole ? text : (starts[name] ?? environment[name as keyof typeof environment]) + text
        // An empty variable is one that is not set.
        if (valueOf.trim() === '') return
        let written: string
        try {
          written = configuration(full, { ...environment, [name]: valueOf })
        } catch (error) {
          expect((error as Error).message).not.toMatch(/[\n\r\p{Cc}\u2028]/u)
          return
        }
        accepted++
        expect(structures).toContain(structure(written))
      }),
      RUNS,
    )
    expect(accepted).toBeGreaterThan(30)
  })

  it('as a folder or release is refused, or is a value in nginx’s configuration', () => {
    let accepted = 0
    holds(
      fc.property(fc.constantFrom('site', 'assets', 'run', 'log', 'release'), pieces, (place, text) => {
        let written: string
        try {
          written = configuration(full, environment, { ...places, [place]: `/srv${text}` })
        } catch (error) {
          expect((error as Error).message).toMatch(/^[^\n]* cannot be a value for nginx: /)
          return
        }
        accepted++
        expect(structure(written)).toBe(harmless)
      }),
      RUNS,
    )
    expect(accepted).toBeGreaterThan(30)
  })

  it('written for nginx is refused, or means itself', () => {
    holds(
      fc.property(pieces, (text) => {
        let written: string
        try {
          written = `root ${String(value(text))};`
        } catch {
          expect(text).toMatch(/[\p{Cc}$]/u)
          return
        }
        expect(parseNginx(written)).toEqual([{ words: ['root', text], block: null }])
      }),
      RUNS,
    )
  })

  it('in a header is refused, or ends neither a list nor a quoted text there', () => {
    holds(
      fc.property(pieces, (text) => {
        try {
          expect(headerPart(text)).toMatch(/^[^\s"<>\\;,]+$/)
        } catch (error) {
          expect((error as Error).message).toContain('cannot be a part of a header')
        }
      }),
      RUNS,
    )
  })
})
