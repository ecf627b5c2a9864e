import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Container } from '#ui/container.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { Header } from './header.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { usePageTone } from './page-tone.ts'
import { readAtOnce } from './read-failures.ts'
import { useFailed } from './read-state.tsx'
import { useAccount } from './services.ts'
import { useSupport } from './support.ts'

/**
 * Stands for a page until the subscriber's data is there. What failed is told by its modal (app/read-failures.ts); whoever
 * closes that finds the way on here.
 */
export function ClientDataAwaited(): ReactNode {
  const { api, queryClient } = useAccount()
  const tone = usePageTone()
  const openSupport = useSupport()
  // The page itself reads; a second reader that comes with each failure would ask again at once, for ever.
  const options = query(api, 'getClientData')
  const { data, failureReason, isFetching } = useQuery({ ...options, enabled: false })
  const isFailing = failureReason !== null
  const hasFailed = useFailed({ data, isError: isFailing, isFetching })
  function retry(): void {
    const read = queryClient.getQueryCache().find({ queryKey: options.queryKey })
    // A failure comes here again by itself.
    if (read) readAtOnce(read).catch(() => undefined)
  }
  if (!hasFailed) return <PageSkeleton />
  return (
    <Page tone={tone} header={<Header />}>
      <Container>
        <ErrorState
          level={1}
          title="Данные не загрузились"
          text="С Пакетом всё в порядке, просто сейчас его не видно"
          actions={
            <>
              <Button busy={!isFailing} onClick={retry}>
                Попробовать ещё раз
              </Button>
              <Button variant="ghost" onClick={openSupport}>
                Написать в поддержку
              </Button>
            </>
          }
        />
      </Container>
    </Page>
  )
}
