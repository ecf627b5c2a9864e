export type HostName = 'web' | 'grocery' | 'hyper' | 'third' | 'test'

/** How a visit to a payment page went on: the user came back from it, or stayed here while the payment page may still open or be open. */
export type PaymentVisit = 'back' | 'stayed'

/** How long a payment page that reports nothing is waited for: no event says that its load was stopped, and an app may never say that it was closed. */
export const PAYMENT_WAIT_MS = 30_000

/** Where the app runs. The app asks the host, never the user agent. */
export interface Host {
  readonly name: HostName
  /** The token of the host's own session; null on the website, which signs in by itself. */
  readonly token: HostToken | null
  /** Opens a payment page; resolves when the user is back or has stayed. After `stayed`, `onLateClose` is called when the payment page closes later. */
  openPayment(url: string, onLateClose?: () => void): Promise<PaymentVisit>
  /** Opens an address outside the app. */
  openOutside(url: string): void
  /** Closes the app. The website may not close its window, so it goes to the main page. */
  close(): void
  /** Copies a text to the clipboard; resolves with whether it succeeded. */
  copy(text: string): Promise<boolean>
}

/** The token of the partner's app. Both promises may never settle, so the caller sets a deadline (T7). */
export interface HostToken {
  first(): Promise<string>
  refresh(): Promise<string>
}
