import type { Ask } from '#modals/catalogue.ts'

/** An order that is being followed: enough to go on after a reload. */
export interface FollowedOrder {
  orderId: string
  payment: 'mainCard' | 'newCard' | 'scores'
  renewing: boolean
}

/** An order that is being made: enough to find it after a reload, and to go on with it. */
export interface OrderInTheMaking extends Omit<FollowedOrder, 'orderId'> {
  payment: 'mainCard' | 'newCard'
  /** The subscriber's last order before it; null when there was none, undefined when that is not known. */
  lastOrderId: string | null | undefined
}

/** Everything that a flow may do to the outside world besides calling the api. */
export interface FlowPorts {
  /** Opens a modal and waits for its answer; there always is one, `dismissed` among them. */
  ask: Ask
  /** Shows a spinner while the work runs. */
  spinner<T>(text: string, work: () => Promise<T>): Promise<T>
  sleep(ms: number): Promise<void>
  /** Leaves for a payment page; settles when the user is back, or has not left after all. `unknown` goes nowhere: the address is not a known one. */
  openPayment(url: string): Promise<'back' | 'stayed' | 'unknown'>
  /** Keeps the order that is being made or followed where a reload finds it; null forgets it. */
  follow(order: FollowedOrder | OrderInTheMaking | null): void
}
