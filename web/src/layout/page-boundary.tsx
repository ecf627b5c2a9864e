import type { ReactNode } from 'react'
import type { Elements } from '#ui/elements.ts'
import { ChunkNotLoaded } from './chunk-not-loaded.tsx'
import { PageFrame } from './page-frame.tsx'
import { SectionBoundary } from './section-boundary.tsx'
import { Unread } from './unread.tsx'

/** The error boundary of an account page: after a crash, or if its chunk fails to load, header and menu remain. */
export const PageBoundary = ({ children }: { children: Elements }): ReactNode => (
  <SectionBoundary
    renderBroken={(retry) => (
      <PageFrame hasFooter={false}>
        <Unread level={1} {...retry} />
      </PageFrame>
    )}
    notLoaded={
      <PageFrame hasFooter={false}>
        <ChunkNotLoaded />
      </PageFrame>
    }
  >
    {children}
  </SectionBoundary>
)
