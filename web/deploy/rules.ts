import { headerPart, pagePolicy, stripPolicy, type PolicyServing, type PolicySettings } from './policy.ts'

/** How paths that match a pattern are served. The first matching rule applies; a path that matches none gets a 404. */
export interface Rule {
  name: string
  /** A regular expression for the path without the query, in syntax that JavaScript, PCRE and RE2 share. */
  pattern: string
  /** The file of the build to send for all these paths. */
  file?: string
  /** The extensions of the paths when each path is a file. */
  extensions: readonly string[]
  /** The place of the file: this release, the hashed files of this and earlier releases, or the files written when the server starts. */
  from: 'site' | 'assets' | 'run'
  /** Cache-Control of a file; a 404 is never cached. */
  cache: string
  policy: 'page' | 'strip'
  /** Cross-Origin-Resource-Policy. */
  usedBy: 'same-origin' | 'cross-origin'
}

const YEAR_S = 31_536_000
const HOUR_S = 3600
const revalidated = 'no-cache'
/** The main page, which contains its styles. */
const main = '/index.html'
/** The empty shell of all other pages, which the app renders into. */
const shell = '/app.html'
const own = { policy: 'page', usedBy: 'same-origin', from: 'site' } as const
const name = String.raw`[A-Za-z0-9_][A-Za-z0-9_.~-]*`
const files = (path: string, extensions: readonly string[]) => ({
  pattern: `${path}\\.(${extensions.join('|')})$`,
  extensions,
})
const page = (pattern: string, file: string) => ({ pattern, file, extensions: [], cache: revalidated })

/** Media types by extension; texts are compressed in the build. Other extensions, such as source maps and compressed copies, are not served. */
export const mediaTypes: Readonly<Record<string, { type: string; isText: boolean }>> = {
  css: { type: 'text/css; charset=utf-8', isText: true },
  html: { type: 'text/html; charset=utf-8', isText: true },
  ico: { type: 'image/x-icon', isText: false },
  js: { type: 'text/javascript; charset=utf-8', isText: true },
  json: { type: 'application/json', isText: true },
  png: { type: 'image/png', isText: false },
  svg: { type: 'image/svg+xml', isText: true },
  txt: { type: 'text/plain; charset=utf-8', isText: true },
  webmanifest: { type: 'application/manifest+json', isText: true },
  webp: { type: 'image/webp', isText: false },
  woff2: { type: 'font/woff2', isText: false },
  xml: { type: 'application/xml', isText: true },
}

/** Public pages besides the main one, for search engines and link previews. Each is a file of the build. */
export const publicPaths = ['/yandex', '/ogon', '/x5card', '/sale/perekrestok'] as const

export const rules: readonly Rule[] = [
  {
    ...own,
    ...files(`^/assets/(${name}/)*${name}`, ['css', 'js', 'png', 'svg', 'webp', 'woff2']),
    name: 'hashed files',
    cache: `public, max-age=${YEAR_S}, immutable`,
    from: 'assets',
  },
  { ...own, ...page('^/$', main), name: 'the main page' },
  ...publicPaths.map((path) => ({ ...own, ...page(`^${path}$`, `/pages${path}.html`), name: `the page ${path}` })),
  { ...own, ...files('^/config', ['json']), name: 'settings', cache: revalidated, from: 'run' },
  { ...own, ...files('^/release', ['json']), name: 'the id of the release', cache: revalidated },
  // The frame has an opaque origin, so its own files are cross-origin too.
  {
    ...files('^/strip/frame', ['html', 'js']),
    name: "the advertisement's frame",
    cache: revalidated,
    policy: 'strip',
    usedBy: 'cross-origin',
    from: 'site',
  },
  { ...own, ...files('^/auth/silent', ['html']), name: 'the silent sign-on check', cache: revalidated },
  {
    ...own,
    pattern: String.raw`^/(sw\.js|recover\.js|app\.webmanifest)$`,
    extensions: ['js', 'webmanifest'],
    name: 'the service worker, the recovery and the web manifest',
    cache: revalidated,
  },
  {
    ...own,
    ...files(
      `^/(${name}/)*${name}`,
      Object.keys(mediaTypes).filter((extension) => !['html', 'json'].includes(extension)),
    ),
    name: 'other files',
    cache: `public, max-age=${HOUR_S}`,
  },
  { ...own, ...page(String.raw`^/([^/.][^/]*/)*[^/.]*$`, shell), name: 'every other page' },
]
/**
 * The files of `PAKET_WELL_KNOWN`, which are for programs of others. Those without a listed extension are sent as text,
 * except some that are JSON by their definition.
 */
