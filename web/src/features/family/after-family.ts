import type { Result } from '@paket/sdk'
import type { FailureActions } from '#flow/show-failure.ts'

/** What the flows of this folder do outside of themselves. */
export interface AfterFamily extends FailureActions {
  /** Refetches what a change, or its failure, has made stale. */
  refresh<Change extends FamilyChange>(change: Change, end: Result<Change>): void
}
export type FamilyChange = 'createSubscriberRelation' | 'deleteSubscriberRelation'
