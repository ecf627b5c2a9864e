import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import type { Retry } from './section-boundary.tsx'
import { useSupport } from '#services/support.ts'

/** Replaces the content of a page whose data could not be read. */
export function Unread({ level, busy, onRetry }: Retry & { level: 1 | 2 }): ReactNode {
  const openSupport = useSupport()
  return (
    <ErrorState
      level={level}
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
  )
}
