import type { OperationId } from '@paket/sdk'
import type { ClosedAnswer, ModalName } from '#modals/define-modal.ts'
import type { MessageId } from '#messages/message.ts'
import { readJson, tabStore } from '#session/browser-store.ts'
import { session } from '#session/session.ts'

/** What could not be drawn: everything, one part of a page, or a modal; `view`: what the frame of the page needs of an answer. */
export type CrashedPart = 'page' | 'section' | 'modal' | 'view'

/** Every event that the app reports to the product analytics, in one list (O-ANALYTICS-01). Names alone: nothing that a person has typed or is. */
export type ProductEvent =
  /** A page is shown. */
  | { type: 'page'; page: string }
  /** The page has been in the foreground for so many seconds (O-ANALYTICS-02). */
  | { type: 'view-time'; page: string; seconds: number }
  /** A question is shown, answered or left. An answer of a closed set is reported by name, others may be typed text. */
  | { type: 'modal'; modal: ModalName; message?: MessageId | undefined; what: 'shown' | 'answered' | ClosedAnswer }
  /** A call that changes something was sent. */
  | { type: 'write'; operation: OperationId }
  /** A call ended in a failure of the contract. */
  | { type: 'failure'; operation: OperationId; failure: string }
  | { type: 'session'; what: 'sign_in' | 'sign_out' }
  /** Something could not be drawn (OO-90). */
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

/** A page's name: the first part of its path. */
export function pageName(path: string): string {
  const [, first = ''] = path.split('/')
  if (first === '') return 'landing'
  return /^[a-z0-9_-]+$/.test(first) ? first.replaceAll('-', '_') : 'other'
}

/** An event, where and when it happened. */
export interface TrackedEvent {
  event: ProductEvent
  /** Without the query: it may hold an order, a promocode or a link's id. */
  url: string
  at: Date
}
const KEY = 'paket.events'
/** Events that are not sent yet, in order. */
let unsent: TrackedEvent[] = []
let deliver: ((noted: TrackedEvent) => void) | null = null

/** Queues an event; sent when the browser is idle, never blocks the app. */
export function trackEvent(event: ProductEvent): void {
  wait({ event, url: window.location.origin + window.location.pathname, at: new Date() })
}
function wait(noted: TrackedEvent): void {
  unsent.push(noted)
  deliver?.(noted)
}

/** From now on events go to `to`, those that wait first; each is `taken` when it leaves. */
export function deliverEvents(to: (noted: TrackedEvent) => void): void {
  deliver = to
  for (const noted of unsent) to(noted)
}
/** An event leaves, once; false for one that is forgotten, or waits for another page. */
export function take(noted: TrackedEvent): boolean {
  const isUnsent = unsent.includes(noted)
  unsent = unsent.filter((other) => other !== noted)
  return isUnsent
}

/** Unsent events are stored in the tab at pagehide, and sent by its next page or after a bfcache restore (OO-58). */
export function persistUnsentEvents(target: Window = window): void {
  const goOn = () => {
    for (const noted of readStored()) wait(noted)
    tabStore.removeItem(KEY)
  }
  goOn()
  target.addEventListener('pagehide', () => {
    // The next sign-in may be another user's.
    if (session.state === 'lost') forgetUnsent()
    if (unsent.length > 0) tabStore.setItem(KEY, JSON.stringify(unsent))
    unsent = []
  })
  target.addEventListener('pageshow', goOn)
}
function readStored(): TrackedEvent[] {
  const stored = readJson(tabStore, KEY)
  return Array.isArray(stored) ? stored.filter(isStored).map((noted) => ({ ...noted, at: new Date(noted.at) })) : []
}
const isStored = (stored: Partial<TrackedEvent> | null): stored is TrackedEvent =>
  typeof stored?.event?.type === 'string' && typeof stored.url === 'string'

/** Drops the user's events: they must not be sent under another user. A sign-out stays. */
export function forgetEvents(): void {
  forgetUnsent()
  tabStore.removeItem(KEY)
}
function forgetUnsent(): void {
  unsent = unsent.filter(({ event }) => event.type === 'session')
}

/** What client data says of the subscriber; filled in when it is read. */
export const knownSubscriber: { bundleId?: string | null; subscriberStatus?: string | null } = {}
export function forgetSubscriber(): void {
  delete knownSubscriber.bundleId
  delete knownSubscriber.subscriberStatus
}
