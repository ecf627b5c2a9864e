import type { MouseEventHandler, ReactNode } from 'react'
import { classes } from './classes.ts'
import { ChevronIcon } from './icons.tsx'

export interface ListRowProps {
  icon?: ReactNode
  title: string
  hint?: ReactNode
  /** At the right, before the chevron: a sum, a chip. */
  end?: ReactNode
  /** Leads somewhere or does something; without both it is plain text. */
  href?: string | undefined
  /** Opens beside the app. */
  external?: boolean | undefined
  onClick?: MouseEventHandler<HTMLElement> | undefined
}

const base = 'flex min-h-16 items-center gap-3 py-3 lg:gap-4 text-left'
const pressable = '-mx-3 w-[calc(100%+--spacing(6))] rounded-m px-3 transition-colors hover:bg-grey'

/** A line of a list: what it is, a word more, where it is. */
export function ListRow({ icon, title, hint, end, href, external, onClick }: ListRowProps): ReactNode {
  const canPress = href !== undefined || onClick !== undefined
  const content = (
    <>
      {icon && (
        <span className="flex size-11 shrink-0 items-center justify-center rounded-m bg-mint text-brand">{icon}</span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        {hint && <span className="block text-small text-pretty text-soft">{hint}</span>}
      </span>
      {end && <span className="shrink-0">{end}</span>}
      {canPress && <ChevronIcon className="size-5 shrink-0 text-soft" />}
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
