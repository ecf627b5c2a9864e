import type { BundleName, Subscriber } from '@paket/sdk'
import { rubles } from '#domain/money.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { type StatusBlock, statusBlock } from '#domain/status-block.ts'
import { payableKopecks } from './payable.ts'
import { kindOf, statusInput } from './subscriber-kind.ts'

interface Values {
  /** Null when the backend has no date; then the texts name no day. */
  date: string | null
  price: string
}
interface Title {
  title: (values: Values) => string
  tone?: 'orange' | 'red'
  text: string
}
/** The chips (C-PROFILE-01..04). */
const chips = {
  awaitingPayment: { tone: 'orange', text: () => 'Ждёт оплаты' },
  until: { tone: 'orange', text: ({ date }: Values) => (date ? `До ${date}` : 'До конца срока') },
  active: { tone: 'green', text: () => 'Активен' },
  off: { tone: 'red', text: () => 'Отключен' },
} as const satisfies Record<NonNullable<StatusBlock['chip']>, { tone: string; text(words: Values): string }>

/** The titles and texts of the block (options §2). The 'c' of 'Отключен c' is Latin, as in the source (OP-10). Titles without a source are ours. */
const titles = {
  connecting: { title: () => 'Пакет подключается', text: 'Обычно до 5 минут. Пришлём СМС, когда всё будет готово' },
  awaitingPayment: {
    title: () => 'Оплатите Пакет',
    text: 'Не получилось списать оплату. Оплатите, чтобы Пакет работал дальше',
  },
  activeUntil: {
    title: ({ date }: Values) => `Активен до ${date ?? 'конца срока'}`,
    tone: 'orange',
    text: 'Автопродление выключено: когда срок закончится, Пакет отключится',
  },
  willBeCharged: {
    title: ({ date, price }: Values) => `${price} спишется ${date ?? 'в конце срока'}`,
    text: 'Пакет продлится сам, с вашей основной карты',
  },
  active: { title: () => 'Пакет работает', text: 'Все преимущества уже с вами' },
  familyMember: { title: () => 'Вы в Семье', text: 'За Пакет платит организатор Семьи' },
  employee: { title: () => 'Бесплатно для сотрудников', text: 'Платить за Пакет не нужно, пока вы работаете у нас' },
  offSince: {
    title: ({ date }: Values) => (date ? `Отключен c ${date}` : 'Пакет отключен'),
    tone: 'red',
    text: 'Подключите Пакет снова, чтобы вернуть преимущества',
  },
  none: { title: () => 'Пакет не подключён', text: 'Подключите и получайте больше с каждой покупки' },
} satisfies Record<StatusBlock['title'], Title>

/** Partners with their own text while a subscription is being connected (O-PROFILE-04, O-PROFILE-05). */
const connectingTexts: { readonly [Name in BundleName]?: string } = {
  yandex: 'Подключаем по вашей подписке Яндекса. Обычно до 5 минут, затем придёт СМС',
  wink: 'Подключаем по вашей подписке Wink. Обычно до 5 минут, затем придёт СМС',
}

/** Only the partner switches its renewal, and whether it is on is unknown here (OO-48). */
const renewedByPartner = 'Продлением управляет партнёр, от которого подключён Пакет'

/** The text of a partner's subscription that replaces the usual one. */
function ownTextOf(title: StatusBlock['title'], subscriber: Subscriber): string | undefined {
  const { bundle } = subscriber.currentPeriod
  if (title === 'connecting') return bundle ? connectingTexts[bundle] : undefined
  return title === 'activeUntil' && kindOf(subscriber) === 'partner' ? renewedByPartner : undefined
}

const namesItsEnd = new Set<StatusBlock['title']>(['activeUntil', 'willBeCharged'])

/** The texts of the status block. */
export interface StatusWords {
  chip: { tone: 'green' | 'orange' | 'red'; text: string } | null
  title: string
  tone?: 'orange' | 'red' | undefined
  text: string
  /** When the texts become outdated, because the day that they name has passed; ms since 1970. */
  until: number | null
}

/** The texts of a subscription's status (O-PROFILE-01, OO-48). */
export function statusWords(subscriber: Subscriber, now: Date): StatusWords {
  const block = statusBlock(statusInput(subscriber))
  const { endDate, deactivationDate } = subscriber.currentPeriod
  const shownDate = block.title === 'offSince' ? deactivationDate : endDate
  const values = {
    date: shownDate && moscowDay(shownDate, now),
    price: rubles(payableKopecks(subscriber, now)),
  }
  const chip = block.chip && chips[block.chip]
  const { title, tone, text }: Title = titles[block.title]
  return {
    chip: chip && { tone: chip.tone, text: chip.text(values) },
    title: title(values),
    tone,
    text: ownTextOf(block.title, subscriber) ?? text,
    until: namesItsEnd.has(block.title) ? (endDate?.getTime() ?? null) : null,
  }
}
