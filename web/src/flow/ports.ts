import type { StoredIntent } from './purchase-intent.ts'
import type { Ask, Modals } from '#modals/define-modal.ts'
import type { Progress } from '#modals/modal-stack.ts'

/** Everything that a flow may do to the outside world besides calling the api. */
export interface FlowPorts {
  /** Opens a modal and waits for its answer; there always is one, `dismissed` among them. */
  ask: Ask
  /** Shows a spinner while the work runs, with the steps of it where it has some. */
  spinner<T>(text: string, work: () => Promise<T>, progress?: Progress): Promise<T>
  /** The next step of what the spinner shows is under way. */
  advance(): void
  sleep(ms: number): Promise<void>
  /** Leaves for a payment page; settles when the user is back, or has not left after all. `unknown` goes nowhere: the address is not a known one. */
  openPayment(url: string): Promise<'back' | 'stayed' | 'unknown'>
  /**
   * Runs work that looks for an order, makes or follows one: of all tabs of this user one at a time. While another tab does, `waiting` is
   * shown; `dismissed` when the user does not wait for it, `busy` when it takes too long, at once where nothing is shown.
   */
  alone<T extends object>(
    work: (stored: StoredIntent) => Promise<T>,
    waiting: Modals['waiting']['given'] | null,
  ): Promise<T | 'dismissed' | 'busy'>
}
