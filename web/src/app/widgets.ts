import { chatScript, visitScripts, type WidgetSettings } from '#domain/widget-scripts.ts'
import type { Services } from './services.ts'

const loaded = new WeakSet<HTMLScriptElement>()
/** Adds a script of somebody else, once; the app is whole without it. */
function load(kind: 'visit' | 'banner' | 'chat', src: string, onLoad?: () => void): void {
  const ofKind = [...document.scripts].filter(({ dataset }) => dataset['widget'] === kind)
  // Two chats would be opened by one function; the first one stays for the visit.
  const there = kind === 'chat' ? ofKind[0] : ofKind.find((script) => script.getAttribute('src') === src)
  if (there) {
    if (loaded.has(there)) onLoad?.()
    else if (onLoad) there.addEventListener('load', onLoad)
    return
  }
  const script = document.createElement('script')
  script.src = src
  script.async = true
  script.dataset['widget'] = kind
  // Whoever needs it next asks for it again.
  script.addEventListener('error', () => script.remove())
  script.addEventListener('load', () => void loaded.add(script))
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
    for (const src of visitScripts(settings.widgets, { hostname, isWebview: host.token !== null })) load('visit', src)
  })
}

/** The advertisement draws itself into its place (C-WIDGET-02). Answers how to give the place up. */
export function loadBanner(
  { script, loader, ids }: NonNullable<WidgetSettings['banner']>,
  place: HTMLElement,
): () => void {
  let isGivenUp = false
  const draw = () => void (isGivenUp || call(loader, ids, place))
  later(() => isGivenUp || load('banner', script, draw))
  return () => void (isGivenUp = true)
}
/** Calls what a script has brought; answers whether it is there. */
function call(name: string, ...given: unknown[]): boolean {
  const brought: unknown = Reflect.get(window, name)
  if (typeof brought !== 'function') return false
  Reflect.apply(brought, window, given)
  return true
}

/** The support chat of this kind of subscriber. */
export function loadChat({ settings }: Pick<Services, 'settings'>, subscriber: Parameters<typeof chatScript>[1]): void {
  const src = chatScript(settings.widgets, subscriber)
  if (src) load('chat', src)
}
export const loadChatLater = (...given: Parameters<typeof loadChat>): void => void later(() => loadChat(...given))

/** How the chat of this kind of subscriber is opened, answering whether it has loaded; null where there is none. */
export function chatOpener(
  { settings }: Pick<Services, 'settings'>,
  subscriber: Parameters<typeof chatScript>[1],
): (() => boolean) | null {
  const open = settings.widgets.chat?.open
  return open && chatScript(settings.widgets, subscriber) ? () => call(open) : null
}
