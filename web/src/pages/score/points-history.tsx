import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Loading } from '#layout/loading.tsx'
import { notLoaded } from '#layout/read-state.tsx'
import { useFailed } from '#layout/use-failed.ts'
import { useAccount } from '#services/services.ts'
import { grouped } from '#domain/money.ts'
import { midOfMonth, type Month, monthOf, moscowMonth } from '#domain/moscow-date.ts'
import { type MonthPoints, pointsOfMonths, pointsPages } from '#domain/points-history.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { Tickets } from './tickets.tsx'

const MAX_BARS = 12
/** The chart and the table. */
const besides = 'xl:grid xl:grid-cols-2 xl:items-start xl:gap-x-10'
const shortNames = ['янв', 'фев', 'мар', 'апр', 'май', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек']

/** The points of this month, and of each month, loaded in pages of four (O-SCORE-01, O-SCORE-02). */
export function PointsHistory({ start }: { start: Month | null }): ReactNode {
  const { api, queryClient } = useAccount()
  const [now] = useState(() => new Date())
  const [shown, setShown] = useState(1)
  const [isAsked, setIsAsked] = useState(false)
  const pages = pointsPages(monthOf(now), start)
  const queryOf = (periods: Month[] = []) => query(api, 'getMonthlyLoyaltyScores', { periods })
  // Only the points of this month can change.
  const newest = useQuery(queryOf(pages[0]))
  const oldest = useQuery(queryOf(pages[shown - 1]))
  const read = pages.slice(0, shown).map((periods) => {
    const data = queryClient.getQueryData(queryOf(periods).queryKey)
    return data ? pointsOfMonths(periods, data.result) : []
  })
  const months = read.flat()
  const newFrom = months.length - (read.filter((page) => page.length > 0).at(-1)?.length ?? 0)
  const unread = [newest, oldest].find(({ data }) => !data)
  const isFailed = useFailed(unread ?? { data: months, isError: false, isFetching: false })
  const [current] = months
  return (
    <>
      {!current && !isFailed && <Skeleton className="mt-4 h-33 rounded-l lg:h-24 xl:h-31.5" />}
      {current && <Tickets month={moscowMonth(midOfMonth(current), now)} points={current.points} />}
      <Section title="Баллы по месяцам" className="xl:col-span-2">
        {months.length > 0 && <Months months={months} newFrom={newFrom} isAsked={isAsked} now={now} />}
        {isFailed && <EmptyState {...notLoaded} role="alert" />}
        {months.length === 0 && !isFailed ? (
          <HistorySkeleton />
        ) : (
          (unread || shown < pages.length) && (
            // One button, so that it keeps the focus.
            <div className="mt-4 flex justify-center">
              <Button
                variant={isFailed ? 'primary' : 'secondary'}
                busy={unread !== undefined && (!isFailed || unread.isFetching)}
                onClick={() => {
                  setIsAsked(true)
                  if (isFailed) void unread?.refetch()
                  else setShown(shown + 1)
                }}
              >
                {isFailed ? 'Попробовать ещё раз' : 'Показать ещё'}
              </Button>
            </div>
          )
        )}
      </Section>
    </>
  )
}

interface MonthsProps {
  months: readonly MonthPoints[]
  /** Index of the first month of the page that was loaded last. */
  newFrom: number
  /** Whether the user has asked for more months, or again. */
  isAsked: boolean
  now: Date
}
function Months({ months, newFrom, isAsked, now }: MonthsProps): ReactNode {
  const newest = useRef<HTMLTableRowElement & HTMLDivElement>(null)
  useLostFocus(newest, isAsked ? newFrom : null)
  const titled = months.map((each) => ({ ...each, title: moscowMonth(midOfMonth(each), now) }))
  // The oldest month is on the left.
  const drawn = titled.slice(0, MAX_BARS).toReversed()
  if (months.every(({ points }) => points === 0))
    return (
      <div ref={newest} tabIndex={-1}>
        <EmptyState
          illustration={<EmptyIllustration />}
          title="За эти месяцы баллов нет"
          text="Показывайте карту лояльности на кассе, и баллы появятся здесь"
          level={3}
        />
      </div>
    )
  return (
    <div className={besides}>
      <BarChart
        label={`Столбцы: баллы с месяца ${drawn[0]?.title} по ${drawn.at(-1)?.title}. Числа в таблице`}
        bars={drawn.map(({ title, month, points }) => ({
          key: title,
          label: shortNames[month - 1] ?? '',
          value: points,
          text: grouped(points),
        }))}
      />
      <table className="mt-6 w-full xl:mt-0">
        <caption className="sr-only">Баллы по месяцам, сначала новые</caption>
        <thead>
          <tr className="text-left text-small text-soft">
            <th scope="col" className="py-2 font-normal">
              Месяц
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Баллы
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {titled.map(({ title, points }, place) => (
            <tr key={title} {...(place === newFrom && { ref: newest, tabIndex: -1 })}>
              <th scope="row" className="py-3 text-left font-medium">
                {title}
              </th>
              <td className="py-3 text-right font-semibold tabular-nums">{grouped(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <output>
        <VisuallyHidden>{`Показано месяцев: ${months.length}`}</VisuallyHidden>
      </output>
    </div>
  )
}

/** Moves the focus to the newly loaded months when the button that had it has disappeared, after the last page. */
function useLostFocus(newest: RefObject<HTMLElement | null>, newFrom: number | null): void {
  useEffect(() => {
    if (newFrom !== null && document.activeElement === document.body) newest.current?.focus()
  }, [newest, newFrom])
}

function HistorySkeleton(): ReactNode {
  return (
    <>
      <Loading />
      <div className={besides}>
        <Skeleton className="h-56 w-full" />
        <div className="mt-4 flex flex-col gap-4 xl:mt-0">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-8 w-full" />
          ))}
        </div>
      </div>
    </>
  )
}
