import type { Result } from '@paket/sdk'
import type { FailureActions } from '#flow/show-failure.ts'

/** What the flow of this folder does outside of itself. */
export interface AfterOption extends FailureActions {
  /** Refetches what a switch of the renewal, or its failure, has made stale. */
  refresh(isOn: boolean, end: Result<'changeAutopaymentOption'>): void
}
