import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageSkeleton } from './page-skeleton.tsx'
import { refetchNow } from '#cache/read-failures.ts'
import { useFailed } from './read-state.tsx'
import { useAccount } from '#services/services.ts'
import { UnreadPage } from './unread-page.tsx'

/**
 * Represents a page until the subscriber's data is there. What failed is shown by its modal (cache/read-failures.ts); anyone who
 * closes that finds the way on here.
 */
export function ClientDataAwaited(): ReactNode {
  const { api, queryClient } = useAccount()
  // The page itself reads; a second reader that comes with each failure would ask again at once, for ever.
  const options = query(api, 'getClientData')
  const { data, failureReason, isFetching } = useQuery({ ...options, enabled: false })
  const isFailing = failureReason !== null
  const hasFailed = useFailed({ data, isError: isFailing, isFetching })
  function retry(): void {
    const read = queryClient.getQueryCache().find({ queryKey: options.queryKey })
    // A failure comes here again by itself.
    if (read) refetchNow(read).catch(() => undefined)
  }
  return hasFailed ? <UnreadPage busy={!isFailing} onRetry={retry} /> : <PageSkeleton />
}
