import {
  addressOf,
  chatScript,
  pageScripts,
  visitScripts,
  WIDGET_POLICY,
  type WidgetScript,
  type WidgetSettings,
} from '#domain/widget-scripts.ts'
import type { Settings } from '#config/settings.ts'
import type { Host } from '#hosts/host.ts'

/** What of the browser's Trusted Types is used; TypeScript does not know them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(src: string): string }): { createScriptURL(src: string): unknown }
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
/** The address as the page's policy wants it: made by the one place that may, and only when the settings have it. Browsers without Trusted Types take it as it is. */
function trusted(src: string, widgets: WidgetSettings): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return src
  const known = new Set(Object.values(pageScripts(widgets)).map((script) => script && addressOf(script)))
  policy ??= trustedTypes.createPolicy(WIDGET_POLICY, {
    createScriptURL(address) {
      if (!known.has(address)) throw new TypeError(`${address} is no widget of the settings`)
      return address
    },
  })
  return policy.createScriptURL(src) as string
}

/** Adds a third-party script, once; the app is whole without it. */
function load(kind: 'visit' | 'chat', widget: WidgetScript, widgets: WidgetSettings): void {
  const src = addressOf(widget)
  const ofKind = [...document.scripts].filter(({ dataset }) => dataset['widget'] === kind)
  // Two chats would be opened by one function; the first one stays for the visit.
  if (kind === 'chat' ? ofKind[0] : ofKind.find((script) => script.getAttribute('src') === src)) return
  const script = document.createElement('script')
  script.src = trusted(src, widgets)
  if (typeof widget === 'object') {
    script.integrity = widget.integrity
    // The browser compares a hash only where the other server lets it read, which must not learn who asks.
    script.crossOrigin = 'anonymous'
  }
  script.async = true
  script.dataset['widget'] = kind
  // Anyone who needs it next asks for it again.
  script.addEventListener('error', () => script.remove())
  document.head.append(script)
}
/** After everything of ours: the browser has nothing else to do. */
export const later = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work, { timeout: 5000 }) : setTimeout(work, 2000)

/** The metrics of the visit. */
export function loadVisitWidgets({ settings, host }: { settings: Settings; host: Pick<Host, 'token'> }): void {
  const { hostname } = window.location
  later(() => {
    for (const src of visitScripts(settings.widgets, { hostname, isWebview: host.token !== null }))
      load('visit', src, settings.widgets)
  })
}

/** Calls what a script has brought; answers whether it is there. */
function call(name: string, ...given: unknown[]): boolean {
  const brought: unknown = Reflect.get(window, name)
  if (typeof brought !== 'function') return false
  Reflect.apply(brought, window, given)
  return true
}

/** The support chat of this kind of subscriber. */
export function loadChat({ settings }: { settings: Settings }, subscriber: Parameters<typeof chatScript>[1]): void {
  const src = chatScript(settings.widgets, subscriber)
  if (src) load('chat', src, settings.widgets)
}
export const loadChatLater = (...given: Parameters<typeof loadChat>): void => void later(() => loadChat(...given))

/** How the chat of this kind of subscriber is opened, answering whether it has loaded; null where there is none. */
export function chatOpener(
  { settings }: { settings: Settings },
  subscriber: Parameters<typeof chatScript>[1],
): (() => boolean) | null {
  const open = settings.widgets.chat?.open
  return open && chatScript(settings.widgets, subscriber) ? () => call(open) : null
}
