import { WORKER_POLICY } from '../src/domain/service-worker.ts'
import { addressOf, pageScripts, WIDGET_POLICY, type WidgetSettings } from '../src/domain/widget-scripts.ts'

/** The fields of `config.json` that the Content-Security-Policy depends on: URLs that can have other origins. */
export interface PolicySettings {
  api: string
  content: string
  identity: { authority: string }
  widgets: WidgetSettings
  reports?: { address: string }
}
/** The server's own settings that it depends on. */
export interface PolicyServing {
  /** Origins of partner apps that may show the app in a frame. */
  framedBy: readonly string[]
  /** The URL for reports of violations; without it none are sent. */
  cspReports?: string
  /** Names of Trusted Types policies that widgets of this environment create. */
  trustedTypes: readonly string[]
}

/**
 * Returns a text that is part of a header. Throws an Error for one that would end its list, its quotes or its brackets
 * there; settings with such texts are refused before.
 */
export function headerPart(part: string): string {
  if (!/^[!-~]+$/.test(part) || /["<>\\;,]/.test(part))
    throw new Error(`${JSON.stringify(part)} cannot be a part of a header`)
  return part
}

type Directives = Readonly<Record<string, readonly string[]>>
const text = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values.map(headerPart)].join(' '))
    .join('; ')

/** Returns the distinct origins of absolute URLs; ignores paths, which have the app's origin. */
const originsOf = (...addresses: readonly string[]) => [
  ...new Set(addresses.filter((address) => /^https?:/.test(address)).map((address) => new URL(address).origin)),
]

/** The policy in the pages' `<meta>` element: directives that are the same in every environment and for every server. The header adds the others. */
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
 * Returns the Content-Security-Policy of the app. Allows its own origin and the origins in the settings, no `eval`, and
 * nothing inline except the main page's styles by their hash.
 * Trusted Types reject strings as markup or script URLs, except those of configured widgets
 * (`src/analytics/widgets.ts`) and of the service worker.
 * Frames are allowed for this origin, because of the silent sign-on check, and for the partners in `framedBy`.
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
 * The policy of the advertisement's frame, which runs third-party scripts. `sandbox` gives it an opaque origin even when
 * it is opened directly, so the scripts that it loads cannot access the app.
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
