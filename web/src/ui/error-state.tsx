import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { ErrorIllustration } from './illustrations.tsx'

/** An error message, which screen readers announce immediately. */
export const ErrorState = (props: Omit<EmptyStateProps, 'role' | 'illustration'>): ReactNode => (
  <EmptyState {...props} illustration={<ErrorIllustration />} role="alert" />
)
