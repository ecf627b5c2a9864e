import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge } from '#ui/badge.tsx'
import { FamilyIcon } from '#ui/account-icons.tsx'
import { ChevronIcon } from '#ui/icons.tsx'

interface Props {
  title: string
  hint: ReactNode
  badge?: string
  path: string
  onChosen: () => void
}

/** The link to the family at the top of the menu. */
export function FamilyCard({ title, hint, badge, path, onChosen }: Props): ReactNode {
  return (
    <Link
      transition
      href={path}
      onClick={onChosen}
      className="mb-4 flex min-h-18 items-center gap-3 rounded-l bg-mint p-4 transition-colors hover:bg-mint-hover forced-colors:border"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-m bg-paper text-brand">
        <FamilyIcon />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 font-semibold">
          <span>{title}</span>
          {badge && <Badge>{badge}</Badge>}
        </span>
        <span className="block text-small text-soft">{hint}</span>
      </span>
      <ChevronIcon className="size-5 shrink-0 text-soft" />
    </Link>
  )
}
