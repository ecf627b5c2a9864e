import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { ErrorIllustration } from './illustrations.tsx'

export type ErrorStateProps = Omit<EmptyStateProps, 'role'>

/** Says that something failed; read out at once. */
export function ErrorState({ illustration = <ErrorIllustration />, ...rest }: ErrorStateProps): ReactNode {
  return <EmptyState {...rest} illustration={illustration} role="alert" />
}
