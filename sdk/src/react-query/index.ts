import {
  type DataTag,
  mutationOptions,
  type QueryClient,
  type QueryKey,
  type QueryState,
  queryOptions,
  type UnusedSkipTokenOptions,
  type UseMutationOptions,
} from '@tanstack/react-query'
import type { OptionsOf } from '../options.ts'
import type { Client } from '../client.ts'
import {
  contentCache,
  type ContentFailure,
  type ContentOptions,
  type ContentStatus,
  type MyPaketPage,
  readMyPaketPage,
} from '../cms.ts'
import { type Failure, type FailureDetails, isPaketError, type PaketError } from '../failure.ts'
import { cache, type cacheKeys } from '../generated/cache.gen.ts'
import type { Data, OperationId, Request } from '../operation.ts'
import { unwrap } from '../result.ts'
import { type Backoff, backoffMs, delayAfter } from '../waiting.ts'
import { isAwaitingActivation, isOptionConnecting, isRelationChanging } from '../views.ts'

type Cache = typeof cache
/** Calls that read: those with a cache key. */
export type QueryId = { [Id in OperationId]: Cache[Id] extends { key: string } ? Id : never }[OperationId]
/** Calls that write: those with keys to invalidate. */
export type MutationId = {
  [Id in OperationId]: Cache[Id] extends { invalidates: readonly string[] } ? Id : never
}[OperationId]
/** A cache key of the contract (`x-cache`): `clientData`, `bankCards` and others. */
export type CacheKey = (typeof cacheKeys)[number]

interface ReadEntry {
  readonly key: string
  readonly freshMs: number
  readonly keptMs?: number
  readonly retry?: Backoff & { readonly on: readonly string[] }
  readonly poll?: { readonly everyMs: number; readonly while?: keyof typeof conditions }
}
interface WriteEntry {
  readonly invalidates: readonly CacheKey[]
  readonly invalidatesIf?: readonly {
    readonly field: string
    readonly is: unknown
    readonly keys: readonly CacheKey[]
  }[]
  readonly invalidatesOnFailure?: readonly { readonly names: readonly string[]; readonly keys: readonly CacheKey[] }[]
  readonly optimistic?: Optimistic
}
interface Optimistic {
  readonly call: QueryId
  readonly fields: readonly string[]
}

/** The conditions named by the contract's `poll.while`, by the answer of the call. */
const conditions = {
  awaitingActivation: ({ result }: Loose<Data<'getClientData'>>) => objectsOf([result]).some(isAwaitingActivation),
  relationsChanging: ({ result }: Loose<Data<'getSubscriberRelations'>>) =>
    objectsOf(result?.relations).some(isRelationChanging),
  optionsConnecting: ({ result }: Loose<Data<'getOptions'>>) => objectsOf(result).some(isOptionConnecting),
}
/** An answer may differ from its schema and is returned as it is: the page that reads it handles that. */
type Loose<Answer extends { result: unknown }> = { [Field in 'result']?: Answer[Field] | null }
const objectsOf = <Item>(items: readonly (Item | null | undefined)[] | null | undefined): Item[] =>
  Array.isArray(items) ? items.filter((item) => typeof item === 'object' && item !== null) : []

/**
 * Calls fail while offline. By default React Query pauses them: a read would stay empty, and a write would be sent later without the user.
 * Failed reads are fetched again when the network is back.
 */
const failsOffline = { networkMode: 'always', refetchOnReconnect: true } as const

/** The query key of a cache key: `['paket', 'clientData']`. `activeExtSubscription` has no read of its own and maps to client data. */
// Source: OP-32.
export const queryKey = (key: CacheKey) => ['paket', key === 'activeExtSubscription' ? 'clientData' : key] as const

/** Options for `useQuery` of the content system's page; drafts are cached separately. The error is a ContentError. */
// Source: OO-56.
export function contentQuery(
  options: ContentOptions,
  status: ContentStatus = 'published',
): TaggedOptions<MyPaketPage, ContentError> {
  return queryOptions<MyPaketPage, ContentError>({
    queryKey: ['paket', 'myPaketPage', status],
    queryFn: async ({ signal }) => {
      const result = await readMyPaketPage(options, { status, signal })
      if (!result.ok) throw new ContentError(result.failure)
      return result.data
    },
    ...failsOffline,
    staleTime: contentCache.freshMs,
    gcTime: contentCache.keptMs,
    retry: false,
  })
}

/** An `Error` with the reason why there is no content. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly failure: ContentFailure
  constructor(failure: ContentFailure) {
    super(`content: ${failure.name}${failure.status === undefined ? '' : ` (HTTP ${failure.status})`}`)
    this.failure = failure
  }
}

/** Invalidates the queries of the keys; active ones are fetched again. */
export async function invalidate(queryClient: QueryClient, ...keys: CacheKey[]): Promise<void> {
  const distinct = new Map(keys.map((key) => [queryKey(key)[1], queryKey(key)]))
  await Promise.all([...distinct.values()].map((key) => queryClient.invalidateQueries({ queryKey: key })))
}

/**
 * Options for `useQuery` of a read: key, freshness, retry and polling as the contract says (`x-cache`).
 * The error is a PaketError whose `failure` is exactly what this call can fail with.
 */
