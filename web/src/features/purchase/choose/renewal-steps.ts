import { dailyPointsDeduction } from '@paket/sdk'
import { durationLabel } from '#domain/duration.ts'
import type { Article } from '#domain/article.ts'

const MONTH_DAYS = 31

/** How the subscription is renewed, and what happens when the payment fails (C-RENEW-05..13). The source has no text for it: this one is ours (OP-61). */
export function renewalSteps(days: number): string[] {
  const isLong = days > MONTH_DAYS
  return [
    'В конце срока оплата спишется с привязанной карты',
    `Пакет продлится ещё на ${durationLabel(days)}`,
    'Если списать не получится, пришлём СМС и попробуем снова в течение 24 часов',
    'Если не получится и тогда, спишем оплату баллами',
    ...(isLong
      ? [
          'Если баллов не хватит на весь срок, спишем с карты оплату за 1 месяц',
          'Если и это не получится, спишем баллами оплату за 1 месяц',
        ]
      : []),
    'Если баллов не хватит, спишем все баллы, а остаток с карты в рублях',
    `Если не получится, будем списывать по ${dailyPointsDeduction} баллов в день`,
    'Когда списать будет нечего, сервис отключится',
  ]
}

/** The renewal steps as an article (O-MODAL-20). */
export const renewalArticle = (days: number): Article => ({
  title: 'Как продлевается Пакет',
  text: 'Продление можно отключить в любой момент: до конца оплаченного срока всё будет работать',
  points: renewalSteps(days).map((text) => ({ text })),
  isOrdered: true,
  offersSupport: true,
})
