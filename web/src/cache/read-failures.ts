import { isPaketError } from '@paket/sdk'
import type { Query, QueryClient } from '@tanstack/react-query'
import { messageOf, webviewMessageOf } from '#messages/outcome-messages.ts'
import { onPageChange } from '#navigation/page-change.ts'
import type { Services } from '#services/services.ts'
import { tell } from '#services/tell.ts'

/** Reads that have failed and are told by one modal: the first one's. */
interface Telling {
  failed: Map<string, { query: Query; error: unknown }>
  first: string
  closing: AbortController
}

/** Without waiting for the next try of a read that sleeps after a failure; fetching alone would only join it. */
export async function readAtOnce(query: Query): Promise<unknown> {
  await query.cancel({ silent: true })
  return query.fetch()
}

/**
 * Reads fail in one place: the first failure of a query opens its outcome's modal, a success closes it by itself (OP-06).
 * What fails meanwhile is told with it: one modal, however many reads. After an answer a failure is not told again until
 * the query has succeeded once, or on another page. Answers how to stop.
 */
export function watchReads(queryClient: QueryClient, services: Services): () => void {
  const told = new Set<string>()
  let open: Telling | null = null

  function meet(query: Query, error: unknown): void {
    const { queryHash: hash } = query
    if (told.has(hash) || !isPaketError(error)) return
    const { outcome } = error.failure
    // Told where the session is.
    if (outcome === 'authorize-again' || outcome === 'sign-out') return
    const message = services.host.token ? webviewMessageOf(error.failure) : messageOf(error.failure)
    if (!message) return
    told.add(hash)
    if (open) return void open.failed.set(hash, { query, error })
    open = { failed: new Map([[hash, { query, error }]]), first: hash, closing: new AbortController() }
    void tellOf(open, message)
  }

  async function tellOf(telling: Telling, message: Parameters<typeof tell>[0]): Promise<void> {
    const { failed, closing } = telling
    const again = await tell(message, services, closing.signal).catch(() => false)
    if (open === telling) open = null
    if (!again) return
    for (const hash of failed.keys()) told.delete(hash)
    // A failure of this try comes here again by itself.
    await Promise.all([...failed.values()].map(({ query }) => readAtOnce(query).catch(() => undefined)))
  }

  /** Closes the modal; what else it stood for is told anew. */
  function close({ closing, failed }: Telling): void {
    open = null
    closing.abort(new Error('nobody waits for it'))
    for (const [hash, { query, error }] of failed) {
      told.delete(hash)
      meet(query, error)
    }
  }

  function leave(): void {
    open?.failed.clear()
    if (open) close(open)
    told.clear()
  }

  const stopReads = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'failed' || action.type === 'error') meet(query, action.error)
    if (action.type !== 'success') return
    told.delete(query.queryHash)
    if (!open) return
    open.failed.delete(query.queryHash)
    if (open.first === query.queryHash) close(open)
  })
  const stopPages = onPageChange(leave)
  return () => {
    stopReads()
    stopPages()
    leave()
  }
}