export const wellKnownRule: Rule = {
  pattern: String.raw`^/\.well-known/([A-Za-z0-9_-][A-Za-z0-9_.~-]*/)*[A-Za-z0-9_-][A-Za-z0-9_.~-]*$`,
  extensions: [],
  name: 'files of PAKET_WELL_KNOWN',
  cache: revalidated,
  policy: 'page',
  usedBy: 'cross-origin',
  from: 'run',
}
export const ruleFor = (path: string): Rule | undefined => rules.find(({ pattern }) => new RegExp(pattern).test(path))

/** Content codings in the order of preference, best compression first, with the extension of their copies. */
export const codings = [
  { coding: 'br', ending: '.br' },
  { coding: 'zstd', ending: '.zst' },
  { coding: 'gzip', ending: '.gz' },
] as const

/** Path prefixes of the backends; all other paths are the app's. */
export const backendPaths = ['/bff', '/cms', '/oidc'] as const
/** The path of a collector of reports on this origin. It gets neither cookies nor the visitor's IP address. */
export const reportsPath = '/otlp'
/** Further path prefixes of the mock: the bank's page, stand-ins for third parties, a collector, the controls. */
export const mockPaths = ['/pay', '/outside', reportsPath, '/__mock'] as const

/** First parts of the paths of the app's pages and files, which no backend can have. */
export const ownPaths: readonly string[] = [
  'assets auth icons pages stories strip',
  'error fastbuy fastbuy_bally fastbuy_bally_long_subs fastbuy_bally_tariff fastbuy_partner fastbuy_promo fastbuy_special',
  'auto_activation_offline beeline lk loyalty_cards manage megafon offer offers offline-activation ogon oplata',
  'options payment_gateway payment_history payment_methods profile sale score support t2 tbank wink x5card yandex',
  'config release',
].flatMap((names) => names.split(' ').map((each) => `/${each}`))

/** Health paths: the server runs; it has a release and valid settings. */
export const healthPath = '/-/health'
export const readyPath = '/-/ready'

/** Settings of a server that the build does not contain. */
export interface Serving extends PolicyServing {
  /** The origin of the app in browsers: `https://paket.example`. */
  origin: string
  /** CSP sources of the main page's styles; see `inlineStylesOf`. */
  inlineStyles?: readonly string[]
  /** Strict-Transport-Security, which only an origin with https sends; without it none is sent. */
  hsts?: string
}
/** Whether the file of a rule has inline styles. */
export const hasInlineStyles = (rule: Rule): boolean => rule.file === main
const off = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

/** Returns the headers of all responses of this origin, also of those that backends send. */
export const headersOfOrigin = ({ origin, hsts }: Serving): Record<string, string> =>
  hsts && origin.startsWith('https:') ? { 'strict-transport-security': hsts } : {}

/** Returns the headers of a rule's responses except Cache-Control; without a rule those of a 404. Names are lower-case. */
export function securityHeaders(
  rule: Rule | undefined,
  settings: PolicySettings,
  serving: Serving,
): Record<string, string> {
  return {
    ...headersOfOrigin(serving),
    'content-security-policy': policyOf(rule, settings, serving),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': rule?.usedBy ?? 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': off.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(serving.cspReports && { 'reporting-endpoints': `csp="${headerPart(serving.cspReports)}"` }),
    'x-content-type-options': 'nosniff',
    ...(rule?.file === shell && { link: `<${headerPart(discoveryOf(settings))}>; rel=preload; as=fetch; crossorigin` }),
  }
}
function policyOf(rule: Rule | undefined, settings: PolicySettings, serving: Serving): string {
  if (rule?.policy === 'strip') return stripPolicy
  return pagePolicy(settings, serving, rule && hasInlineStyles(rule) ? serving.inlineStyles : [])
}
/** Returns the URL of the provider's discovery document, which is preloaded: an account page requests it first. */
const discoveryOf = ({ identity }: PolicySettings) =>
  `${identity.authority.replace(/\/$/, '')}/.well-known/openid-configuration`
export const missing = { text: 'Not Found\n', cache: 'no-store' } as const
