import type { BankCard, Subscriber } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { endsBefore } from '#domain/card-expiry.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { buttonClasses } from '#ui/button-classes.ts'
import { Notice } from '#ui/notice.tsx'

interface Props {
  /** Null or undefined as long as no main card is known. */
  card: BankCard | null | undefined
  subscriber: Subscriber
  tone?: 'grey' | undefined
}

/** Says in time that the main card ends before the next charge, and where another one is added (OO-92). */
export function CardEnds({ card, subscriber, tone }: Props): ReactNode {
  const [now] = useState(() => new Date())
  const { endDate } = subscriber.currentPeriod
  if (!card || !endDate || endDate <= now || !endsBefore(card.expiry, endDate)) return null
  const digits = card.mask?.slice(-4) ?? ''
  return (
    <Notice
      className="mt-4"
      tone={tone}
      title={`Карта •••• ${digits} действует до ${card.expiry}`}
      text={`Пакет продлится ${moscowDay(endDate, now)}, к этому дню она закончится. Добавьте другую, чтобы он не отключился`}
      action={
        <Link transition href="/payment_methods" className={buttonClasses({ variant: 'secondary' })}>
          Добавить карту
        </Link>
      }
    />
  )
}