export function query<Id extends QueryId>(
  client: Pick<Client, Id>,
  id: Id,
  ...[body]: QueryBody<Id>
): TaggedOptions<Data<Id>, PaketError<Id>> {
  const { key, freshMs, keptMs, retry, poll }: ReadEntry = cache[id]
  const empty = body === undefined || Object.keys(body).length === 0
  return queryOptions<Data<Id>, PaketError<Id>>({
    queryKey: [...queryKey(key as CacheKey), ...(empty ? [] : [body])],
    queryFn: async ({ signal }) => unwrap<Id>(await client[id](body ?? {}, { signal })),
    ...failsOffline,
    staleTime: freshMs,
    ...(keptMs !== undefined && { gcTime: keptMs }),
    // A server would render for as long as a read is retried. The error is `unknown` here and below: narrowing a
    // `PaketError<Id>` compares all failures with each other, which takes the compiler seconds.
    retry: (failures, error: unknown) =>
      typeof window !== 'undefined' &&
      isPaketError(error) &&
      (retry?.on.includes(error.failure.name) || (failures < MAX_WAITS && isWorthWaiting(error.failure))),
    retryDelay: (failures, error) => delayFor(error, retry ? backoffMs(retry, failures) : 0),
    ...(poll && {
      refetchInterval: ({ state }) => isPolled(poll.while, state) && delayFor(state.error, poll.everyMs),
    }),
  })
}
/** How often a read without a retry in the contract is repeated after a `Retry-After`. */
const MAX_WAITS = 3
/** A longer `Retry-After` is not waited for: the page shows the failure instead. */
const LONGEST_WAIT_MS = 10_000
const delayFor = (error: unknown, ms: number) => (isPaketError(error) ? delayAfter(error.failure, ms) : ms)
const isWorthWaiting = ({ status = 0, retryAfterMs = Infinity }: FailureDetails) =>
  (status === 429 || status >= 500) && retryAfterMs <= LONGEST_WAIT_MS

/** Explicit, because the inferred type has names that only the newest version of the peer exports. */
type TaggedOptions<Answer, Thrown> = UnusedSkipTokenOptions<Answer, Thrown> & {
  queryKey: DataTag<QueryKey, Answer, Thrown>
}
type QueryBody<Id extends QueryId> = {} extends Request<Id> ? [body?: Request<Id>] : [body: Request<Id>]

/** Whether to poll: always without a condition, but not after a business failure (OP-13), until the next manual read. */
function isPolled(condition: keyof typeof conditions | undefined, { error, data }: QueryState) {
  if (isPaketError(error) && error.failure.kind === 'business') return false
  return condition === undefined || (data !== undefined && conditions[condition](data as never))
}

/**
 * Options for `useMutation` of a write, which is never retried. Its result invalidates the keys that the contract names; an optimistic update
 * is rolled back when it fails. A call that moves money takes the key of the user's intent: `{ idempotencyKey }`.
 */
export function mutation<Id extends MutationId>(
  client: Pick<Client, Id>,
  id: Id,
  queryClient: QueryClient,
  options?: OptionsOf<Id>,
): UseMutationOptions<Data<Id>, PaketError<Id>, Request<Id>, Undo | undefined> & { mutationKey: QueryKey } {
  const { optimistic }: WriteEntry = cache[id]
  return mutationOptions<Data<Id>, PaketError<Id>, Request<Id>, Undo | undefined>({
    mutationKey: ['paket', id],
    networkMode: 'always',
    mutationFn: async (body) => unwrap<Id>(await client[id](body, options)),
    retry: false,
    onMutate: (body) => optimistic && updateOptimistically(queryClient, optimistic, body),
    // Not awaited: the reads may retry for ever, and the write must not wait for them.
    onError(error: unknown, _body, undo) {
      undo?.()
      void invalidate(
        queryClient,
        ...(isPaketError(error) ? staleAfterNamed(id, error.failure.name) : []),
        ...(optimistic ? [cache[optimistic.call].key] : []),
      )
    },
    onSuccess: (_data, body) => void invalidate(queryClient, ...staleAfter(id, body)),
  })
}
type Undo = () => void

/** Optimistic update: writes fields of the request into the cached answer of a read; null changes nothing. */
async function updateOptimistically(
  queryClient: QueryClient,
  { call, fields }: Optimistic,
  body: object,
): Promise<Undo> {
  const key = queryKey(cache[call].key)
  // A pending answer would overwrite the change.
  await queryClient.cancelQueries({ queryKey: key })
  const before = queryClient.getQueriesData<{ result: object }>({ queryKey: key })
  const changes = Object.entries(body).filter(([field, value]) => fields.includes(field) && value !== null)
  queryClient.setQueriesData<{ result: object }>(
    { queryKey: key },
    (data) => data && { ...data, result: { ...data.result, ...Object.fromEntries(changes) } },
  )
  return () => before.forEach(([each, data]) => queryClient.setQueryData(each, data))
}

/** The keys that a successful write invalidates, for writes without `useMutation`; pass `body` where they depend on the request. */
export function staleAfter<Id extends MutationId>(id: Id, body?: Request<Id>): readonly CacheKey[] {
  const { invalidates, invalidatesIf = [] }: WriteEntry = cache[id]
  const sent = new Map(Object.entries(body ?? {}))
  return [
    ...invalidates,
    ...invalidatesIf.filter(({ field, is }) => sent.get(field) === is).flatMap(({ keys }) => keys),
  ]
}

/** The keys that a failed write invalidates: what its failure shows to be stale, or what it may have changed when the answer was lost. */
export function staleAfterFailure<Id extends MutationId>(id: Id, { name }: Failure<Id>): readonly CacheKey[] {
  return staleAfterNamed(id, name)
}
function staleAfterNamed(id: MutationId, name: string): readonly CacheKey[] {
  const { invalidatesOnFailure = [] }: WriteEntry = cache[id]
  return invalidatesOnFailure.filter(({ names }) => names.includes(name)).flatMap(({ keys }) => keys)
}

export type { Failure }
