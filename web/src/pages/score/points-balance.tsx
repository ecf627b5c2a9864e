import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Read, ReadState } from '#layout/read-state.tsx'
import type { Retry } from '#layout/section-boundary.tsx'
import { useAccount } from '#services/services.ts'
import { countOfPoints, rubles } from '#domain/money.ts'
import { kopecksOf } from '#domain/points.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { Elements } from '#ui/elements.ts'

/** Gives a skeleton the height of a line. */
const BLANK = '\u00a0'

/** The points that can be spent, and all points received so far. The two reads are independent. */
export function PointsBalance(): ReactNode {
  return (
    <Card tone="deep" padding="l" as="section" aria-labelledby="points-balance" className="grid gap-6 lg:grid-cols-2">
      <h2 id="points-balance" className="sr-only">
        Баланс
      </h2>
      <Balance />
      <AllTime />
    </Card>
  )
}

function Balance(): ReactNode {
  const { api } = useAccount()
  const { data, error, isFetching, refetch } = useQuery(query(api, 'getScoresBalance'))
  // Not a failure: the user has no points account yet (OP-18).
  const isOff = data === undefined && error?.failure.outcome === 'balance-unknown'
  const title = 'Можно потратить'
  if (isOff)
    return (
      <Figure title={title}>
        <Value value="Пока ничего" hint="Счёт откроется с первыми баллами" />
      </Figure>
    )
  return (
    <ReadFigure
      title={title}
      read={{ data, isError: error !== null, isFetching, refetch }}
      awaited={<Value value={BLANK} hint={BLANK} />}
    >
      {({ result: { scoresBalance } }) => (
        <Value value={countOfPoints(scoresBalance)} hint={`Это ${rubles(kopecksOf(scoresBalance))}`} />
      )}
    </ReadFigure>
  )
}

function AllTime(): ReactNode {
  const { api } = useAccount()
  return (
    <ReadFigure
      title="Пакет принёс за всё время"
      read={useQuery(query(api, 'getAllLoyaltyScores'))}
      awaited={<Value value={BLANK} />}
    >
      {({ result }) => <Value value={countOfPoints(result.scoresPaket)} />}
    </ReadFigure>
  )
}

function Figure({ title, children }: { title: string; children: Elements }): ReactNode {
  return (
    <div>
      <p className="text-mint">{title}</p>
      {children}
    </div>
  )
}
function Value({ value, hint }: { value: string; hint?: string }): ReactNode {
  return (
    <>
      <p className="mt-1 text-[min(var(--text-title-l),8.75vw)] leading-tight font-semibold">{value}</p>
      {hint && <p className="mt-1 text-mint">{hint}</p>}
    </>
  )
}

interface ReadFigureProps<Data> {
  title: string
  read: Read<Data>
  /** Content of the skeleton, as tall as the value. */
  awaited: ReactNode
  children: (data: Data) => ReactNode
}
function ReadFigure<Data>({ title, read, awaited, children }: ReadFigureProps<Data>): ReactNode {
  const unread = (retry: Retry) => <Unread title={title} {...retry} />
  return (
    <Figure title={title}>
      <ReadState read={read} failed={unread} skeleton={<Skeleton className="w-48 opacity-30">{awaited}</Skeleton>}>
        {children}
      </ReadState>
    </Figure>
  )
}
function Unread({ title, busy, onRetry }: Retry & { title: string }): ReactNode {
  return (
    <div role="alert">
      <p className="mt-1 text-lead font-semibold">Не удалось загрузить</p>
      <Button onDark size="s" variant="secondary" className="mt-3" busy={busy} onClick={onRetry}>
        Попробовать ещё раз
        <VisuallyHidden>{`: ${title}`}</VisuallyHidden>
      </Button>
    </div>
  )
}
