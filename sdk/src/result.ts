import { type Failure, PaketError } from './failure.ts'
import type { Data, OperationId } from './operation.ts'

/** What every call returns: the answer, or why there is none. A call never throws for what a server or a network does. */
export type Result<Id extends OperationId = OperationId> = Success<Id> | Failed<Id>
export interface Success<Id extends OperationId> {
  readonly ok: true
  readonly data: Data<Id>
}
export interface Failed<Id extends OperationId> {
  readonly ok: false
  readonly failure: Failure<Id>
}

/** The answer; throws a PaketError with the failure when there is none. */
export function unwrap<Id extends OperationId>(result: Result<Id>): Data<Id> {
  if (result.ok) return result.data
  throw new PaketError<Id>(result.failure)
}

/** Whether a result is the named failure of a call. */
export function isFailure<Id extends OperationId, Name extends Failure<Id>['name']>(
  result: Result<Id>,
  operation: Id,
  name: Name,
): result is Failed<Id> & { failure: Extract<Failure<Id>, { name: Name }> } {
  return !result.ok && result.failure.operation === operation && result.failure.name === name
}
