import type { ReactNode } from 'react'
import { ChunkNotLoaded } from './chunk-not-loaded.tsx'
import { PageFrame } from './page-frame.tsx'
import { SectionBoundary } from './section-boundary.tsx'
import { UnreadPage } from './unread-page.tsx'

/** A page of the account: what it cannot do without, and its own script, may be missing; the header and the menu stay. */
export const PageBoundary = ({ children }: { children: ReactNode }): ReactNode => (
  <SectionBoundary
    renderBroken={(retry) => <UnreadPage {...retry} />}
    notLoaded={
      <PageFrame hasFooter={false}>
        <ChunkNotLoaded />
      </PageFrame>
    }
  >
    {children}
  </SectionBoundary>
)
