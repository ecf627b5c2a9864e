import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'

interface RetryStateProps {
  title: string
  text: string
  /** The heading level: 1 if it is the whole content of a page. */
  level?: 1 | 2 | undefined
  retryLabel: string
  /** The retry is in progress. */
  busy: boolean
  onRetry: () => void
}

/** An error message for data that could not be read, with a button to retry. */
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
