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

/** The used part of the browser's Trusted Types, which TypeScript does not know yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(src: string): string }): { createScriptURL(src: string): unknown }
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
/** Creates a trusted address by the page's policy, which accepts only addresses of the settings. A browser without Trusted Types needs none. */
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

/** Adds a third-party script to the page, once. The app works without it. */
function load(kind: 'visit' | 'chat', widget: WidgetScript, widgets: WidgetSettings): void {
  const src = addressOf(widget)
  const ofKind = [...document.scripts].filter(({ dataset }) => dataset['widget'] === kind)
  // All chats share one global function, so the first one stays for the visit.
  if (kind === 'chat' ? ofKind[0] : ofKind.find((script) => script.getAttribute('src') === src)) return
  const script = document.createElement('script')
  script.src = trusted(src, widgets)
  if (typeof widget === 'object') {
    script.integrity = widget.integrity
    // The integrity check needs a CORS request; `anonymous` sends no cookies with it.
    script.crossOrigin = 'anonymous'
  }
  script.async = true
  script.dataset['widget'] = kind
  // Removed after an error, so that the next call tries again.
  script.addEventListener('error', () => script.remove())
  document.head.append(script)
}
/** Runs work when the browser is idle, after `latestMs` at the latest. Safari, which cannot know, waits a quarter of that. */
export const deferUntilIdle = (work: () => void, latestMs = 5000) =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback(work, { timeout: latestMs })
    : setTimeout(work, latestMs / 4)

/** Loads the scripts of every visit when the browser is idle. */
export function loadVisitWidgets({ settings, host }: { settings: Settings; host: Pick<Host, 'token'> }): void {
  const { hostname } = window.location
  deferUntilIdle(() => {
    for (const src of visitScripts(settings.widgets, { hostname, isWebview: host.token !== null }))
      load('visit', src, settings.widgets)
  })
}

/** Calls a global function of a third-party script. False when the script has not loaded. */
function callGlobal(name: string): boolean {
  const loaded: unknown = Reflect.get(window, name)
  if (typeof loaded !== 'function') return false
  Reflect.apply(loaded, window, [])
  return true
}

/** Loads the support chat for this kind of subscriber. */
export function loadChat({ settings }: { settings: Settings }, subscriber: Parameters<typeof chatScript>[1]): void {
  const src = chatScript(settings.widgets, subscriber)
  if (src) load('chat', src, settings.widgets)
}
export const loadChatWhenIdle = (...args: Parameters<typeof loadChat>): void =>
  void deferUntilIdle(() => loadChat(...args))

/** A function that opens the chat and returns whether it has loaded; null when this kind of subscriber has no chat. */
export function chatOpener(
  { settings }: { settings: Settings },
  subscriber: Parameters<typeof chatScript>[1],
): (() => boolean) | null {
  const open = settings.widgets.chat?.open
  return open && chatScript(settings.widgets, subscriber) ? () => callGlobal(open) : null
}
