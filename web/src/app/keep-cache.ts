import type { Token } from '@paket/sdk'
import { dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { forgetUserBefore } from './forget-user.ts'
import { storedCache } from './stored-cache.ts'
import { markOf } from './user-mark.ts'

/** The version of what is stored (C-CACHE-02); a change of what answers look like raises it. */
const VERSION = 10
const SAVE_AFTER_MS = 1000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * What is kept: what names nobody, opens nothing and may be a little old. Not client data, cards, balance and options: whoever comes back
 * from the payment page must not see what was before. Not names, phones, cards' and members' numbers. With it, how old it may be when it is
 * shown again: the reading anew may fail (OO-08).
 */
const kept = new Map<unknown, number>([
  ['myPaketPage', DAY_MS],
  ['deliveryInfo', 5 * MINUTE_MS],
  ['userScoreYear', DAY_MS],
  ['allScores', DAY_MS],
])
type Read = ReturnType<typeof dehydrate>['queries'][number]

interface Stored {
  version: number
  user: string
  state: { queries: Read[] }
}
const isKept = ({ queryKey: [scope, name, status], state }: Query) =>
  scope === 'paket' && kept.has(name) && status !== 'draft' && state.status === 'success'

/** Shows what this user has read before, and keeps what he reads; another version's or another user's is cleared (C-CACHE-03). */
export async function keepCache(
  queryClient: QueryClient,
  session: { getToken: () => Token; isSignedIn: () => boolean },
): Promise<void> {
  const user = await markOf(session.getToken())
  if (!user) return storedCache.clear()
  const stored = storedIn(storedCache.read())
  if (stored?.user && stored.user !== user) forgetUserBefore()
  const reads = restored(stored, user)
  if (reads) for (const read of reads) show(read, queryClient)
  else storedCache.clear()

  let saving: ReturnType<typeof setTimeout> | undefined
  function save(): void {
    saving = undefined
    // Nothing is left of somebody who has signed out meanwhile.
    if (!session.isSignedIn()) return
    const anew: Stored = { version: VERSION, user, state: dehydrate(queryClient, { shouldDehydrateQuery: isKept }) }
    storedCache.write(JSON.stringify(anew))
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isKept(query)) saving ??= setTimeout(save, SAVE_AFTER_MS)
  })
}

function storedIn(text: string | null): Partial<Stored> | null {
  try {
    return JSON.parse(text ?? 'null') as Partial<Stored> | null
  } catch {
    return null
  }
}

const restored = (stored: Partial<Stored> | null, user: string): Read[] | null =>
  stored?.version === VERSION && stored.user === user && Array.isArray(stored.state?.queries)
    ? stored.state.queries
    : null

function show(read: Read, queryClient: QueryClient): void {
  const gcTime = kept.get(read.queryKey[1]) ?? 0
  if (Date.now() - read.state.dataUpdatedAt < gcTime)
    hydrate(queryClient, { queries: [read] }, { defaultOptions: { queries: { gcTime } } })
}
