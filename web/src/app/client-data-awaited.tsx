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
  const { failureReason, refetch } = useQuery({ ...options, enabled: false })
  /** Without waiting for the next try: that is what refetching alone would join. */
  const readAtOnce = () =>
    queryClient.cancelQueries({ queryKey: options.queryKey }, { silent: true }).then(() => refetch())
  if (!failureReason) return <PageSkeleton />
  return (
    <Page tone={tone} header={<Header />}>
      <Container>
        <ErrorState
          level={1}
          title="Данные не загрузились"
          text="С Пакетом всё в порядке, просто сейчас его не видно"
          actions={
            <>
              <Button onClick={() => void readAtOnce()}>Попробовать ещё раз</Button>
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
