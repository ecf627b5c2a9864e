export type HostName = 'web' | 'grocery' | 'hyper' | 'third' | 'test'

/** How a payment page was left: the user is back from it, or has stayed here, where it may still open or be open. */
export type PaymentVisit = 'back' | 'stayed'

/** Where the app runs. The app asks the host, never the user agent. */
export interface Host {
  readonly name: HostName
  /** The host's own sign-in; null on the website, which signs in itself. */
  readonly token: HostToken | null
  /** Leaves for a payment page; resolves when the user is back. One that was only looked away from closes later: `onLateClose` hears of it. */
  openPayment(url: string, onLateClose?: () => void): Promise<PaymentVisit>
  /** Opens an address outside the app. */
  openOutside(url: string): void
  /** Closes the app; the website, which may not close its window, leaves for its main page. */
  close(): void
  /** Copies a text; answers whether it could. */
  copy(text: string): Promise<boolean>
}

/** A token that the surrounding app gives. Both may never settle: who asks sets the limit (T7). */
export interface HostToken {
  first(): Promise<string>
  refresh(): Promise<string>
}
