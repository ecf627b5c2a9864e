import { query } from '@paket/sdk/react-query'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loading } from '#app/loading.tsx'
import { useAccount } from '#app/services.ts'
import { countOfPoints, grouped } from '#domain/money.ts'
import { midOf, type Month, monthOf, moscowMonth } from '#domain/moscow-date.ts'
import { type MonthPoints, pointsOfMonths, pointsPages } from '#domain/points-history.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { RetryState } from '#ui/retry-state.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { Tickets } from './tickets.tsx'

const MOST_COLUMNS = 12
const shortNames = ['янв', 'фев', 'мар', 'апр', 'май', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек']

/** Points month by month, four months at a time (O-SCORE-01, O-SCORE-02), and what this month has brought. */
export function PointsHistory({ start }: { start: Month | null }): ReactNode {
  const { api } = useAccount()
  const [now] = useState(() => new Date())
  const [shown, setShown] = useState(1)
  const pages = pointsPages(monthOf(now), start)
  const reads = useQueries({
    queries: pages.slice(0, shown).map((periods) => query(api, 'getMonthlyLoyaltyScores', { periods })),
  })
  const months = reads.flatMap(({ data }, page) => (data ? pointsOfMonths(pages[page] ?? [], data.result) : []))
  const unread = reads.find(({ data }) => !data)
  const [current] = months
  return (
    <>
      {current && <Tickets month={moscowMonth(midOf(current), now)} points={current.points} />}
      <Section title="Баллы по месяцам">
        {months.length > 0 && <Months months={months} now={now} />}
        {unread?.isError ? (
          <RetryState
            title="Не удалось загрузить"
            text="Попробуйте снова или зайдите позже"
            retryLabel="Попробовать ещё раз"
            busy={unread.isFetching}
            onRetry={() => void unread.refetch()}
          />
        ) : months.length === 0 ? (
          <HistorySkeleton />
        ) : (
          shown < pages.length && (
            <Button
              variant="secondary"
              className="mt-4"
              busy={unread !== undefined}
              onClick={() => setShown(shown + 1)}
            >
              Показать ещё
            </Button>
          )
        )}
      </Section>
    </>
  )
}

function Months({ months, now }: { months: readonly MonthPoints[]; now: Date }): ReactNode {
  const titled = months.map((each) => ({ ...each, title: moscowMonth(midOf(each), now) }))
  // The picture goes from the left to the right, as time does.
  const drawn = titled.slice(0, MOST_COLUMNS).reduce<typeof titled>((later, each) => [each, ...later], [])
  if (months.every(({ points }) => points === 0))
    return (
      <EmptyState
        illustration={<EmptyIllustration />}
        title="За эти месяцы баллов нет"
        text="Показывайте карту лояльности на кассе, и баллы появятся здесь"
        level={3}
      />
    )
  return (
    <>
      <BarChart
        label={`Столбцы: баллы с месяца ${drawn[0]?.title} по ${drawn.at(-1)?.title}. Числа в таблице`}
        bars={drawn.map(({ title, month, points }) => ({
          key: title,
          label: shortNames[month - 1] ?? '',
          value: points,
          text: grouped(points),
        }))}
      />
      <table className="mt-6 w-full">
        <caption className="sr-only">Баллы по месяцам, сначала новые</caption>
        <thead>
          <tr className="text-left text-small text-soft">
            <th scope="col" className="py-2 font-normal">
              Месяц
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Начислено
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {titled.map(({ title, points }) => (
            <tr key={title}>
              <th scope="row" className="py-3 text-left font-medium">
                {title}
              </th>
              <td className="py-3 text-right font-semibold tabular-nums">{countOfPoints(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <output>
        <VisuallyHidden>Показано месяцев: {months.length}</VisuallyHidden>
      </output>
    </>
  )
}

function HistorySkeleton(): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <Loading />
      <Skeleton className="h-56 w-full" />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  )
}
