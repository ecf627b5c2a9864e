import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'

interface RetryStateProps {
  title: string
  text: string
  /** 1 where it is all that a page has. */
  level?: 1 | 2 | undefined
  retryLabel: string
  /** It is being tried again. */
  busy: boolean
  onRetry: () => void
}

/** Shown where something could not be read, and reads it again. */
export function RetryState({ title, text, level, retryLabel, busy, onRetry }: RetryStateProps): ReactNode {
  return (
    <ErrorState
      title={title}
      text={text}
      level={level}
      actions={
        <Button busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    />
  )
}
