import { pagePolicy, stripPolicy, type PolicyServing, type PolicySettings } from './policy.ts'

/** What is served for a kind of path. The first rule whose pattern fits is taken; a path that fits none is a 404. */
export interface Rule {
  name: string
  /** Of the path, without the query. Written in what JavaScript, PCRE and RE2 read alike. */
  pattern: string
  /** A file of the build that answers for all of them. */
  file?: string
  /** Else the file of the path is sent, which ends in one of these. */
  extensions: readonly string[]
  /** Where the file is: among those of this release, among the hashed ones of this and earlier releases, or written when the server starts. */
  from: 'site' | 'assets' | 'run'
  /** Cache-Control of what is found; what is missing is never cached. */
  cache: string
  policy: 'page' | 'strip'
  /** Cross-Origin-Resource-Policy. */
  usedBy: 'same-origin' | 'cross-origin'
}

const YEAR_S = 31_536_000
const HOUR_S = 3600
const revalidated = 'no-cache'
/** The main page, which has its styles in itself. */
const main = '/index.html'
/** The page that the app fills. */
const shell = '/app.html'
const own = { policy: 'page', usedBy: 'same-origin', from: 'site' } as const
const name = String.raw`[A-Za-z0-9_][A-Za-z0-9_.~-]*`
const files = (path: string, extensions: readonly string[]) => ({
  pattern: `${path}\\.(${extensions.join('|')})$`,
  extensions,
})
const page = (pattern: string, file: string) => ({ pattern, file, extensions: [], cache: revalidated })

/** Types of files by extension, of which the texts are compressed when the app is built. Source maps, lists of sources and compressed copies are none: they are not served. */
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

/** Pages besides the main one that search engines and messengers are to know, each a file of the build by its own path. */
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
  // The frame has no origin: to its browser every file is of another one.
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
    pattern: String.raw`^/(sw\.js|app\.webmanifest)$`,
    extensions: ['js', 'webmanifest'],
    name: 'the service worker and the web manifest',
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
export const ruleFor = (path: string): Rule | undefined => rules.find(({ pattern }) => new RegExp(pattern).test(path))

/** Content codings, the smallest first, each with the ending of its copies. */
export const codings = [
  { coding: 'br', ending: '.br' },
  { coding: 'zstd', ending: '.zst' },
  { coding: 'gzip', ending: '.gz' },
] as const

/** Paths of the backend; the rest of them and of `/` is the app's. */
export const backendPaths = ['/bff', '/cms', '/oidc'] as const
/** Where a collector of reports may be, on this origin: it is sent neither cookies nor the visitor's address. */
export const reportsPath = '/otlp'
/** Request headers that say who asks, or where: a page's address may carry the code of a sign-in. */
export const headersOfVisitor = ['Authorization', 'Cookie', 'Referer', 'X-Forwarded-For'] as const
/** What the mock answers besides: its bank's page, what others serve, a collector, and its controls. */
export const mockPaths = ['/pay', '/outside', reportsPath, '/__mock'] as const

/** Says that the server runs; and that it has a release and checked settings to serve. */
export const healthPath = '/-/health'
export const readyPath = '/-/ready'

/** What a server knows that the build does not. */
export interface Serving extends PolicyServing {
  /** Where browsers see the app: `https://paket.example`. */
  origin: string
  /** The styles in the main page of the release, see `inlineStylesOf`. */
  inlineStyles?: readonly string[]
}
/** Whether styles may stand in what a rule serves. */
export const hasInlineStyles = (rule: Rule): boolean => rule.file === main
const isSecure = ({ origin }: Serving) => origin.startsWith('https:')
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

/** Sent with every answer of this origin, the backend's too. */
export const headersOfOrigin = (serving: Serving): Record<string, string> =>
  isSecure(serving) ? { 'strict-transport-security': `max-age=${2 * YEAR_S}; includeSubDomains` } : {}

/** Headers of what a rule serves, but for Cache-Control; without a rule those of a 404. Names are in lower case. */
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
    ...(serving.cspReports && { 'reporting-endpoints': `csp="${serving.cspReports}"` }),
    'x-content-type-options': 'nosniff',
    ...(rule?.file === shell && { link: `<${discoveryOf(settings)}>; rel=preload; as=fetch; crossorigin` }),
  }
}
function policyOf(rule: Rule | undefined, settings: PolicySettings, serving: Serving): string {
  if (rule?.policy === 'strip') return stripPolicy
  return pagePolicy(settings, serving, rule && hasInlineStyles(rule) ? serving.inlineStyles : [])
}
/** Where the identity provider says what it has: the first that a page of the account asks it for. */
const discoveryOf = ({ identity }: PolicySettings) =>
  `${identity.authority.replace(/\/$/, '')}/.well-known/openid-configuration`
export const missing = { text: 'Not found\n', cache: 'no-store' } as const
