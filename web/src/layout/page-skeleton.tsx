import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { Container } from '#ui/container.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import { Header } from './header.tsx'
import { Loading } from './loading.tsx'
import { usePageTone } from './page-tone.ts'

/** The account page while nothing is loaded: the same layout without content. */
export function PageSkeleton(): ReactNode {
  return (
    <Page tone={usePageTone()} header={<Header isOfUser />}>
      <Container>
        <Skeleton className="mb-6 h-10 w-48" />
        <ContentSkeleton />
      </Container>
    </Page>
  )
}

/** What is below the heading of a page while its content loads. */
export function ContentSkeleton(): ReactNode {
  return (
    <Card tone={usePageTone() === 'white' ? 'grey' : 'white'} padding="l">
      <Loading />
      <Skeleton className="mb-4 h-8 w-32" />
      <SkeletonText lines={3} />
      <Skeleton className="mt-8 h-12 w-full lg:w-56" />
    </Card>
  )
}
