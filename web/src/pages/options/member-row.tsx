import type { ReactNode } from 'react'
import { avatarColour } from '#domain/family.ts'
import { classes } from '#ui/classes.ts'
import { CrownIcon } from '#ui/account-icons.tsx'
import type { Elements } from '#ui/elements.ts'
import { StatusChip, type StatusChipProps } from '#ui/status-chip.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

const palette = [
  'bg-mint text-brand',
  'bg-orange-soft text-orange',
  'bg-sunken text-ink',
  'bg-leaf text-brand-deep',
  'bg-red-soft text-red',
]
const tones: Readonly<Record<string, StatusChipProps['tone']>> = {
  Активный: 'green',
  Подключаем: 'orange',
  Удаляем: 'orange',
  Ошибка: 'red',
}

/** The look of a row of the family's list. */
export const memberRow = 'flex items-center gap-3 py-3 lg:gap-4'

interface MemberRowProps {
  /** Index in the list, which decides the colour. */
  place: number
  name: string
  hint?: string | undefined
  label?: string | undefined
  isOrganizer?: boolean | undefined
  /** A button for the member. */
  action?: Elements
}

/** A member of the family. */
export function MemberRow({ place, name, hint, label, isOrganizer = false, action }: MemberRowProps): ReactNode {
  return (
    <li className={memberRow}>
      <span
        aria-hidden="true"
        data-colour={avatarColour(place)}
        className={classes(
          'flex size-11 shrink-0 items-center justify-center rounded-xl font-semibold',
          palette[avatarColour(place)],
        )}
      >
        {isOrganizer ? <CrownIcon data-icon="crown" /> : name.replace('+', '').charAt(0)}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-32">
          <p className="font-medium">
            <span>{name}</span>
            {isOrganizer && label === undefined && <VisuallyHidden>, организатор</VisuallyHidden>}
          </p>
          {hint && <p className="text-small text-soft tabular-nums">{hint}</p>}
        </div>
        {label && <StatusChip tone={tones[label] ?? 'neutral'}>{label}</StatusChip>}
        {action}
      </div>
    </li>
  )
}
