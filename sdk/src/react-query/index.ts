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
import type { OptionsOf } from '../call.ts'
import type { Client } from '../client.ts'
import {
  contentCache,
  type ContentFailure,
  type ContentOptions,
  type ContentStatus,
  type MyPaketPage,
  readMyPaketPage,
} from '../cms.ts'
import { type Failure, isPaketError, type PaketError } from '../failure.ts'
import { cache, type cacheKeys } from '../generated/cache.gen.ts'
import type { Data, OperationId, Request } from '../operation.ts'
import { unwrap } from '../result.ts'
import { isAwaitingActivation, isOptionConnecting, isRelationChanging } from '../views.ts'

type Cache = typeof cache
/** Calls that read: they have a cache key. */
export type QueryId = { [Id in OperationId]: Cache[Id] extends { key: string } ? Id : never }[OperationId]
/** Calls that write: they say what they make stale. */
export type MutationId = {
  [Id in OperationId]: Cache[Id] extends { invalidates: readonly string[] } ? Id : never
}[OperationId]
export type CacheKey = (typeof cacheKeys)[number]

interface ReadEntry {
  readonly key: string
  readonly freshMs: number
  readonly keptMs?: number
  readonly retry?: { readonly everyMs: number; readonly on: readonly string[] }
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

/** What the contract calls by name in `poll.while`: reads the answer of the call that names it. */
const conditions = {
  awaitingActivation: ({ result }: Loose<Data<'getClientData'>>) => listed([result]).some(isAwaitingActivation),
  relationsChanging: ({ result }: Loose<Data<'getSubscriberRelations'>>) =>
    listed(result?.relations).some(isRelationChanging),
  optionsConnecting: ({ result }: Loose<Data<'getOptions'>>) => listed(result).some(isOptionConnecting),
}
/** An answer may differ from its schema, and is given as it is: the page that reads it says so. */
type Loose<Answer extends { result: unknown }> = { [Field in 'result']?: Answer[Field] | null }
const listed = <Item>(items: readonly (Item | null | undefined)[] | null | undefined): Item[] =>
  Array.isArray(items) ? items.filter((item) => typeof item === 'object' && item !== null) : []

/**
 * A call that meets no network fails, and says so: paused, as React Query would have it, a read shows nothing for ever, and a write would be
 * sent some time later by itself. What could not be read is asked again when the network is back.
 */
const askedWithoutNetwork = { networkMode: 'always', refetchOnReconnect: true } as const

/** The query key of a cache key: `['paket', 'clientData']`. Nothing is read under `activeExtSubscription`; it stands for client data (OP-32). */
export const queryKey = (key: CacheKey) => ['paket', key === 'activeExtSubscription' ? 'clientData' : key] as const

/** Options for `useQuery` of the content system's page; drafts are kept apart (OO-56). The error is a ContentError. */
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
    ...askedWithoutNetwork,
    staleTime: contentCache.freshMs,
    gcTime: contentCache.keptMs,
    retry: false,
  })
}

/** An `Error` that carries why there is no content. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly failure: ContentFailure
  constructor(failure: ContentFailure) {
    super(`content: ${failure.name}${failure.status === undefined ? '' : ` (HTTP ${failure.status})`}`)
    this.failure = failure
  }
}

/** Marks what is cached under the keys as stale; what is on the screen is fetched again. */
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
    ...askedWithoutNetwork,
    staleTime: freshMs,
    ...(keptMs !== undefined && { gcTime: keptMs }),
    retry: retry ? (_, error) => isPaketError(error) && retry.on.includes(error.failure.name) : false,
    ...(retry && { retryDelay: retry.everyMs }),
    ...(poll && { refetchInterval: ({ state }) => (isPolled(poll.while, state) ? poll.everyMs : false) }),
  })
}
/** Said in words that every version of the peer knows: what the compiler would infer names types of the newest alone. */
type TaggedOptions<Answer, Thrown> = UnusedSkipTokenOptions<Answer, Thrown> & {
  queryKey: DataTag<QueryKey, Answer, Thrown>
}
type QueryBody<Id extends QueryId> = {} extends Request<Id> ? [body?: Request<Id>] : [body: Request<Id>]

/** Without a condition a read is always asked again, but not once the server has said no (OP-13): that stands until somebody tries again. */
function isPolled(condition: keyof typeof conditions | undefined, { status, error, data }: QueryState) {
  if (status === 'error' && isPaketError(error) && error.failure.kind === 'business') return false
  return condition === undefined || (data !== undefined && conditions[condition](data as never))
}

/**
 * Options for `useMutation` of a write: never repeated by itself. What it ends in makes stale what the contract says; what the contract
 * shows before the server has answered is taken back when it fails. A call that moves money takes the key of the user's intent: `{ idempotencyKey }`.
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
    onMutate: (body) => optimistic && showAtOnce(queryClient, optimistic, body),
    // Not waited for: what is read anew may be retried without end, and how the write ended is told at once.
    onError(error, _body, undo) {
      undo?.()
      void invalidate(
        queryClient,
        ...(isPaketError(error) ? staleAfterFailure(id, error.failure) : []),
        ...(optimistic ? [cache[optimistic.call].key] : []),
      )
    },
    onSuccess: (_data, body) => void invalidate(queryClient, ...staleAfter(id, body)),
  })
}
type Undo = () => void

/** Shows fields of the request in the cached answer of a read; null changes nothing. */
async function showAtOnce(queryClient: QueryClient, { call, fields }: Optimistic, body: object): Promise<Undo> {
  const key = queryKey(cache[call].key)
  // An answer that is on its way knows nothing of the change.
  await queryClient.cancelQueries({ queryKey: key })
  const before = queryClient.getQueriesData<{ result: object }>({ queryKey: key })
  const changes = Object.entries(body).filter(([field, value]) => fields.includes(field) && value !== null)
  queryClient.setQueriesData<{ result: object }>(
    { queryKey: key },
    (data) => data && { ...data, result: { ...data.result, ...Object.fromEntries(changes) } },
  )
  return () => before.forEach(([each, data]) => queryClient.setQueryData(each, data))
}

/** What a successful write makes stale, for those who write without `useMutation`; `body` where that depends on the request. */
export function staleAfter<Id extends MutationId>(id: Id, body?: Request<Id>): readonly CacheKey[] {
  const { invalidates, invalidatesIf = [] }: WriteEntry = cache[id]
  const sent = new Map(Object.entries(body ?? {}))
  return [
    ...invalidates,
    ...invalidatesIf.filter(({ field, is }) => sent.get(field) === is).flatMap(({ keys }) => keys),
  ]
}

/** What a failed write makes stale: what its failure shows to be old, or what it may have changed when the answer was lost. */
export function staleAfterFailure<Id extends MutationId>(id: Id, { name }: Failure<Id>): readonly CacheKey[] {
  const { invalidatesOnFailure = [] }: WriteEntry = cache[id]
  return invalidatesOnFailure.filter(({ names }) => names.includes(name)).flatMap(({ keys }) => keys)
}

export type { Failure }
