import type { MouseEventHandler, ReactNode } from 'react'
import { classes } from './classes.ts'
import type { Elements } from './elements.ts'
import { ChevronIcon } from './icons.tsx'

export interface ListRowProps {
  icon?: ReactNode
  title: string
  hint?: ReactNode
  /** Shown at the right, before the chevron: an amount, a chip. */
  end?: Elements
  /** The link's target. Without `href` and `onClick` the row is plain text. */
  href?: string | undefined
  /** Opens in a new tab. */
  external?: boolean | undefined
  onClick?: MouseEventHandler<HTMLElement> | undefined
}

const base = 'flex min-h-16 flex-wrap items-center gap-3 lg:gap-4 py-3 text-left'
const pressable = '-mx-3 w-[calc(100%+--spacing(6))] rounded-m px-3 transition-colors hover:bg-grey'

/** A row of a list: icon, title, hint, and something at its end. */
export function ListRow({ icon, title, hint, end, href, external, onClick }: ListRowProps): ReactNode {
  const canPress = href !== undefined || onClick !== undefined
  const content = (
    <>
      {icon && (
        <span className="flex size-11 shrink-0 items-center justify-center rounded-m bg-mint text-brand">{icon}</span>
      )}
      <span className="min-w-0 flex-1 basis-[6em]">
        <span className="block font-medium">{title}</span>
        {hint && <span className="block text-small text-soft">{hint}</span>}
      </span>
      {canPress ? (
        <span className="ml-auto flex shrink-0 items-center gap-3 lg:gap-4">
          {end}
          <ChevronIcon className="size-5 text-soft" />
        </span>
      ) : (
        end
      )}
    </>
  )
  if (href !== undefined) {
    return (
      <a
        href={href}
        {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
        onClick={onClick}
        className={classes(base, pressable)}
      >
        {content}
      </a>
    )
  }
  if (!canPress) return <div className={base}>{content}</div>
  return (
    <button type="button" onClick={onClick} className={classes(base, pressable)}>
      {content}
    </button>
  )
}
