import { chatScript, visitScripts, type WidgetSettings } from '#domain/widget-scripts.ts'
import type { Services } from './services.ts'

const loaded = new Set<string>()

/** Adds a script of somebody else, once; the app is whole without it. */
function load(src: string, onLoad?: () => void): void {
  if (loaded.has(src)) return
  loaded.add(src)
  const script = document.createElement('script')
  script.src = src
  script.async = true
  if (onLoad) script.addEventListener('load', onLoad)
  document.head.append(script)
}
/** After everything of ours: the browser has nothing else to do. */
const later = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work, { timeout: 5000 }) : setTimeout(work, 2000)

/** What counts the visit. */
export function loadVisitWidgets({ settings, host }: Services): void {
  const { hostname } = window.location
  later(() => {
    for (const src of visitScripts(settings.widgets, { hostname, isWebview: host.token !== null })) load(src)
  })
}

/** The advertisement draws itself into its place (C-WIDGET-02). */
export function loadBanner({ script, loader, ids }: NonNullable<WidgetSettings['banner']>, place: HTMLElement): void {
  later(() => load(script, () => call(loader, ids, place)))
}
/** Calls what a script has brought; answers whether it is there. */
function call(name: string, ...given: unknown[]): boolean {
  const brought: unknown = Reflect.get(window, name)
  if (typeof brought !== 'function') return false
  Reflect.apply(brought, window, given)
  return true
}

/** The support chat of this kind of subscriber; the first one stays for the visit. */
export function loadChat({ settings }: Services, subscriber: Parameters<typeof chatScript>[1]): void {
  const src = chatScript(settings.widgets, subscriber)
  if (src) later(() => load(src))
}

/** How the chat of this kind of subscriber is opened, answering whether it has loaded; null where there is none. */
export function chatOpener(
  { settings }: Pick<Services, 'settings'>,
  subscriber: Parameters<typeof chatScript>[1],
): (() => boolean) | null {
  const open = settings.widgets.chat?.open
  return open && chatScript(settings.widgets, subscriber) ? () => call(open) : null
}
