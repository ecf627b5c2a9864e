import { bundleNamed, type BundleName, monthsOf, type Subscriber } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { type StatusBlock, statusBlock } from '#domain/status-block.ts'
import { payableKopecks } from './payable.ts'
import { kindOf, statusInput } from './subscriber-kind.ts'
import { Button } from '#ui/button.tsx'
import { buttonClasses } from '#ui/button-classes.ts'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Heading } from '#ui/heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'

interface Words {
  /** Null where the backend does not say; then nothing that is said has a day. */
  date: string | null
  price: string
}
interface Title {
  title: (words: Words) => string
  tone?: 'text-orange' | 'text-red'
  text: string
}
/** The indicator (C-PROFILE-01..04). */
const chips = {
  awaitingPayment: { tone: 'orange', text: () => 'Ждёт оплаты' },
  until: { tone: 'orange', text: ({ date }: Words) => (date ? `До ${date}` : 'До конца срока') },
  active: { tone: 'green', text: () => 'Активен' },
  off: { tone: 'red', text: () => 'Отключен' },
} as const satisfies Record<NonNullable<StatusBlock['chip']>, { tone: string; text(words: Words): string }>

/** The block's title and what it means (options §2; 'c' of 'Отключен c' is Latin there, OP-10). Titles that the sources do not give are our own. */
const titles = {
  connecting: { title: () => 'Пакет подключается', text: 'Обычно до 5 минут. Пришлём СМС, когда всё будет готово' },
  awaitingPayment: {
    title: () => 'Оплатите Пакет',
    text: 'Не получилось списать оплату. Оплатите, чтобы Пакет работал дальше',
  },
  activeUntil: {
    title: ({ date }: Words) => `Активен до ${date ?? 'конца срока'}`,
    tone: 'text-orange',
    text: 'Автопродление выключено: когда срок закончится, Пакет отключится',
  },
  willBeCharged: {
    title: ({ date, price }: Words) => `${price} спишется ${date ?? 'в конце срока'}`,
    text: 'Пакет продлится сам, с вашей основной карты',
  },
  active: { title: () => 'Пакет работает', text: 'Все преимущества уже с вами' },
  familyMember: { title: () => 'Вы в Семье', text: 'За Пакет платит организатор Семьи' },
  employee: { title: () => 'Бесплатно для сотрудников', text: 'Платить за Пакет не нужно, пока вы работаете у нас' },
  offSince: {
    title: ({ date }: Words) => (date ? `Отключен c ${date}` : 'Пакет отключен'),
    tone: 'text-red',
    text: 'Подключите Пакет снова, чтобы вернуть преимущества',
  },
  none: { title: () => 'Пакет не подключён', text: 'Подключите и получайте больше с каждой покупки' },
} satisfies Record<StatusBlock['title'], Title>

/** Partners that say themselves when a subscription is connected (O-PROFILE-04, O-PROFILE-05). */
const connectingTexts: { readonly [Name in BundleName]?: string } = {
  yandex: 'Подключаем по вашей подписке Яндекса. Обычно до 5 минут, затем придёт СМС',
  wink: 'Подключаем по вашей подписке Wink. Обычно до 5 минут, затем придёт СМС',
}

/** Whether the partner goes on renewing is not known here; it alone switches that on and off (OO-48). */
const renewedByPartner = 'Продлением управляет партнёр, от которого подключён Пакет'

const buttons = { buy: 'Подключить Пакет', pay: 'Оплатить Пакет' } as const

/** What a partner's subscription says instead of the usual. */
function ownTextOf(title: StatusBlock['title'], subscriber: Subscriber): string | undefined {
  const { bundle } = subscriber.currentPeriod
  if (title === 'connecting') return bundle ? connectingTexts[bundle] : undefined
  return title === 'activeUntil' && kindOf(subscriber) === 'partner' ? renewedByPartner : undefined
}

interface Props {
  subscriber: Subscriber
  onBuy: () => void
  /** It stands where the subscription is managed: no way there, and a surface for a white page. */
  isManaging?: boolean
}

/** Where the subscription stands, and the buttons that buy or pay and manage (O-PROFILE-01, OO-48). */
export function StatusCard({ subscriber, onBuy, isManaging = false }: Props): ReactNode {
  const [now] = useState(() => new Date())
  const block = statusBlock(statusInput(subscriber))
  const leadsToManage = block.manages && !isManaging
  const { bundle, endDate, deactivationDate } = subscriber.currentPeriod
  const shownDate = block.title === 'offSince' ? deactivationDate : endDate
  const words = {
    date: shownDate && moscowDay(shownDate, now),
    price: rubles(payableKopecks(subscriber, now)),
  }
  const chip = block.chip && chips[block.chip]
  const { title, tone, text }: Title = titles[block.title]
  const ownText = ownTextOf(block.title, subscriber)
  const term =
    bundle && block.title === 'willBeCharged' && monthsOf(bundleNamed(bundle)) > 1 ? bundleNamed(bundle) : null
  return (
    <Card
      tone={isManaging ? 'grey' : 'white'}
      padding={isManaging ? 'm' : 'l'}
      as="section"
      className="flex flex-col gap-6 lg:flex-row lg:items-center lg:justify-between"
    >
      <div>
        {chip && <StatusChip tone={chip.tone}>{chip.text(words)}</StatusChip>}
        <Heading level={2} size="l" className={classes(chip && 'mt-4', tone)}>
          {title(words)}
        </Heading>
        <p className="mt-2 text-soft">{ownText ?? text}</p>
        {term && <p className="mt-1 text-small text-soft">Срок: {durationLabel(term.durationDays)}</p>}
      </div>
      {(block.offers ?? leadsToManage) && (
        <div className="flex shrink-0 flex-col gap-2 lg:items-stretch">
          {block.offers && (
            <Button size="l" onClick={onBuy}>
              {buttons[block.offers]}
            </Button>
          )}
          {leadsToManage && (
            <Link transition href="/manage" className={buttonClasses({ variant: 'secondary' })}>
              Управление подпиской
            </Link>
          )}
        </div>
      )}
    </Card>
  )
}
