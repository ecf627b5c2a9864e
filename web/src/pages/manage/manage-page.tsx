import { bundleNamed, type Subscriber, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { AccountPage } from '#layout/account-page.tsx'
import { ClientDataAwaited } from '#layout/client-data-awaited.tsx'
import { Columns } from '#layout/columns.tsx'
import { Sections } from '#layout/section-boundary.tsx'
import { useAccount } from '#services/services.ts'
import { usePaying } from '#checkout/use-buying.ts'
import { useMainCard } from '#cache/use-view.ts'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { managesRenewal, renewalPayer } from '#domain/renewal.ts'
import { statusBlock } from '#domain/status-block.ts'
import { kindOf, statusInput } from '#features/purchase/subscriber-kind.ts'
import { CardExpiryNotice } from '#features/cards/card-expiry-notice.tsx'
import { payableKopecks } from '#features/purchase/payable.ts'
import { StatusCard } from '#features/purchase/status-card.tsx'
import { Button } from '#ui/button.tsx'
import { buttonClasses } from '#ui/button-classes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { CardIcon, ClockIcon } from '#ui/account-icons.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'
import { AutopaySection } from './autopay-section.tsx'
import { PlanChange } from './plan-change.tsx'

/** The subscription, its next date, its renewal and the card that pays for it (C-ROUTE-06). */
export function ManagePage(): ReactNode {
  const { api } = useAccount()
  const { data } = useQuery(query(api, 'getClientData'))
  const subscriber = data && toSubscriber(data.result)
  const kind = subscriber && kindOf(subscriber)
  // Another party pays, so they have nothing to manage (O-ROLE-05, O-ROLE-07, OO-48).
  if (kind === 'employee' || kind === 'family-member') return <Redirect to="/profile" replace />
  return (
    <AccountPage width="page">{subscriber ? <Manage subscriber={subscriber} /> : <ClientDataAwaited />}</AccountPage>
  )
}

function Manage({ subscriber }: { subscriber: Subscriber }): ReactNode {
  const [, navigate] = useLocation()
  const pay = usePaying(subscriber)
  const kind = kindOf(subscriber)
  const renews = renewalPayer(statusInput(subscriber)) === 'main-card'
  const { data: mainCard } = useMainCard({ enabled: renews })
  const { bundle: current } = subscriber.currentPeriod
  if (subscriber.subStatus !== 'activated' || !current)
    return (
      <EmptyState
        illustration={<EmptyIllustration />}
        title="Управлять пока нечем"
        text="Здесь появятся тариф, дата продления и карта, когда Пакет будет подключён"
        actions={<Button onClick={() => navigate('/profile', { transition: true })}>На главную</Button>}
      />
    )
  return (
    <Sections>
      <StatusCard isManaging subscriber={subscriber} onBuy={pay} />
      {renews && <CardExpiryNotice card={mainCard} subscriber={subscriber} tone="grey" />}
      <Columns>
        <Tariff subscriber={subscriber} />
        <PlanChange subscriber={subscriber} />
        {kind === 'partner' && (
          <Section title="Автопродление">
            <p className="text-soft">
              Продлением управляет партнёр: включить или отключить его можно в кабинете партнёра
            </p>
          </Section>
        )}
        {managesRenewal({ kind }) && (
          <>
            <AutopaySection subscriber={subscriber} days={bundleNamed(current).durationDays} />
            <Section title="Оплата">
              <PayingCard renews={renews} />
              <Link transition href="/payment_history" asChild>
                <ListRow icon={<ClockIcon />} title="История платежей" hint="Когда и сколько списали" />
              </Link>
            </Section>
          </>
        )}
      </Columns>
    </Sections>
  )
}

/** Term, price and dates of the subscription, as far as its kind has them. */
function Tariff({ subscriber }: { subscriber: Subscriber }): ReactNode {
  const [now] = useState(() => new Date())
  const { bundle: current, startDate, endDate } = subscriber.currentPeriod
  if (!current) return null
  const bundle = bundleNamed(current)
  const isPaid = kindOf(subscriber) === 'regular'
  // Until it is paid, the next date has passed or is not fixed.
  const awaitsPayment = statusBlock(statusInput(subscriber)).offers === 'pay'
  const rows: [string, string][] = []
  if (isPaid) rows.push(['Срок', durationLabel(bundle.durationDays)], ['Цена', rubles(payableKopecks(subscriber, now))])
  if (startDate) rows.push(['Подключён', moscowDay(startDate, now)])
  if (endDate && !awaitsPayment)
    rows.push([subscriber.autopaymentsEnabled ? 'Продлится' : 'Работает до', moscowDay(endDate, now)])
  // Nothing to show: no dates, and no partner who pays.
  if (rows.length === 0 && kindOf(subscriber) !== 'partner') return null
  return (
    <Section title="Тариф">
      {rows.length === 0 ? (
        <p className="text-soft">За Пакет платит партнёр</p>
      ) : (
        <dl className="divide-y divide-line">
          {rows.map(([name, value]) => (
            <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 text-right font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}

/** The main card; a link to all cards while it is not loaded or after a failed read. */
function PayingCard({ renews }: { renews: boolean }): ReactNode {
  const { data: main } = useMainCard({ enabled: true })
  if (main === null)
    return (
      <Link transition href="/payment_methods" className={buttonClasses({ variant: 'secondary', width: 'full' })}>
        {renews ? 'Добавить карту для продления' : 'Добавить карту'}
      </Link>
    )
  return (
    <Link transition href="/payment_methods" asChild>
      <ListRow
        icon={<CardIcon />}
        title={main ? `Карта •••• ${main.mask?.slice(-4) ?? ''}` : 'Способы оплаты'}
        hint={main && renews ? 'С неё продлевается Пакет' : 'Карты, которыми вы платите'}
      />
    </Link>
  )
}
