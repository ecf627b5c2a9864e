import type { BankCard, Subscriber } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { endsBefore } from '#domain/card-expiry.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { buttonClasses } from '#ui/button-classes.ts'
import { Notice } from '#ui/notice.tsx'

interface Props {
  /** The main card; null or undefined when there is none, or it is not loaded. */
  card: BankCard | null | undefined
  subscriber: Subscriber
  tone?: 'grey' | undefined
}

/** Warns that the main card expires before the next charge, and leads to the page where another one is added (OO-92). */
export function CardExpiryNotice({ card, subscriber, tone }: Props): ReactNode {
  const [now] = useState(() => new Date())
  const { endDate } = subscriber.currentPeriod
  if (!card || !endDate || endDate <= now || !endsBefore(card.expiry, endDate)) return null
  const digits = card.mask?.slice(-4) ?? ''
  const hasExpired = endsBefore(card.expiry, now)
  const renewed = `Пакет продлится ${moscowDay(endDate, now)}`
  return (
    <Notice
      className="mt-4"
      tone={tone}
      title={hasExpired ? `Срок карты •••• ${digits} истёк` : `Карта •••• ${digits} действует до ${card.expiry}`}
      text={`${renewed}, ${hasExpired ? 'а с этой карты оплатить его уже нельзя' : 'к этому дню она закончится'}. Добавьте другую, чтобы он не отключился`}
      action={
        <Link transition href="/payment_methods" className={buttonClasses({ variant: 'secondary' })}>
          Добавить карту
        </Link>
      }
    />
  )
}
