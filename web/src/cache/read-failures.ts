import { isPaketError } from '@paket/sdk'
import type { Query, QueryClient } from '@tanstack/react-query'
import { messageOf, webviewMessageOf } from '#messages/outcome-messages.ts'
import { onPageChange } from '#navigation/page-change.ts'
import type { Services } from '#services/services.ts'
import { showMessageOutsideFlow } from '#services/show-message.ts'

/** Failed reads that share one modal: the first one's. */
interface OpenFailure {
  failed: Map<string, { query: Query; error: unknown }>
  first: string
  closing: AbortController
}

/** Skips the backoff of a read that waits for its next retry; `fetch` alone would join that. */
export async function readAtOnce(query: Query): Promise<unknown> {
  await query.cancel({ silent: true })
  return query.fetch()
}

/**
 * Reads fail in one place: the first failure of a query opens its outcome's modal, a success closes it by itself (OP-06).
 * Reads that fail meanwhile share the modal. After an answer a failure is not shown again until
 * the query has succeeded once, or on another page. A read whose `meta` says `isOptional` fails silently. Returns a function that unsubscribes.
 */
export function watchReads(queryClient: QueryClient, services: Services): () => void {
  const shown = new Set<string>()
  let open: OpenFailure | null = null

  function meet(query: Query, error: unknown): void {
    const { queryHash: hash } = query
    if (query.meta?.['isOptional'] === true || shown.has(hash) || !isPaketError(error)) return
    const { outcome } = error.failure
    // Shown by the session.
    if (outcome === 'authorize-again' || outcome === 'sign-out') return
    const message = services.host.token ? webviewMessageOf(error.failure) : messageOf(error.failure)
    if (!message) return
    shown.add(hash)
    if (open) return void open.failed.set(hash, { query, error })
    open = { failed: new Map([[hash, { query, error }]]), first: hash, closing: new AbortController() }
    void showOpen(open, message)
  }

  async function showOpen(opened: OpenFailure, message: Parameters<typeof showMessageOutsideFlow>[0]): Promise<void> {
    const { failed, closing } = opened
    const again = await showMessageOutsideFlow(message, services, closing.signal).catch(() => false)
    if (open === opened) open = null
    if (!again) return
    for (const hash of failed.keys()) shown.delete(hash)
    // A failure of this retry is reported here again.
    await Promise.all([...failed.values()].map(({ query }) => readAtOnce(query).catch(() => undefined)))
  }

  /** Closes the modal; the other failures that shared it are shown again. */
  function close({ closing, failed }: OpenFailure): void {
    open = null
    closing.abort(new Error('no one waits for it'))
    for (const [hash, { query, error }] of failed) {
      shown.delete(hash)
      meet(query, error)
    }
  }

  function leave(): void {
    open?.failed.clear()
    if (open) close(open)
    shown.clear()
  }

  const stopReads = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'failed' || action.type === 'error') meet(query, action.error)
    if (action.type !== 'success') return
    shown.delete(query.queryHash)
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
