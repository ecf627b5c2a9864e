import type { Result } from '@paket/sdk'

/** What a change of the family leads to outside of it. */
export interface AfterFamily {
  /** What the change, or its failure, has made old is read again. */
  refresh<Change extends FamilyChange>(change: Change, end: Result<Change>): void
  toOptions(): void
  toSupport(): void
}
export type FamilyChange = 'createSubscriberRelation' | 'deleteSubscriberRelation'
