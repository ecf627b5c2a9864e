import type { OperationId } from '@paket/sdk'
import type { ClosedAnswer, ModalName } from '#modals/define-modal.ts'
import type { MessageId } from '#messages/message.ts'
import { readJson, tabStore } from '#session/browser-store.ts'
import { session } from '#session/session.ts'

/** What failed to render: the whole page, one of its sections, or a modal; `view`: the part of an answer that header, menu or tab bar need. */
export type CrashedPart = 'page' | 'section' | 'modal' | 'view'

/** All events that the app sends to the product analytics (O-ANALYTICS-01). They contain names only: nothing that a user typed, no personal data. */
export type ProductEvent =
  /** A page was shown. */
  | { type: 'page'; page: string }
  /** The page has been in the foreground for this many seconds (O-ANALYTICS-02). */
  | { type: 'view-time'; page: string; seconds: number }
  /** A modal was shown, answered or dismissed. Only answers from a closed set are reported by name: others may be typed text. */
  | { type: 'modal'; modal: ModalName; message?: MessageId | undefined; what: 'shown' | 'answered' | ClosedAnswer }
  /** A writing call was sent. */
  | { type: 'write'; operation: OperationId }
  /** A call ended in a failure of the contract. */
  | { type: 'failure'; operation: OperationId; failure: string }
  | { type: 'session'; what: 'sign_in' | 'sign_out' }
  /** A render failed (OO-90). */
  | { type: 'crash'; what: CrashedPart }
  /** An offer's card has been in view (O-ANALYTICS-03). */
  | { type: 'offer'; what: 'show'; offer: string }

export function eventName(event: ProductEvent): string {
  switch (event.type) {
    case 'page':
      return `${event.page}_seen`
    case 'view-time':
      return `${event.page}_${event.seconds}s`
    case 'modal':
      return [event.modal, event.message?.replaceAll('-', '_'), event.what].filter(Boolean).join('_')
    case 'write':
      return event.operation
    case 'failure':
      return `${event.operation}_${event.failure}`
    case 'session':
      return event.what
    case 'crash':
      return `crash_${event.what}`
    case 'offer':
      return `${event.what}_${event.offer}`
  }
}

/** The name of a page: the first segment of its path. */
export function pageName(path: string): string {
  const [, first = ''] = path.split('/')
  if (first === '') return 'landing'
  return /^[a-z0-9_-]+$/.test(first) ? first.replaceAll('-', '_') : 'other'
}

/** An event with its place and time. */
export interface TrackedEvent {
  event: ProductEvent
  /** Without the query, which may contain an order, a promocode or a link's id. */
  url: string
  at: Date
}
const KEY = 'paket.events'
/** Events that are not sent yet, in order. */
let unsent: TrackedEvent[] = []
let deliver: ((tracked: TrackedEvent) => void) | null = null

/** Queues an event. It is sent when the browser is idle, so it never blocks the app. */
export function trackEvent(event: ProductEvent): void {
  queue({ event, url: window.location.origin + window.location.pathname, at: new Date() })
}
function queue(tracked: TrackedEvent): void {
  unsent.push(tracked)
  deliver?.(tracked)
}

/** Passes all events from now on to `to`, the queued ones first. Before `to` sends one, it calls `takeEvent`. */
export function deliverEvents(to: (tracked: TrackedEvent) => void): void {
  deliver = to
  for (const tracked of unsent) to(tracked)
}
/** Removes an event from the queue when it is sent. False when it is not queued any more: it was dropped, or stored for the next page. */
export function takeEvent(tracked: TrackedEvent): boolean {
  const isUnsent = unsent.includes(tracked)
  unsent = unsent.filter((other) => other !== tracked)
  return isUnsent
}

/** Stores unsent events in the tab at pagehide; the tab's next page sends them, or this one after a bfcache restore (OO-58). */
export function persistUnsentEvents(target: Window = window): void {
  const restore = () => {
    for (const tracked of readStored()) queue(tracked)
    tabStore.removeItem(KEY)
  }
  restore()
  target.addEventListener('pagehide', () => {
    // The next sign-in may be another user's.
    if (session.state === 'lost') forgetUnsent()
    if (unsent.length > 0) tabStore.setItem(KEY, JSON.stringify(unsent))
    unsent = []
  })
  target.addEventListener('pageshow', restore)
}
function readStored(): TrackedEvent[] {
  const stored = readJson(tabStore, KEY)
  return Array.isArray(stored)
    ? stored.filter(isStored).map((tracked) => ({ ...tracked, at: new Date(tracked.at) }))
    : []
}
const isStored = (stored: Partial<TrackedEvent> | null): stored is TrackedEvent =>
  typeof stored?.event?.type === 'string' &&
  typeof stored.url === 'string' &&
  !Number.isNaN(new Date(stored.at ?? Number.NaN).getTime())

/** Drops the user's events, which must not be sent under another user. Session events stay. */
export function forgetEvents(): void {
  forgetUnsent()
  tabStore.removeItem(KEY)
}
function forgetUnsent(): void {
  unsent = unsent.filter(({ event }) => event.type === 'session')
}

/** The subscriber's fields of all events; set whenever client data is read. */
export const knownSubscriber: { bundleId?: string | null; subscriberStatus?: string | null } = {}
export function forgetSubscriber(): void {
  delete knownSubscriber.bundleId
  delete knownSubscriber.subscriberStatus
}
