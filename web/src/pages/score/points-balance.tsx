import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#app/loading.tsx'
import { useFailed } from '#app/read-state.tsx'
import { useAccount } from '#app/services.ts'
import { countOfPoints, rubles } from '#domain/money.ts'
import { kopecksOf } from '#domain/points.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** What there is to spend, and what came since the first day. Each is read by itself, and fails by itself. */
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
  // Nobody has failed: there is no account of points yet (OP-18).
  const isOff = error?.failure.outcome === 'points-off'
  const isFailed = useFailed({ data, isError: error !== null && !isOff, isFetching })
  const title = 'Можно потратить'
  if (data) {
    const { scoresBalance } = data.result
    return (
      <Figure title={title} value={countOfPoints(scoresBalance)} hint={`Это ${rubles(kopecksOf(scoresBalance))}`} />
    )
  }
  if (isOff) return <Figure title={title} value="Пока ничего" hint="Счёт откроется с первыми баллами" />
  return <Unread title={title} isFailed={isFailed} isBusy={isFetching} onRetry={() => void refetch()} />
}

function AllTime(): ReactNode {
  const { api } = useAccount()
  const { data, isError, isFetching, refetch } = useQuery(query(api, 'getAllLoyaltyScores'))
  const isFailed = useFailed({ data, isError, isFetching })
  const title = 'Пакет принёс за всё время'
  if (!data) return <Unread title={title} isFailed={isFailed} isBusy={isFetching} onRetry={() => void refetch()} />
  return <Figure title={title} value={countOfPoints(data.result.scoresPaket)} />
}

function Figure({ title, value, hint }: { title: string; value: string; hint?: string }): ReactNode {
  return (
    <div>
      <p className="text-mint">{title}</p>
      <p className="mt-1 text-title-l font-semibold">{value}</p>
      {hint && <p className="mt-1 text-mint">{hint}</p>}
    </div>
  )
}

interface UnreadProps {
  title: string
  isFailed: boolean
  isBusy: boolean
  onRetry: () => void
}
function Unread({ title, isFailed, isBusy, onRetry }: UnreadProps): ReactNode {
  return (
    <div>
      <p className="text-mint">{title}</p>
      {isFailed ? (
        <div role="alert">
          <p className="mt-1 text-lead font-semibold">Не удалось загрузить</p>
          <Button onDark size="s" variant="secondary" className="mt-3" busy={isBusy} onClick={onRetry}>
            Попробовать ещё раз
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
        </div>
      ) : (
        <>
          <Loading />
          <Skeleton className="mt-2 h-9 w-48 opacity-30" />
        </>
      )}
    </div>
  )
}
