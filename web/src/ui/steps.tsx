import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { CheckIcon } from './icons.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface StepsProps {
  steps: readonly string[]
  /** The index of the current step; the steps before it are done. */
  at: number
}

/** The progress through named steps. */
export const Steps = ({ steps, at }: StepsProps): ReactNode => (
  <ol className="flex w-full max-w-96">
    {steps.map((step, place) => (
      <li key={step} aria-current={place === at ? 'step' : undefined} className="relative min-w-0 flex-1 text-center">
        {place > 0 && (
          <span
            aria-hidden="true"
            className={classes(
              'absolute top-3.5 right-[calc(50%+--spacing(3.5))] h-0.5 w-[calc(100%-(--spacing(7)))] -translate-y-1/2',
              place <= at ? 'bg-brand' : 'bg-line',
            )}
          />
        )}
        <span
          aria-hidden="true"
          className={classes(
            'relative mx-auto flex size-7 items-center justify-center rounded-full border-2 text-small font-semibold',
            place < at && 'border-brand bg-brand text-paper',
            place === at && 'border-brand bg-paper text-brand',
            place > at && 'border-line bg-paper text-soft',
          )}
        >
          {place < at ? <CheckIcon className="size-5" /> : place + 1}
        </span>
        <span className={classes('-mx-2 mt-1.5 block text-small', place > at ? 'text-soft' : 'text-ink')}>
          <span>{step}</span>
          {place < at && <VisuallyHidden> (готово)</VisuallyHidden>}
        </span>
      </li>
    ))}
  </ol>
)
