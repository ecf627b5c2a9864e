import { isPaketError } from '@paket/sdk'
import type { Query, QueryClient } from '@tanstack/react-query'
import { untilIdle } from '#flow/run-flow.ts'
import { messageOf, webviewMessageOf } from '#messages/outcome-messages.ts'
import { modalStack } from '#modals/modal-stack.ts'
import { onPageChange } from '#navigation/page-change.ts'
import type { Services } from '#services/services.ts'
import { showMessageOutsideFlow } from '#services/show-message.ts'

/** An open modal and the failed reads that share it. */
interface OpenFailure {
  /** By the hash of the query. */
  failed: Map<string, { query: Query; error: unknown }>
  /** Hash of the query whose failure the modal shows. */
  first: string
  closing: AbortController
}

/** Refetches a query at once. If it waits for its next retry, the backoff is skipped; `fetch` alone would join that wait. */
export async function refetchNow(query: Query): Promise<unknown> {
  await query.cancel({ silent: true })
  return query.fetch()
}

/**
 * Shows the failures of all reads: the first failure of a query opens the modal of its outcome, after a flow that shows a message, and a success
 * closes that (OP-06). Reads that fail while a modal is open share it. After the user's answer, a query's failure is not shown again until the query has
 * succeeded, or on another page. A query with `meta.isOptional` fails silently. Returns a function that unsubscribes.
 */
export function watchReads(queryClient: QueryClient, services: Services): () => void {
  const shown = new Set<string>()
  let open: OpenFailure | null = null

  function onFailure(query: Query, error: unknown): void {
    const { queryHash: hash } = query
    if (query.meta?.['isOptional'] === true || shown.has(hash) || !isPaketError(error)) return
    const { outcome } = error.failure
    // The session shows these.
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
    // Another modal would cover the flow's own message, such as how a purchase has ended.
    if (modalStack.open.length > 0) await untilIdle()
    const isRetry = await showMessageOutsideFlow(message, services, closing.signal).catch(() => false)
    if (open === opened) open = null
    if (!isRetry) return
    for (const hash of failed.keys()) shown.delete(hash)
    // A failure of this retry is shown by `onFailure` again.
    await Promise.all([...failed.values()].map(({ query }) => refetchNow(query).catch(() => undefined)))
  }

  /** Closes the modal and shows the remaining failures that shared it. */
  function close({ closing, failed }: OpenFailure): void {
    open = null
    closing.abort(new Error('no one waits for it'))
    for (const [hash, { query, error }] of failed) {
      shown.delete(hash)
      onFailure(query, error)
    }
  }

  function reset(): void {
    open?.failed.clear()
    if (open) close(open)
    shown.clear()
  }

  const stopReads = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'failed' || action.type === 'error') onFailure(query, action.error)
    if (action.type !== 'success') return
    shown.delete(query.queryHash)
    if (!open) return
    open.failed.delete(query.queryHash)
    if (open.first === query.queryHash) close(open)
  })
  const stopPages = onPageChange(reset)
  return () => {
    stopReads()
    stopPages()
    reset()
  }
}
