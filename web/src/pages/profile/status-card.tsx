import { bundleNamed, monthsOf, type Subscriber } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { tightRubles } from '#domain/money.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { type StatusBlock, statusBlock } from '#domain/status-block.ts'
import { statusInput } from '#features/purchase/choosing.ts'
import { payableKopecks } from '#features/purchase/payable.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'

interface Words {
  date: string
  price: string
}
/** The indicator (C-PROFILE-01..04). */
const chips = {
  awaitingPayment: { tone: 'orange', text: () => 'Ждёт оплаты' },
  until: { tone: 'orange', text: ({ date }: Words) => `До ${date}` },
  active: { tone: 'green', text: () => 'Активен' },
  off: { tone: 'red', text: () => 'Отключен' },
} as const satisfies Record<NonNullable<StatusBlock['chip']>, { tone: string; text(words: Words): string }>

/** The block's title and what it means (options §2; 'c' of 'Отключен c' is Latin there, OP-10). */
const titles = {
  connecting: { title: () => 'Пакет подключается', text: 'Обычно до 5 минут. Пришлём СМС, когда всё будет готово' },
  awaitingPayment: {
    title: () => 'Ждёт оплаты',
    text: 'Не получилось списать оплату. Оплатите, чтобы Пакет работал дальше',
  },
  activeUntil: {
    title: ({ date }: Words) => `Активен до ${date}`,
    text: 'Автопродление выключено: после этого дня Пакет отключится',
  },
  willBeCharged: {
    title: ({ date, price }: Words) => `${price} спишется ${date}`,
    text: 'Пакет продлится сам, с вашей основной карты',
  },
  active: { title: () => 'Активен', text: 'Преимущества Пакета работают' },
  offSince: {
    title: ({ date }: Words) => `Отключен c ${date}`,
    text: 'Подключите Пакет снова, чтобы вернуть преимущества',
  },
  none: { title: () => 'Пакет не подключён', text: 'Подключите и получайте больше с каждой покупки' },
} as const satisfies Record<StatusBlock['title'], { title(words: Words): string; text: string }>

const buttons = { buy: 'Подключить Пакет', pay: 'Оплатить Пакет' } as const

/** Where the subscription stands, and the button that buys or pays. */
export function StatusCard({ subscriber, onBuy }: { subscriber: Subscriber; onBuy: () => void }): ReactNode {
  const [now] = useState(() => new Date())
  const block = statusBlock(statusInput(subscriber))
  const { bundle, endDate, deactivationDate } = subscriber.currentPeriod
  const shownDate = block.title === 'offSince' ? deactivationDate : endDate
  const words = {
    date: shownDate ? moscowDay(shownDate, now) : '',
    price: tightRubles(payableKopecks(subscriber, now)),
  }
  const chip = block.chip && chips[block.chip]
  const { title, text } = titles[block.title]
  const term =
    bundle && block.title === 'willBeCharged' && monthsOf(bundleNamed(bundle)) > 1 ? bundleNamed(bundle) : null
  return (
    <Card padding="l" as="section" className="flex flex-col gap-6 lg:flex-row lg:items-end lg:justify-between">
      <div>
        {chip && <StatusChip tone={chip.tone}>{chip.text(words)}</StatusChip>}
        <Heading level={2} size="l" className={chip ? 'mt-4' : ''}>
          {title(words)}
        </Heading>
        <p className="mt-2 text-soft">{text}</p>
        {term && <p className="mt-1 text-small text-soft">Срок: {durationLabel(term.durationDays)}</p>}
      </div>
      {block.offers && (
        <Button size="l" onClick={onBuy}>
          {buttons[block.offers]}
        </Button>
      )}
    </Card>
  )
}
