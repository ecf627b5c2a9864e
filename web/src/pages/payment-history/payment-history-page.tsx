import { bundles, type Data, type Option, parseDate } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AccountPage } from '#layout/account-page.tsx'
import { useBundleOptions } from '#cache/bundle-options.ts'
import { ReadState } from '#layout/read-state.tsx'
import { useAccount } from '#services/services.ts'
import { useSubscriber } from '#cache/use-view.ts'
import { durationLabel } from '#domain/duration.ts'
import { pointsInWords, rubles } from '#domain/money.ts'
import { moscowDay, moscowMonth } from '#domain/moscow-date.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { CardIcon } from '#ui/account-icons.tsx'
import { CashbackIcon } from '#ui/icons.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Payment = Data<'getPayments'>['result'][number]

/** The payments, grouped by month, the newest first (C-ROUTE-08). */
export function PaymentHistoryPage(): ReactNode {
  const { api } = useAccount()
  const payments = useQuery(query(api, 'getPayments'))
  return (
    <AccountPage>
      <ReadState
        read={payments}
        failed={{ title: 'История не загрузилась', text: 'Попробуйте ещё раз, обычно это помогает' }}
        skeleton={<HistorySkeleton />}
      >
        {({ result }) => <History payments={result} />}
      </ReadState>
    </AccountPage>
  )
}

function History({ payments }: { payments: Payment[] }): ReactNode {
  const [now] = useState(() => new Date())
  const options = useOptionsPaid(payments)
  if (payments.length === 0)
    return (
      <EmptyState
        illustration={<EmptyIllustration />}
        title="Платежей пока нет"
        text="Здесь появится каждый платёж за Пакет: когда, сколько и с какой карты"
      />
    )
  const dated = payments
    .map((payment) => ({ ...payment, at: parseDate(payment.date) }))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const months = [...new Set(dated.map(({ at }) => moscowMonth(at, now)))]
  const byMonth = months.map((month) => [month, dated.filter(({ at }) => moscowMonth(at, now) === month)] as const)
  return byMonth.map(([month, paid]) => (
    <Section key={month} title={month} className="not-first:mt-6!">
      <ul className="divide-y divide-line">
        {paid.map(({ paymentId, bundleId, maskedPan, paymentType, price, at }) => (
          <li key={paymentId}>
            <ListRow
              icon={paymentType === 'scores' ? <CashbackIcon /> : <CardIcon />}
              title={titleOf(bundleId, options)}
              hint={`${moscowDay(at, now)}, ${paymentType === 'scores' ? 'баллами' : cardOf(maskedPan)}`}
              end={
                <span className="font-semibold tabular-nums">
                  {paymentType === 'scores' ? pointsInWords(price) : rubles(price)}
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </Section>
  ))
}

const bundleOf = (bundleId: string) => bundles.find(({ id }) => id === bundleId)

/** The user's options, which are read only if a payment was not for a bundle. */
function useOptionsPaid(payments: Payment[]) {
  const { data: subscriber = null } = useSubscriber()
  const areOptionsPaid = payments.some(({ bundleId }) => bundleId !== null && !bundleOf(bundleId))
  return useBundleOptions(areOptionsPaid ? subscriber : null)
}

/** The name of what was paid for: a bundle of the catalogue, one of the user's options, or a general word for anything else. */
function titleOf(bundleId: string | null, options: readonly Option[] = []): string {
  if (bundleId === null) return 'Пакет'
  const bundle = bundleOf(bundleId)
  if (bundle) return `Пакет на ${durationLabel(bundle.durationDays)}`
  const option = options.find(({ optionId }) => optionId === bundleId)
  return option ? `Опция «${option.title}»` : 'Оплата'
}
const cardOf = (mask: string | null) => (mask ? `карта •••• ${mask.slice(-4)}` : 'картой')

function HistorySkeleton(): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8 w-40" />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </div>
  )
}
