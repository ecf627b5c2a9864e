import { isPaketError } from '@paket/sdk'
import type { Query, QueryClient } from '@tanstack/react-query'
import { messageOf, webviewMessageOf } from '#modals/outcome-messages.ts'
import type { Services } from './services.ts'
import { tell } from './tell.ts'

/**
 * Reads fail in one place: the first failure of a query opens its outcome's modal, a success closes it by itself (OP-06).
 * After an answer it is not opened again until the query has succeeded once.
 */
export function watchReads(queryClient: QueryClient, services: Services): void {
  const told = new Map<string, AbortController>()

  async function tellFailure(query: Query, error: unknown): Promise<void> {
    if (told.has(query.queryHash) || !isPaketError(error)) return
    const { outcome } = error.failure
    // Told where the session is.
    if (outcome === 'authorize-again' || outcome === 'sign-out') return
    const message = services.host.token ? webviewMessageOf(error.failure) : messageOf(error.failure)
    if (!message) return
    const closing = new AbortController()
    told.set(query.queryHash, closing)
    const again = await tell(message, services, closing.signal).catch(() => false)
    if (!again) return
    told.delete(query.queryHash)
    // The failure of this try comes here again by itself.
    await query.fetch().catch(() => undefined)
  }

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'failed' || action.type === 'error') void tellFailure(query, action.error)
    if (action.type !== 'success') return
    told.get(query.queryHash)?.abort(new Error('read after all'))
    told.delete(query.queryHash)
  })
}
