import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PageFrame } from './page-frame.tsx'
import type { Retry } from './section-boundary.tsx'
import { useSupport } from '#services/support.ts'

/** Replaces a page whose data could not be read; header and menu remain. */
export function UnreadPage({ busy, onRetry }: Retry): ReactNode {
  const openSupport = useSupport()
  return (
    <PageFrame hasFooter={false}>
      <ErrorState
        level={1}
        title="Данные не загрузились"
        text="Они на месте, просто сейчас их не видно"
        actions={
          <>
            <Button busy={busy} onClick={onRetry}>
              Попробовать ещё раз
            </Button>
            <Button variant="ghost" onClick={openSupport}>
              Написать в поддержку
            </Button>
          </>
        }
      />
    </PageFrame>
  )
}
