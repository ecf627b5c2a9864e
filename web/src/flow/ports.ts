import type { ClosableFeature } from '#config/switches.ts'
import type { StoredIntent } from './purchase-intent.ts'
import type { Ask, Modals } from '#modals/define-modal.ts'
import type { Progress } from '#modals/modal-stack.ts'

/** Everything that a flow may do outside of itself, apart from calls of the API. */
export interface FlowPorts {
  /**
   * Begins a part of the flow that needs `feature`: ends the flow with the operator's message when it is closed now, whatever was ordered before, or at a
   * later step, unless an order may exist by then.
   */
  needs(feature: ClosableFeature): void
  /** Opens a modal and waits for its answer. Closing the modal answers too, with `dismissed`. */
  ask: Ask
  /** Resolves when the open modal was on the screen long enough to be read: not while its chunk is loading. */
  untilSeen(): Promise<void>
  /** Shows a spinner while the work runs, with the work's steps if there are any. */
  spinner<T>(text: string, work: () => Promise<T>, progress?: Progress): Promise<T>
  /** Moves the spinner to its next step. */
  advance(): void
  sleep(ms: number): Promise<void>
  /** False when the device has no network: nothing that is sent would arrive. */
  isOnline(): boolean
  /** Opens a payment page; settles when the user is back, or has stayed here. `unknown`: the address is not of a known origin, and nothing was opened. */
  openPayment(url: string): Promise<'back' | 'stayed' | 'unknown'>
  /**
   * Runs work that finds, creates or follows an order, in one tab of this user at a time. While another tab does, the modal `waiting` is shown.
   * `dismissed`: the user has stopped waiting. `busy`: the wait took too long; without a modal there is no wait.
   */
  exclusively<T extends object>(
    work: (stored: StoredIntent) => Promise<T>,
    waiting: Modals['waiting']['given'] | null,
  ): Promise<T | 'dismissed' | 'busy'>
}
