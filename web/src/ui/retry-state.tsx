import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'

interface RetryStateProps {
  title: string
  text: string
  retryLabel: string
  /** It is being tried again. */
  busy: boolean
  onRetry: () => void
}

/** Stands where something could not be read, and reads it again. */
export function RetryState({ title, text, retryLabel, busy, onRetry }: RetryStateProps): ReactNode {
  return (
    <ErrorState
      title={title}
      text={text}
      actions={
        <Button busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    />
  )
}
