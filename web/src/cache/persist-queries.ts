import type { Data, Token } from '@paket/sdk'
import { toMyPaketPage } from '@paket/sdk'
import { answers } from '@paket/sdk/schemas'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { type GenericSchema, safeParse } from 'valibot'
import { holds, knownStatus, statusKey, statusSchema } from './known-status.ts'
import { forgetUserBefore } from './forget-user.ts'
import { isUndrawable } from './section-reads.ts'
import { storedCache } from './stored-cache.ts'
import { markOf } from '#session/user-mark.ts'

/** The version of the stored cache (C-CACHE-02); incremented when the shape of an answer changes. */
const VERSION = 10
const SAVE_THROTTLE_MS = 1000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How old an answer may be when it is restored, and its fields that match the schema; undefined when it does not match. */
interface PersistRule {
  ageMs: number
  parse: (data: unknown) => unknown
}
const by = (schema: GenericSchema) => (data: unknown) => {
  const { success, output } = safeParse(schema, data)
  return success ? output : undefined
}

/**
 * Persisted queries: they identify no one, decide nothing and may be a little old. Of client data only what was said of it. Not client data itself, cards, balance and options: after the payment
 * page the previous state must not be shown. Not names, phones, cards' and members' numbers. The refetch may fail (OO-08).
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
  return success && holds(output) ? output : undefined
}

/** Shows what was read last, by the user who was signed in here last: without a network no one can be asked who it is. */
export function showStoredOffline(queryClient: QueryClient): void {
  const stored = parsed(storedCache.read())
  for (const read of readsIn(stored, stored['user'])) {
    const valid = validRead(read)
    if (valid) show(valid, queryClient)
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
  ruleOf(queryKey) !== undefined && state.status === 'success' && !isUndrawable(state.data)

/** Restores the queries that this user has read before, and persists new ones; those of another version or user are cleared (C-CACHE-03). */
export async function persistQueries(
  queryClient: QueryClient,
  session: { getToken: () => Token; isSignedIn: () => boolean },
): Promise<void> {
  const user = await markOf(session.getToken())
  if (!user) return storedCache.clear()
  const stored = parsed(storedCache.read())
  if (typeof stored['user'] === 'string' && stored['user'] !== user) forgetUserBefore()
  const reads = readsIn(stored, user)
  const valid = reads.flatMap((read) => validRead(read) ?? [])
  for (const read of valid) show(read, queryClient)
  let saving: ReturnType<typeof setTimeout> | undefined
  function save(): void {
    saving = undefined
    // Nothing is stored after a sign-out.
    if (!session.isSignedIn()) return
    const queries = queryClient
      .getQueryCache()
      .findAll({ predicate: isPersisted })
      .flatMap(({ queryKey, state }) => validRead({ queryKey, ...state }) ?? [])
    if (queries.length === 0) storedCache.clear()
    else storedCache.write(JSON.stringify({ version: VERSION, user, state: { queries } }))
  }
  if (valid.length === 0) storedCache.clear()
  else if (valid.length < reads.length) save()
  function follow(query: Query): void {
    if (isClientData(query)) keepStatus(query, queryClient)
    if (isClientData(query) || isPersisted(query)) saving ??= setTimeout(save, SAVE_THROTTLE_MS)
  }
  const queryCache = queryClient.getQueryCache()
  // What was asked for ahead may have come by now.
  for (const query of queryCache.findAll({ predicate: isClientData })) follow(query)
  queryCache.subscribe(({ type, query }) => {
    if (type === 'updated') follow(query)
  })
}

/** The fields of what may be anything. */
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

/** A read as far as it fits its schema; null for what is none, is too old, or is from a time that has not come. */
function validRead(read: unknown): Read | null {
  const { queryKey, data, dataUpdatedAt } = fieldsOf(read)
  const rule = Array.isArray(queryKey) ? ruleOf(queryKey) : undefined
  if (!rule || typeof dataUpdatedAt !== 'number') return null
  const age = Date.now() - dataUpdatedAt
  if (!(age >= 0 && age < rule.ageMs)) return null
  const fits = rule.parse(data)
  return fits === undefined ? null : { queryKey: queryKey as QueryKey, data: fits, dataUpdatedAt }
}

const isClientData = ({ queryKey, state }: Query) =>
  queryKey[0] === 'paket' && queryKey[1] === 'clientData' && state.status === 'success'

/** Of client data the words of its status stay, for a visit without a network. */
function keepStatus({ state }: Query, queryClient: QueryClient): void {
  const words = knownStatus((state.data as Data<'getClientData'>).result)
  if (words) show({ queryKey: statusKey, data: words, dataUpdatedAt: state.dataUpdatedAt }, queryClient)
  else queryClient.removeQueries({ queryKey: statusKey })
}

function show({ queryKey, data, dataUpdatedAt }: Read, queryClient: QueryClient): void {
  const query = queryClient.getQueryCache().build(queryClient, { queryKey, gcTime: ruleOf(queryKey)?.ageMs ?? 0 })
  // An answer that was read meanwhile is newer.
  if (query.state.dataUpdatedAt <= dataUpdatedAt) query.setData(data, { updatedAt: dataUpdatedAt, manual: true })
}
