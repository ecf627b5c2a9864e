import type { Token } from '@paket/sdk'
import { toMyPaketPage } from '@paket/sdk'
import { answers } from '@paket/sdk/schemas'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { type GenericSchema, safeParse } from 'valibot'
import { forgetUserBefore } from './forget-user.ts'
import { isUndrawable } from './section-reads.ts'
import { storedCache } from './stored-cache.ts'
import { markOf } from '#session/user-mark.ts'

/** The version of what is stored (C-CACHE-02); a change of what answers look like raises it. */
const VERSION = 10
const SAVE_AFTER_MS = 1000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How old an answer may be when it is shown again, and what of it fits its schema; undefined when it does not fit. */
interface Kept {
  ageMs: number
  fitting: (data: unknown) => unknown
}
const by = (schema: GenericSchema) => (data: unknown) => {
  const { success, output } = safeParse(schema, data)
  return success ? output : undefined
}

/**
 * What is kept: what names nobody, opens nothing and may be a little old. Not client data, cards, balance and options: whoever comes back
 * from the payment page must not see what was before. Not names, phones, cards' and members' numbers. The reading anew may fail (OO-08).
 */
const kept = new Map<unknown, Kept>([
  ['myPaketPage', { ageMs: DAY_MS, fitting: (data) => toMyPaketPage({ data }) }],
  ['deliveryInfo', { ageMs: 5 * MINUTE_MS, fitting: by(answers.getDeliveryInfo) }],
  ['userScoreYear', { ageMs: DAY_MS, fitting: by(answers.getMonthlyLoyaltyScores) }],
  ['allScores', { ageMs: DAY_MS, fitting: by(answers.getAllLoyaltyScores) }],
])

interface Read {
  queryKey: QueryKey
  data: unknown
  dataUpdatedAt: number
}
const ruleOf = ([scope, name, status]: QueryKey): Kept | undefined =>
  scope === 'paket' && status !== 'draft' ? kept.get(name) : undefined
const isKept = ({ queryKey, state }: Query) =>
  ruleOf(queryKey) !== undefined && state.status === 'success' && !isUndrawable(state.data)

/** Shows what this user has read before, and keeps what they read; another version's or another user's is cleared (C-CACHE-03). */
export async function persistQueries(
  queryClient: QueryClient,
  session: { getToken: () => Token; isSignedIn: () => boolean },
): Promise<void> {
  const user = await markOf(session.getToken())
  if (!user) return storedCache.clear()
  const stored = parsed(storedCache.read())
  if (typeof stored['user'] === 'string' && stored['user'] !== user) forgetUserBefore()
  const reads = readsIn(stored, user)
  const fitting = reads.flatMap((read) => fittingRead(read) ?? [])
  for (const read of fitting) show(read, queryClient)
  let saving: ReturnType<typeof setTimeout> | undefined
  function save(): void {
    saving = undefined
    // Nothing is left of somebody who has signed out meanwhile.
    if (!session.isSignedIn()) return
    const queries = queryClient
      .getQueryCache()
      .findAll({ predicate: isKept })
      .flatMap(({ queryKey, state }) => fittingRead({ queryKey, ...state }) ?? [])
    if (queries.length === 0) storedCache.clear()
    else storedCache.write(JSON.stringify({ version: VERSION, user, state: { queries } }))
  }
  if (fitting.length === 0) storedCache.clear()
  else if (fitting.length < reads.length) save()
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isKept(query)) saving ??= setTimeout(save, SAVE_AFTER_MS)
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

function readsIn(stored: Record<string, unknown>, user: string): unknown[] {
  const { queries } = fieldsOf(stored['state'])
  return stored['version'] === VERSION && stored['user'] === user && Array.isArray(queries) ? queries : []
}

/** A read as far as it fits its schema; null for what is none, is too old, or is from a time that has not come. */
function fittingRead(read: unknown): Read | null {
  const { queryKey, data, dataUpdatedAt } = fieldsOf(read)
  const rule = Array.isArray(queryKey) ? ruleOf(queryKey) : undefined
  if (!rule || typeof dataUpdatedAt !== 'number') return null
  const age = Date.now() - dataUpdatedAt
  if (!(age >= 0 && age < rule.ageMs)) return null
  const fits = rule.fitting(data)
  return fits === undefined ? null : { queryKey: queryKey as QueryKey, data: fits, dataUpdatedAt }
}

function show({ queryKey, data, dataUpdatedAt }: Read, queryClient: QueryClient): void {
  const query = queryClient.getQueryCache().build(queryClient, { queryKey, gcTime: ruleOf(queryKey)?.ageMs ?? 0 })
  // What has been read meanwhile is newer.
  if (query.state.dataUpdatedAt < dataUpdatedAt) query.setData(data, { updatedAt: dataUpdatedAt, manual: true })
}
