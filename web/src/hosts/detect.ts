import { type BridgeWindow, callbackBridge, messageBridge, objectBridge } from './bridge.ts'
import type { Host, HostName } from './host.ts'
import { createWebHost } from './web.ts'
import { createWebviewHost } from './webview.ts'

type WebviewName = Exclude<HostName, 'web'>
/** How a host is known (OP-39): the object that it puts into the page, `webkit.messageHandlers.x` too, or a part of its user agent. */
export interface HostMark {
  object: string
  userAgent?: string
}
export type HostMarks = Partial<Record<WebviewName, HostMark>>

/** Each app has its own way of being asked. */
const bridges = {
  grocery: callbackBridge,
  hyper: messageBridge,
  third: objectBridge,
  test: objectBridge,
} as const
const names = Object.keys(bridges) as WebviewName[]

/** The native object first, then the user agent, else the website (C-HOST-07). */
export function hostName(window: Pick<Window, 'navigator'> & object, marks: HostMarks): HostName {
  // A WebKit that has no such object may say so by null.
  const isThere = (path: string) =>
    path
      .split('.')
      .reduce<unknown>(
        (at, field) => (typeof at === 'object' && at !== null ? Reflect.get(at, field) : undefined),
        window,
      ) != null
  const byObject = names.find((name) => marks[name] && isThere(marks[name].object))
  const { userAgent } = window.navigator
  return byObject ?? names.find((name) => marks[name]?.userAgent && userAgent.includes(marks[name].userAgent)) ?? 'web'
}

/** The host that the page runs in. */
export function createHost(window: Window, marks: HostMarks): Host {
  const name = hostName(window, marks)
  const mark = name === 'web' ? undefined : marks[name]
  if (name === 'web' || !mark) return createWebHost(window)
  // The window of a webview holds what its app has put there.
  return createWebviewHost(name, bridges[name](window as unknown as BridgeWindow, mark.object))
}
