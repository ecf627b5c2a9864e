import type { Result } from '@paket/sdk'

/** What a change of an option leads to outside of it. */
export interface AfterOption {
  /** What a switch of the renewal, or its failure, has made old is read again. */
  refresh(isOn: boolean, end: Result<'changeAutopaymentOption'>): void
  toOptions(): void
  toCards(): void
  toSupport(): void
}
