import type { OperationId } from '@paket/sdk'
import type { ModalName } from '#modals/catalogue.ts'

/** Every event that the app tells the product analytics, in one list (O-ANALYTICS-01). Names alone: nothing that a person has typed or is. */
export type ProductEvent =
  /** A page is shown. */
  | { type: 'page'; page: string }
  /** The page has been in the foreground for so many seconds (O-ANALYTICS-02). */
  | { type: 'view-time'; page: string; seconds: number }
  /** A question is shown, answered or left. */
  | { type: 'modal'; modal: ModalName; what: 'shown' | 'answered' | 'dismissed' }
  /** A call that changes something was sent. */
  | { type: 'write'; operation: OperationId }
  /** A call ended in a failure of the contract. */
  | { type: 'failure'; operation: OperationId; failure: string }
  | { type: 'session'; what: 'sign_in' | 'sign_out' }
  /** An offer's card has been in view (O-ANALYTICS-03). */
  | { type: 'offer'; what: 'show'; offer: string }

export function eventName(event: ProductEvent): string {
  switch (event.type) {
    case 'page':
      return `${event.page}_seen`
    case 'view-time':
      return `${event.page}_${event.seconds}s`
    case 'modal':
      return `${event.modal}_${event.what}`
    case 'write':
      return event.operation
    case 'failure':
      return `${event.operation}_${event.failure}`
    case 'session':
      return event.what
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
export interface NotedEvent {
  event: ProductEvent
  /** Without the query: it may hold an order, a promocode or a link's id. */
  url: string
  at: Date
}
const waiting: NotedEvent[] = []
let deliver: ((noted: NotedEvent) => void) | null = null

/** Notes what happened; sent when there is time for it, and nothing waits for that. */
export function noteEvent(event: ProductEvent): void {
  const noted = { event, url: window.location.origin + window.location.pathname, at: new Date() }
  if (deliver) deliver(noted)
  else waiting.push(noted)
}

/** From now on events go to `to`, those that wait first. */
export function deliverEvents(to: (noted: NotedEvent) => void): void {
  deliver = to
  for (const noted of waiting.splice(0)) to(noted)
}

/** What client data says of the subscriber; filled in when it is read. */
export const knownSubscriber: { bundleId?: string | null; subscriberStatus?: string | null } = {}
export function forgetSubscriber(): void {
  delete knownSubscriber.bundleId
  delete knownSubscriber.subscriberStatus
}
