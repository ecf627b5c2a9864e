import type { Result } from '@paket/sdk'
import type { FailureActions } from '#flow/show-failure.ts'

/** What a change of an option leads to outside of it. */
export interface AfterOption extends FailureActions {
  /** What a switch of the renewal, or its failure, has made old is read again. */
  refresh(isOn: boolean, end: Result<'changeAutopaymentOption'>): void
}
