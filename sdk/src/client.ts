import { type ClientOptions, createCall, type MoneyCallOptions, type OptionsOf } from './call.ts'
import * as generated from './generated/operations.gen.ts'
import type { Operation, OperationId, Request } from './operation.ts'
import type { Result } from './result.ts'

/** One typed function per call. The body may be left out where the contract wants an empty one. */
export type Client<Id extends OperationId = OperationId> = {
  readonly [Call in Id]: {} extends Request<Call>
    ? (body?: Request<Call>, options?: OptionsOf<Call>) => Promise<Result<Call>>
    : (body: Request<Call>, options?: OptionsOf<Call>) => Promise<Result<Call>>
}

/**
 * A client with the calls that are given, and no bytes for others:
 * `createClientOf({ createOrder, getOrderStatus }, options)` with the constants of `@paket/sdk/operations`.
 */
export function createClientOf<Id extends OperationId>(
  operations: { readonly [Call in Id]: Operation & { id: Call } },
  options: ClientOptions,
): Client<Id> {
  const call = createCall(options)
  const methods = Object.values<Operation>(operations).map((operation) => [
    operation.id,
    (body: unknown = {}, callOptions?: MoneyCallOptions) => call(operation, body, callOptions),
  ])
  // Each method answers what its operation says: the names are the same, the types follow from them.
  return Object.fromEntries(methods) as Client<Id>
}

/** A client with every call of the contract. */
export function createClient(options: ClientOptions): Client {
  const { errorCatalogue: _, ...operations } = generated
  return createClientOf(operations, options)
}
