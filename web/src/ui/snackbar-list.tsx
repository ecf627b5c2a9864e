import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { CheckIcon, CrossIcon, WarningIcon } from './icons.tsx'

export interface SnackbarItem {
  readonly id: string
  readonly text: string
  readonly tone?: 'success' | 'error' | undefined
}

export interface SnackbarListProps {
  items: readonly SnackbarItem[]
  /** The region's accessible name. */
  label: string
  dismissLabel: string
  onDismiss: (id: string) => void
}

const marks = {
  success: <CheckIcon className="mt-3 size-6 shrink-0 text-leaf" />,
  error: <WarningIcon className="mt-3 size-6 shrink-0 text-orange-bright" />,
}

/**
 * Snackbars at the bottom of the window; at the top, from lg on beside a drawer, while a modal has buttons at the bottom, and on a phone while
 * the spinner has its text there. Always mounted: screen readers announce only changes of a live region that exists already.
 */
export function SnackbarList({ items, label, dismissLabel, onDismiss }: SnackbarListProps): ReactNode {
  return (
    <section
      aria-label={label}
      aria-live="polite"
      className={classes(
        'safe-bottom pointer-events-none fixed inset-x-0 bottom-0 z-50 mb-(--tabs-height) flex flex-col items-center gap-2 px-4 lg:items-end lg:px-8',
        'max-lg:in-[body:has([role=dialog])]:top-[calc(env(safe-area-inset-top)+4.5rem)] max-lg:in-[body:has([role=dialog])]:bottom-auto',
        'lg:in-[body:has([role=dialog]:not([data-locked]))]:top-18 lg:in-[body:has([role=dialog]:not([data-locked]))]:bottom-auto lg:in-[body:has([role=dialog]:not([data-locked]))]:items-start',
      )}
    >
      {items.map(({ id, text, tone }) => (
        <div
          key={id}
          className="on-dark pointer-events-auto flex w-full max-w-drawer animate-rise items-start gap-3 rounded-m bg-ink pr-1.5 pl-4 text-paper shadow-floating forced-colors:border"
        >
          {tone && marks[tone]}
          <p className="flex-1 py-3 whitespace-pre-line">{text}</p>
          <button
            type="button"
            aria-label={dismissLabel}
            onClick={() => onDismiss(id)}
            className="mt-0.5 flex size-11 shrink-0 items-center justify-center rounded-s text-line hover:text-paper"
          >
            <CrossIcon className="size-5" />
          </button>
        </div>
      ))}
    </section>
  )
}
