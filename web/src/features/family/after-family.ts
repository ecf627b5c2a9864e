import type { Result } from '@paket/sdk'
import type { FailureActions } from '#flow/show-failure.ts'

/** What a change of the family leads to outside of it. */
export interface AfterFamily extends FailureActions {
  /** What the change, or its failure, has made old is read again. */
  refresh<Change extends FamilyChange>(change: Change, end: Result<Change>): void
}
export type FamilyChange = 'createSubscriberRelation' | 'deleteSubscriberRelation'
