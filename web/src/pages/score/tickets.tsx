import type { ReactNode } from 'react'
import { countOfPoints } from '#domain/money.ts'
import { plural } from '#domain/plural.ts'
import { POINTS_FOR_TWO_TICKETS, ticketsFor } from '#domain/points.ts'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { TicketIcon } from '#ui/account-icons.tsx'

/** The tickets of this month, and how many points are missing to the next one (O-SCORE-03, OO-53). */
export function Tickets({ month, points }: { month: string; points: number }): ReactNode {
  const count = ticketsFor(points)
  const enough = countOfPoints(POINTS_FOR_TWO_TICKETS)
  const texts = {
    0: `Первые баллы месяца принесут билет, а ${enough} — сразу два`,
    1: `Ещё ${countOfPoints(POINTS_FOR_TWO_TICKETS - points)}, и билетов станет два`,
    2: `За месяц набралось ${enough} или больше, поэтому билетов два`,
  }
  return (
    <Card tone="mint" as="section" aria-labelledby="tickets" className="mt-4 flex items-center gap-4 lg:gap-6">
      <span className={`flex shrink-0 flex-col gap-1 ${count === 0 ? 'text-soft' : 'text-brand'}`}>
        {Array.from({ length: Math.max(count, 1) }, (_, place) => (
          <TicketIcon key={place} className="size-9" />
        ))}
      </span>
      <div className="min-w-0">
        <Heading level={2} size="s" id="tickets">
          {`${month}: ${count === 0 ? 'билетов пока нет' : `${count} ${plural(count, ['билет', 'билета', 'билетов'])}`}`}
        </Heading>
        <p className="mt-1 text-soft">{texts[count]}</p>
      </div>
    </Card>
  )
}
