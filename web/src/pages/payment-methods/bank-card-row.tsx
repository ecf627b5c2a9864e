import type { BankCard } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { endsBefore } from '#domain/card-expiry.ts'
import { cardSystem } from '#domain/card-system.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CardIcon } from '#ui/account-icons.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

interface Props {
  card: BankCard
  /** Whether the main card pays for the renewal. */
  renews: boolean
  onRemove: () => void
}

/** One bank card. The main card, which pays, is highlighted. */
export function BankCardRow({ card, renews, onRemove }: Props): ReactNode {
  const { isMainCard, type, mask, expiry } = card
  const [now] = useState(() => new Date())
  const digits = mask?.slice(-4)
  return (
    <Card as="li" tone={isMainCard ? 'mint' : 'outlined'} className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span
        className={`flex size-12 shrink-0 items-center justify-center rounded-m text-brand ${isMainCard ? 'bg-paper' : 'bg-mint'}`}
      >
        <CardIcon />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="font-semibold tabular-nums">
            <span>{type && cardSystem(type)}</span> <span aria-hidden="true">••••</span> <span>{digits}</span>
          </p>
          {isMainCard && <StatusChip tone="green">Основная</StatusChip>}
        </div>
        <p className="text-small text-soft">
          {(isMainCard ? (renews ? 'С неё продлевается Пакет' : 'С неё платите в первую очередь') : 'Запасная') +
            (expiry ? (endsBefore(expiry, now) ? `. Срок истёк: ${expiry}` : `. Действует до ${expiry}`) : '')}
        </p>
      </div>
      <div className="-my-2 w-full pl-16 lg:w-auto lg:pl-0">
        <Button size="s" variant="danger-quiet" className="-ml-4 lg:-mr-4 lg:ml-0" onClick={onRemove}>
          Удалить
          <VisuallyHidden>{` карту, номер кончается на ${digits ?? ''}`}</VisuallyHidden>
        </Button>
      </div>
    </Card>
  )
}

export const CardsSkeleton = (): ReactNode => (
  <>
    <Skeleton className="h-24 w-full rounded-l" />
    <Skeleton className="mt-6 h-12 w-full lg:w-56" />
  </>
)
