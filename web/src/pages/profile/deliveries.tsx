import { type Data, deliveryChains, parseNullableDate, type Subscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { Loading } from '#layout/loading.tsx'
import { useAccount, useServices } from '#services/services.ts'
import { useArticle } from '#services/use-article.ts'
import { hasDeliveries, isPartnerRenewable, isRenewalOff } from '#domain/deliveries.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { deliveryRules } from '#features/deliveries/delivery-rules.ts'
import { kindOf } from '#features/purchase/subscriber-kind.ts'
import { session } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { buttonClasses } from '#ui/button-classes.ts'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { DeliveryIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const title = 'Бесплатные доставки'

type DeliveryInfo = Data<'getDeliveryInfo'>['result']

/** The remaining free deliveries, and a notice when no one renews the subscription. Empty after a failed read (OO-08). */
export function Deliveries({ subscriber }: { subscriber: Subscriber }): ReactNode {
  const { api } = useAccount()
  const { partnerRenewable } = useServices().settings
  const { state } = useSnapshot(session)
  const kind = kindOf(subscriber)
  const isAsked = state === 'signedIn' && hasDeliveries({ ...subscriber, kind })
  const { data, isPending } = useQuery({ ...query(api, 'getDeliveryInfo'), enabled: isAsked })
  if (isAsked && isPending) return <DeliverySkeleton />
  const deliveries = isAsked && data ? data.result : null
  if (!deliveries) return null
  const isOff = isRenewalOff({
    deliveries,
    isPartnerRenewable: isPartnerRenewable({ ...subscriber.currentPeriod, kind }, partnerRenewable),
    autopaymentsEnabled: subscriber.autopaymentsEnabled,
    hasLastBundle: Boolean(subscriber.lastPeriod?.bundle),
  })
  return (
    <>
      {isOff && <RenewalOff endDate={subscriber.currentPeriod.endDate} />}
      <DeliveryBlock deliveries={deliveries} />
    </>
  )
}

function RenewalOff({ endDate }: { endDate: Date | null }): ReactNode {
  const [now] = useState(() => new Date())
  return (
    <Notice
      className="mt-4 lg:col-span-2"
      title="Продление выключено"
      text={`Партнёр больше не продлевает Пакет${endDate ? `. Он работает до ${moscowDay(endDate, now)}` : ''}`}
      action={
        <Link transition href="/manage" className={buttonClasses({ variant: 'secondary', width: 'mobile' })}>
          Управление подпиской
        </Link>
      }
    />
  )
}

function DeliveryBlock({ deliveries: { offers, offerRenewalDate } }: { deliveries: DeliveryInfo }): ReactNode {
  const { settings } = useServices()
  const showArticle = useArticle()
  const [now] = useState(() => new Date())
  const renewal = parseNullableDate(offerRenewalDate)
  // Chains that are not in the catalogue are not shown (OO-51).
  const known = deliveryChains.flatMap(({ id, name }) =>
    offers.filter((offer) => offer.id === id).map((offer) => ({ ...offer, name })),
  )
  if (known.length === 0) return null
  return (
    <Section title={title}>
      <ul className="grid gap-3">
        {known.map(({ id, name, availableDeliveries: left, maxFreeDeliveries: max }) => (
          <Card key={id} as="li" className="flex flex-wrap items-center gap-4">
            <span className="flex size-12 shrink-0 items-center justify-center rounded-m bg-mint text-brand">
              <DeliveryIcon />
            </span>
            <div className="min-w-0 flex-1 basis-[6em]">
              <p className="font-semibold">{settings.chains[name]}</p>
              <p className="text-soft">{left > 0 ? `Осталось ${left}\u00a0из\u00a0${max}` : 'Доставки закончились'}</p>
            </div>
            <Marks left={left} max={max} />
          </Card>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        {renewal && <p className="text-small text-soft">{`Обновятся ${moscowDay(renewal, now)}`}</p>}
        <Button
          size="s"
          variant="ghost"
          className="-mx-4 forced-colors:mx-0"
          onClick={() => showArticle(deliveryRules(settings.chains))}
        >
          Как обновляются
        </Button>
      </div>
    </Section>
  )
}

/** Has the size of the loaded block. */
const DeliverySkeleton = (): ReactNode => (
  <Section title={title}>
    <Loading />
    <div className="grid gap-3">
      {deliveryChains.map(({ id }) => (
        <Skeleton key={id} className="h-22 w-full rounded-l lg:h-24" />
      ))}
    </div>
    <Skeleton className="mt-5 h-6 w-48" />
  </Section>
)

const MAX_MARKS = 6
/** One mark for each delivery; used ones are grey. Decorative: the text beside it has the numbers. */
function Marks({ left, max }: { left: number; max: number }): ReactNode {
  if (max > MAX_MARKS) return null
  return (
    <span aria-hidden="true" className="flex shrink-0 gap-1.5">
      {Array.from({ length: max }, (_, place) => (
        <span
          key={place}
          className={classes(
            'size-3 rounded-xl forced-colors:border',
            place < left ? 'bg-brand forced-colors:bg-system-text' : 'bg-line',
          )}
        />
      ))}
    </span>
  )
}
