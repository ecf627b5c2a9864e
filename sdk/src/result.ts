import { type Failure, PaketError } from './failure.ts'
import type { Data, OperationId } from './operation.ts'

/** What every call returns: its data or its failure. A call never throws because of a server or a network. */
export type Result<Id extends OperationId = OperationId> = Success<Id> | Failed<Id>
/** A call that succeeded. */
export interface Success<Id extends OperationId> {
  readonly ok: true
  readonly data: Data<Id>
}
/** A call that failed. */
export interface Failed<Id extends OperationId> {
  readonly ok: false
  readonly failure: Failure<Id>
}

/** Returns the data; throws a PaketError when the call failed. */
export function unwrap<Id extends OperationId>(result: Result<Id>): Data<Id> {
  if (result.ok) return result.data
  throw new PaketError<Id>(result.failure)
}

/** Narrows a result to the named failure of a call. */
export function isFailure<Id extends OperationId, Name extends Failure<Id>['name']>(
  result: Result<Id>,
  operation: NoInfer<Id>,
  name: Name,
): result is Failed<Id> & { failure: Extract<Failure<Id>, { name: Name }> } {
  return !result.ok && result.failure.operation === operation && result.failure.name === name
}
