import type { CounterOfferName, Failure } from '@paket/sdk'
import { type PartnerName, partnerPages } from '#domain/entry-pages.ts'
import type { GiftAction, PromoAction } from '#domain/promo-action.ts'
import { failureMessage } from '#flow/show-failure.ts'
import type { Message } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import { redirects } from '#messages/redirects.ts'
import { anotherTabStillBuys } from '#features/purchase/messages/another-tab.ts'
import { blockedMessages } from '#features/purchase/messages/blocked-messages.ts'
import { boughtMeanwhile, notKnown, openOrder, triedAgain } from '#features/purchase/messages/earlier-messages.ts'
import { codeOf, type PurchaseEnd } from './purchase-end.ts'

/** What the visit came with: it changes the words and the buttons of the success. */
export interface Visit {
  /** From the group's fridge: it leads back there (C-LAYOUT-08). */
  fromFridge: boolean
  /** An action; the gift of a partner's one can be taken (C-MODAL-26). */
  promo: PromoAction | null
  /** A partner, to whose page the success leads (OP-35). */
  partner?: PartnerName
}

const support = { label: 'Написать в поддержку', action: 'support' } as const
const retry = { label: 'Попробовать ещё раз', action: 'retry' } as const
const brokenOrder: Message = {
  id: 'payment-in-doubt',
  title: 'Произошла ошибка',
  text: 'Мы не узнали, чем закончилась оплата. Не платите второй раз: проверьте, подключается ли Пакет, или напишите в поддержку',
  image: 'error',
  buttons: [{ label: 'Проверить Пакет', action: 'check' }, support],
}
const declined: Message = {
  id: 'payment-declined',
  title: 'Не удалось оплатить',
  text: 'Банк отклонил платёж, деньги не списаны. Проверьте карту или выберите другую',
  image: 'error',
  buttons: [retry, support],
}
/** Titles of counter-offers (C-MODAL-28), our own words (OP-43). */
const counterOfferTitles = {
  freeMonth: 'Месяц в подарок подключён',
  discount6_40: 'Полгода со скидкой 40% подключены',
  discount12_40: 'Год со скидкой 40% подключён',
  discount1_90: 'Месяц со скидкой 90% подключён',
} as const satisfies Record<CounterOfferName, string>
const gifts = { shoko24: 'шоколад', litres: 'книгу от Литрес' } as const satisfies Record<GiftAction, string>

function purchased(
  { renewing, counterOffer }: Extract<PurchaseEnd, { kind: 'purchased' }>,
  { fromFridge, promo, partner }: Visit,
): Message {
  const sms = 'СМС с подтверждением придёт в течение 5 минут'
  const redirect = redirects[fromFridge ? 'fridge' : 'account']
  // The trial is no one's gift (OP-42).
  const gift = promo && promo !== 'trial' ? gifts[promo] : null
  return {
    id: 'purchased',
    title: counterOffer ? counterOfferTitles[counterOffer] : renewing ? 'Пакет продлён' : 'Сервис активирован',
    text: gift ? `${sms}. А пока заберите ${gift}` : sms,
    image: 'success',
    buttons: [
      ...(gift ? [{ label: 'Получить', action: 'promo' } as const] : []),
      ...(partner ? [{ label: `К подписке «${partnerPages[partner].partner}»`, action: 'partner' } as const] : []),
      redirect,
    ],
  }
}

type Refusal = Failure<'createOrder'>['name']
/** Nothing was ordered, and buying again may help (T4). After any other failure, a new one too, it is not offered: it could charge twice. */
const offeringRetry: readonly Refusal[] = ['timeIsOver', 'notSent']

/** Whether an order that was refused is not ordered again, even if asked to. */
export const isRefusedForGood = (end: PurchaseEnd): boolean =>
  end.kind === 'refused' && !offeringRetry.includes(end.failure.name)

/** What is shown of how a purchase ended; null when nothing is. */
export type EndMessage = (end: PurchaseEnd, visit: Visit) => Message | null

export const purchaseEndMessage: EndMessage = (end, visit) => {
  switch (end.kind) {
    case 'dismissed':
    case 'nothing':
    case 'toBank':
    case 'returnedFromPayment':
      return null
    case 'open':
      return openOrder(end.finish.by)
    case 'notKnown':
      return notKnown
    case 'boughtMeanwhile':
      return boughtMeanwhile
    case 'elsewhere':
      return anotherTabStillBuys
    case 'purchased':
      return purchased(end, visit)
    case 'blocked':
      return blockedMessages[end.block]
    case 'refused':
      return refusalMessage(end.failure)
    case 'declined':
      return declined
    case 'pointsDeclined':
      return messageOf({ outcome: 'points-not-charged' })
    case 'inDoubt': {
      const message = messageOf({ outcome: 'order-in-doubt' })
      return message && end.mayRetry ? triedAgain(message) : message
    }
    case 'cardsUnread':
    case 'pointsRefused':
      return failureMessage(end.failure)
    case 'statusUnread':
      return { ...brokenOrder, code: codeOf(end) }
    case 'invalid':
    case 'tooManyAttempts':
      return brokenOrder
  }
}

/** The outcome's words, which are not of a purchase alone, with what is charged. */
function refusalMessage(failure: Failure<'createOrder'>): Message | null {
  const message = failureMessage(failure)
  if (failure.outcome !== 'try-later' || !message) return message
  return { ...message, text: `Ничего не списано. ${message.text}` }
}
