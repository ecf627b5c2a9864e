import type { Data, Token } from '@paket/sdk'
import { toMyPaketPage } from '@paket/sdk'
import { answers } from '@paket/sdk/schemas'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { type GenericSchema, safeParse } from 'valibot'
import { isStatusValid, knownStatus, statusKey, statusSchema } from './known-status.ts'
import { setTabUser } from './forget-user.ts'
import { crashedRender } from './section-reads.ts'
import { storedCache } from './stored-cache.ts'
import { userDigest } from '#session/user-digest.ts'

/** The version of the stored cache (C-CACHE-02); incremented when the shape of an answer changes. */
const VERSION = 10
const SAVE_THROTTLE_MS = 1000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

interface PersistRule {
  /** The maximum age of an answer that is restored. */
  ageMs: number
  /** Reduces an answer to the fields of its schema; undefined when it does not match. */
  parse: (data: unknown) => unknown
}
const by = (schema: GenericSchema) => (data: unknown) => {
  const { success, output } = safeParse(schema, data)
  return success ? output : undefined
}

/**
 * The persisted queries: they identify no one, decide nothing and may be a little old, because a refetch may fail (OO-08). Client data, cards,
 * balance and options are not among them: after the payment page their previous state must not be shown. Neither are names, phones and numbers
 * of cards. Of client data only the status block's texts are stored.
 */
const persisted = new Map<unknown, PersistRule>([
  ['myPaketPage', { ageMs: DAY_MS, parse: (data) => toMyPaketPage({ data }) }],
  ['deliveryInfo', { ageMs: 5 * MINUTE_MS, parse: by(answers.getDeliveryInfo) }],
  ['userScoreYear', { ageMs: DAY_MS, parse: by(answers.getMonthlyLoyaltyScores) }],
  ['allScores', { ageMs: DAY_MS, parse: by(answers.getAllLoyaltyScores) }],
  ['status', { ageMs: DAY_MS, parse: parseStatus }],
])
function parseStatus(data: unknown): unknown {
  const { success, output } = safeParse(statusSchema, data)
  return success && isStatusValid(output) ? output : undefined
}

/** Restores the stored queries of the last signed-in user: without a network the provider cannot confirm who the user is. */
export function restoreOffline(queryClient: QueryClient): void {
  const stored = parsed(storedCache.read())
  for (const read of readsIn(stored, stored['user'])) {
    const valid = validRead(read)
    if (valid) restore(valid, queryClient)
  }
}

interface Read {
  queryKey: QueryKey
  data: unknown
  dataUpdatedAt: number
}
const ruleOf = ([scope, name, status]: QueryKey): PersistRule | undefined =>
  scope === 'paket' && status !== 'draft' ? persisted.get(name) : undefined
const isPersisted = ({ queryKey, state }: Query) =>
  ruleOf(queryKey) !== undefined && state.status === 'success' && !crashedRender(state.data)

/** Restores this user's stored queries, and persists new ones. Stored queries of another version or another user are cleared (C-CACHE-03). */
export async function persistQueries(
  queryClient: QueryClient,
  session: { getToken: () => Token; isSignedIn: () => boolean },
): Promise<void> {
  const user = await userDigest(session.getToken())
  if (!user) return storedCache.clear()
  const stored = parsed(storedCache.read())
  setTabUser(user, stored['user'])
  const reads = readsIn(stored, user)
  const valid = reads.flatMap((read) => validRead(read) ?? [])
  for (const read of valid) restore(read, queryClient)
  const queryCache = queryClient.getQueryCache()
  let saving: ReturnType<typeof setTimeout> | undefined
  function save(): void {
    // While `saving` is set: this changes the cache, which would schedule another save.
    for (const query of queryCache.findAll({ predicate: isClientData })) cacheStatus(query, queryClient)
    saving = undefined
    // Nothing is stored after a sign-out.
    if (!session.isSignedIn()) return
    const queries = queryCache
      .findAll({ predicate: isPersisted })
      .flatMap(({ queryKey, state }) => validRead({ queryKey, ...state }) ?? [])
    if (queries.length === 0) storedCache.clear()
    else storedCache.write(JSON.stringify({ version: VERSION, user, state: { queries } }))
  }
  if (valid.length === 0) storedCache.clear()
  else if (valid.length < reads.length) save()
  function saveSoon(query: Query): void {
    if (isClientData(query) || isPersisted(query)) saving ??= setTimeout(save, SAVE_THROTTLE_MS)
  }
  // Client data is requested early and may have arrived already.
  for (const query of queryCache.findAll({ predicate: isClientData })) saveSoon(query)
  queryCache.subscribe(({ type, query }) => {
    if (type === 'updated') saveSoon(query)
  })
}

/** The fields of an unknown value; none when it is not an object. */
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}

function readsIn(stored: Record<string, unknown>, user: unknown): unknown[] {
  const { queries } = fieldsOf(stored['state'])
  return stored['version'] === VERSION && stored['user'] === user && Array.isArray(queries) ? queries : []
}

/** A stored read, reduced to the fields of its schema. Null when it is malformed, expired, or dated in the future. */
function validRead(read: unknown): Read | null {
  const { queryKey, data, dataUpdatedAt } = fieldsOf(read)
  const rule = Array.isArray(queryKey) ? ruleOf(queryKey) : undefined
  if (!rule || typeof dataUpdatedAt !== 'number') return null
  const age = Date.now() - dataUpdatedAt
  if (!(age >= 0 && age < rule.ageMs)) return null
  const valid = rule.parse(data)
  return valid === undefined ? null : { queryKey: queryKey as QueryKey, data: valid, dataUpdatedAt }
}

const isClientData = ({ queryKey, state }: Query) =>
  queryKey[0] === 'paket' && queryKey[1] === 'clientData' && state.status === 'success'

/** Caches the status block's texts of client data, for a visit without a network. */
function cacheStatus({ state }: Query, queryClient: QueryClient): void {
  const words = knownStatus((state.data as Data<'getClientData'>).result)
  if (words) restore({ queryKey: statusKey, data: words, dataUpdatedAt: state.dataUpdatedAt }, queryClient)
  else queryClient.removeQueries({ queryKey: statusKey })
}

/** Puts a read into the cache, unless a newer one is there. */
function restore({ queryKey, data, dataUpdatedAt }: Read, queryClient: QueryClient): void {
  const query = queryClient.getQueryCache().build(queryClient, { queryKey, gcTime: ruleOf(queryKey)?.ageMs ?? 0 })
  if (query.state.dataUpdatedAt <= dataUpdatedAt) query.setData(data, { updatedAt: dataUpdatedAt, manual: true })
}
