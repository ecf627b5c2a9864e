import { valueAt } from './value-at.ts'
import { type BridgeWindow, callbackBridge, messageBridge, objectBridge } from './bridge.ts'
import type { Host, HostName } from './host.ts'
import { createWebHost } from './web.ts'
import { createWebviewHost } from './webview.ts'

type WebviewName = Exclude<HostName, 'web'>
/** How a host is detected (OP-39). */
export interface HostMark {
  /** Path of the object that the host adds to the window, for example `webkit.messageHandlers.x`. */
  object: string
  /** A part of the host's user agent. */
  userAgent?: string
}
export type HostMarks = Partial<Record<WebviewName, HostMark>>

/** How each app is called. */
const bridges = {
  grocery: callbackBridge,
  hyper: messageBridge,
  third: objectBridge,
  test: objectBridge,
} as const
const names = Object.keys(bridges) as WebviewName[]

/** Detects the host: first by its object, then by its user agent, else the website (C-HOST-07). */
export function hostName(window: Pick<Window, 'navigator'> & object, marks: HostMarks): HostName {
  // A WebKit without the object may have null there.
  const byObject = names.find((name) => marks[name] && valueAt(window, marks[name].object) != null)
  const { userAgent } = window.navigator
  return byObject ?? names.find((name) => marks[name]?.userAgent && userAgent.includes(marks[name].userAgent)) ?? 'web'
}

/** Creates the host that the page runs in. */
export function createHost(window: Window, marks: HostMarks): Host {
  const name = hostName(window, marks)
  const mark = name === 'web' ? undefined : marks[name]
  if (name === 'web' || !mark) return createWebHost(window)
  // The type of Window does not know what the app adds to it.
  return createWebviewHost(name, bridges[name](window as unknown as BridgeWindow, mark.object))
}
