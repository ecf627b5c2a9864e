import { WORKER_POLICY } from '../src/domain/service-worker.ts'
import { addressOf, pageScripts, WIDGET_POLICY, type WidgetSettings } from '../src/domain/widget-scripts.ts'

/** What of `config.json` a Content-Security-Policy depends on: addresses of other origins. */
export interface PolicySettings {
  api: string
  content: string
  identity: { authority: string }
  widgets: WidgetSettings
  reports?: { address: string }
}
/** What of the server's own settings it depends on. */
export interface PolicyServing {
  /** Origins of partner apps that may have a page in a frame. */
  framedBy: readonly string[]
  /** Where violations are sent; none without it. */
  cspReports?: string
  /** Names of Trusted Types policies that widgets of this environment bring. */
  trustedTypes: readonly string[]
}

type Directives = Readonly<Record<string, readonly string[]>>
const text = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

/** The origins of whole addresses; a path is of this origin and adds nothing. */
const originsOf = (...addresses: readonly string[]) => [
  ...new Set(addresses.filter((address) => /^https?:/.test(address)).map((address) => new URL(address).origin)),
]

/** For the page itself, whatever server sends it: what holds in every environment. A server's header says the rest. */
export const policyForPage: string = text({
  'script-src': ["'self'", 'https:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'require-trusted-types-for': ["'script'"],
})

const reporting = ({ cspReports }: PolicyServing): Directives =>
  cspReports ? { 'report-uri': [cspReports], 'report-to': ['csp'] } : {}

/**
 * The Content-Security-Policy of the app: everything from its own origin and from those that the settings name, nothing evaluated, nothing inline but
 * the styles of the main page, by their hash.
 * Trusted Types: no text becomes markup or the address of a script, but for the configured widgets' (`src/analytics/widgets.ts`) and the service worker's.
 * A page may be framed by this origin, which is how the silent sign-on check works, and by the partners that are named.
 */
export function pagePolicy(
  { api, content, identity, widgets, reports }: PolicySettings,
  serving: PolicyServing,
  inlineStyles: readonly string[] = [],
): string {
  const scripts = Object.values(pageScripts(widgets)).map((script) => (script ? addressOf(script) : ''))
  const self = "'self'"
  return text({
    'default-src': ["'none'"],
    'script-src': [self, ...originsOf(...scripts)],
    'style-src': [self, ...inlineStyles],
    'img-src': [self, ...originsOf(content)],
    'font-src': [self],
    'connect-src': [self, ...originsOf(api, content, identity.authority, reports?.address ?? '')],
    'frame-src': [self, ...originsOf(identity.authority)],
    'manifest-src': [self],
    'worker-src': [self],
    'form-action': [self],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [WIDGET_POLICY, WORKER_POLICY, ...serving.trustedTypes],
    'frame-ancestors': [self, ...serving.framedBy],
    ...reporting(serving),
  })
}

/**
 * The policy of the advertisement's frame, which runs what others wrote. It has no origin even when it is opened by itself, so what it loads
 * from anywhere over https reaches nothing of ours.
 */
export const stripPolicy: string = text({
  'default-src': ['https:', 'data:'],
  'script-src': ["'self'", 'https:'],
  'style-src': ['https:', "'unsafe-inline'"],
  'base-uri': ["'none'"],
  sandbox: [
    'allow-scripts',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-top-navigation-by-user-activation',
  ],
  'frame-ancestors': ["'self'"],
})
