import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageSkeleton } from './page-skeleton.tsx'
import { refetchNow } from '#cache/read-failures.ts'
import { useFailed } from './read-state.tsx'
import { useAccount } from '#services/services.ts'
import { UnreadPage } from './unread-page.tsx'

/**
 * Replaces a page until client data is loaded: a skeleton, or a retry button after a failure, whose modal (cache/read-failures.ts) may
 * have been closed.
 */
export function ClientDataAwaited(): ReactNode {
  const { api, queryClient } = useAccount()
  // Only observes the query: it is mounted again after each failure, and fetching on mount would retry in a loop.
  const options = query(api, 'getClientData')
  const { data, failureReason, isFetching } = useQuery({ ...options, enabled: false })
  const isFailing = failureReason !== null
  const hasFailed = useFailed({ data, isError: isFailing, isFetching })
  function retry(): void {
    const read = queryClient.getQueryCache().find({ queryKey: options.queryKey })
    // The query's state already shows a failure.
    if (read) refetchNow(read).catch(() => undefined)
  }
  return hasFailed ? <UnreadPage busy={!isFailing} onRetry={retry} /> : <PageSkeleton />
}
