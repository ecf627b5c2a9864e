import type { Option } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { notLoaded, ReadState } from '#layout/read-state.tsx'
import { useAccount } from '#services/services.ts'
import {
  canBeRemoved,
  isOwner,
  type Member,
  memberLabel,
  placesLeft,
  placesTaken,
  shownMembers,
} from '#domain/family.ts'
import { phoneMask } from '#domain/member-fields.ts'
import { memberDisplayName } from '#features/family/remove-member-flow.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PencilIcon, PlusIcon } from '#ui/account-icons.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { MemberRow, memberRow } from './member-row.tsx'
import type { OptionFlows } from './use-option-flows.ts'

const SKELETON_ROWS = 3

interface Props {
  option: Option
  flows: Pick<OptionFlows, 'add' | 'remove'>
}

/** The members of the organizer's family, who can be added and removed (O-FAMILY-06..36). Polled while a member's status is changing. */
export function OwnFamily({ option, flows }: Props): ReactNode {
  const { api } = useAccount()
  const relations = useQuery(query(api, 'getSubscriberRelations', { optionId: option.optionId }))
  const members = relations.data?.result.relations
  const [isEditing, setIsEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const canEdit = members?.some(canBeRemoved) ?? false
  // The last member who could be removed has been removed.
  if (isEditing && !canEdit) setIsEditing(false)
  function finish(): void {
    setIsEditing(false)
    editButton.current?.focus()
  }
  return (
    <Card as="section">
      <Section
        title="Близкие"
        aside={
          <div className="-my-2 flex min-h-11 items-center gap-2">
            {members && <span className="text-soft">{`${placesTaken(members)} из ${option.maxRelations}`}</span>}
            {canEdit && (
              <button
                ref={editButton}
                type="button"
                aria-label="Изменить список"
                aria-pressed={isEditing}
                onClick={() => setIsEditing(!isEditing)}
                className="-mr-2 flex size-11 items-center justify-center rounded-m text-brand transition-colors hover:bg-mint aria-pressed:bg-mint forced-colors:border forced-colors:aria-pressed:border-system-chosen forced-colors:aria-pressed:outline"
              >
                <PencilIcon />
              </button>
            )}
          </div>
        }
      >
        <ReadState read={relations} failed={notLoaded} skeleton={<MembersSkeleton />}>
          {({ result }) => <Members members={result.relations} option={option} flows={flows} isEditing={isEditing} />}
        </ReadState>
        {isEditing && (
          <div className="mt-4">
            <Button variant="secondary" onClick={finish}>
              Готово
            </Button>
          </div>
        )}
      </Section>
    </Card>
  )
}

function Members(props: Props & { members: readonly Member[]; isEditing: boolean }): ReactNode {
  const { members, option, flows, isEditing } = props
  const free = placesLeft(members, option.maxRelations)
  return (
    <ul className="divide-y divide-line">
      {shownMembers(members).map((member, place) => (
        <MemberRow
          key={member.relationId}
          place={place}
          name={isOwner(member) ? 'Вы' : memberDisplayName(member) || 'Близкий'}
          hint={hintOf(member)}
          label={memberLabel(member)}
          isOrganizer={isOwner(member)}
          action={isEditing && canBeRemoved(member) && <RemoveButton member={member} onRemove={flows.remove} />}
        />
      ))}
      {free > 0 && <FreePlace free={free} onAdd={() => flows.add(free)} />}
    </ul>
  )
}

/** The phone number, unless it is shown instead of the name. */
const hintOf = ({ subscriberName, subscriberPhone, status }: Member) =>
  subscriberPhone && (subscriberName?.trim() || isOwner({ status })) ? phoneMask(subscriberPhone) : undefined

function RemoveButton({ member, onRemove }: { member: Member; onRemove: (member: Member) => void }): ReactNode {
  return (
    <Button size="s" variant="danger-quiet" className="-mr-4" onClick={() => onRemove(member)}>
      Удалить
      <VisuallyHidden>{` ${memberDisplayName(member)}`}</VisuallyHidden>
    </Button>
  )
}

function FreePlace({ free, onAdd }: { free: number; onAdd: () => void }): ReactNode {
  return (
    <li className={memberRow}>
      <span
        aria-hidden="true"
        className="flex size-11 shrink-0 items-center justify-center rounded-xl border border-dashed border-edge text-soft"
      >
        <PlusIcon className="size-5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-36">
          <p className="font-medium">Свободное место</p>
          <p className="text-small text-soft">{`Можно добавить ещё ${free}`}</p>
        </div>
        <Button size="s" onClick={onAdd}>
          Добавить
        </Button>
      </div>
    </li>
  )
}

const MembersSkeleton = (): ReactNode => (
  <ul aria-hidden="true" className="divide-y divide-line">
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      <li key={row} data-skeleton="member" className={memberRow}>
        <Skeleton className="size-11 shrink-0 rounded-xl" />
        <span className="flex-1 space-y-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-7 w-28 rounded-xl lg:hidden" />
        </span>
      </li>
    ))}
  </ul>
)
