import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ContentSkeleton } from './page-skeleton.tsx'
import { focusHeading } from '#navigation/focus-heading.ts'
import { refetchNow } from '#cache/read-failures.ts'
import { useFailed } from './use-failed.ts'
import { useAccount } from '#services/services.ts'
import { Unread } from './unread.tsx'

interface Props {
  /** Of the failure's heading: 1 if the page has no heading yet. */
  level?: 1 | 2 | undefined
}

/**
 * The content of a page until client data is loaded: a skeleton, or a retry button after a failure, whose modal (cache/read-failures.ts) may
 * have been closed. Frame and heading of the page stay. The heading gets the focus after a failure, because the button that had it is gone.
 */
export function ClientDataAwaited({ level = 2 }: Props): ReactNode {
  const { api, queryClient } = useAccount()
  // Only observes the query: it is mounted again after each failure, and fetching on mount would retry in a loop.
  const options = query(api, 'getClientData')
  const { failureReason } = useQuery({ ...options, enabled: false })
  const isFailing = failureReason !== null
  // A failure stays until the page replaces it.
  const hasFailed = useFailed({ isError: isFailing, isFetching: true })
  useEffect(() => (hasFailed ? focusHeading : undefined), [hasFailed])
  function retry(): void {
    const read = queryClient.getQueryCache().find({ queryKey: options.queryKey })
    // The query's state already shows a failure.
    if (read) refetchNow(read).catch(() => undefined)
  }
  return hasFailed ? <Unread level={level} busy={!isFailing} onRetry={retry} /> : <ContentSkeleton />
}
