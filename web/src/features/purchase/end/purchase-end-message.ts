import type { CounterOfferName, Failure } from '@paket/sdk'
import { type PartnerName, partnerPages } from '#domain/entry-pages.ts'
import type { GiftAction, PromoAction } from '#domain/promo-action.ts'
import { failureMessage } from '#flow/show-failure.ts'
import type { Message } from '#messages/message.ts'
import { noNetwork } from '#messages/no-network.ts'
import { codeOf, messageOf } from '#messages/outcome-messages.ts'
import { redirects } from '#messages/redirects.ts'
import { anotherTabStillBuys } from '#features/purchase/messages/another-tab.ts'
import { blockedMessages, newPrice } from '#features/purchase/messages/blocked-messages.ts'
import { boughtMeanwhile, notKnown, openOrder, withRetry } from '#features/purchase/messages/earlier-messages.ts'
import { isUnclear, type PurchaseEnd } from './purchase-end.ts'

/** How the visit started, which changes the message of a success. */
export interface Visit {
  /** The visit came from the fridge campaign, and the success leads back there (C-LAYOUT-08). */
  fromFridge: boolean
  /** The promo action of the visit; a partner's action has a gift (C-MODAL-26). */
  promo: PromoAction | null
  /** The partner whose page the success leads to (OP-35). */
  partner?: PartnerName
}

/** The messages that name the goods. */
export interface GoodsMessages {
  purchased: (end: Extract<PurchaseEnd, { kind: 'purchased' }>, visit: Visit) => Message
  declined: Message
  /** It is unknown whether there is an order (D-03). */
  inDoubt: Message | null
  /** It is unknown how the order ended. */
  brokenOrder: Message
}

const support = { label: 'Написать в поддержку', action: 'support' } as const
const retry = { label: 'Попробовать ещё раз', action: 'retry' } as const
/** The titles after a counter-offer (C-MODAL-28). The source has no texts for them: these are ours (OP-43). */
const counterOfferTitles = {
  freeMonth: 'Месяц в подарок подключён',
  discount6_40: 'Полгода со скидкой 40% подключены',
  discount12_40: 'Год со скидкой 40% подключён',
  discount1_90: 'Месяц со скидкой 90% подключён',
} as const satisfies Record<CounterOfferName, string>
const gifts = { shoko24: 'шоколад', litres: 'книгу от Литрес' } as const satisfies Record<GiftAction, string>

type Refusal = Failure<'createOrder'>['name']
/** Failures after which a retry is offered: nothing was ordered, and it may help (T4). After any other failure a retry could charge twice. */
const offeringRetry: readonly Refusal[] = ['timeIsOver', 'notSent']

/** Whether a refused order must not be repeated, whatever button its message has. */
export const isRefusedForGood = (end: PurchaseEnd): boolean =>
  end.kind === 'refused' && !offeringRetry.includes(end.failure.name)

/** The message for the end of a purchase; null when nothing is shown. */
export type EndMessage = (end: PurchaseEnd, visit: Visit) => Message | null

export const endMessage =
  ({ purchased, declined, inDoubt, brokenOrder }: GoodsMessages): EndMessage =>
  (end, visit) => {
    switch (end.kind) {
      case 'dismissed':
      case 'nothing':
      case 'toBank':
      case 'returnedFromPayment':
        return null
      case 'offline':
        return { ...noNetwork, buttons: [retry, ...noNetwork.buttons] }
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
      case 'newPrice':
        return newPrice(end.sum)
      case 'refused':
        if (isUnclear(end.failure)) return { ...brokenOrder, code: codeOf(end.failure) }
        return end.failure.outcome === 'order-in-doubt' ? inDoubt : refusalMessage(end.failure)
      case 'declined':
        return declined
      case 'pointsDeclined':
        return messageOf({ outcome: 'points-not-charged' })
      case 'inDoubt':
        return inDoubt && end.mayRetry ? withRetry(inDoubt) : inDoubt
      case 'cardsUnread':
      case 'pointsRefused':
        return failureMessage(end.failure)
      case 'statusUnread':
        return { ...brokenOrder, code: codeOf(end.failure) }
      case 'invalid':
      case 'tooManyAttempts':
        return brokenOrder
    }
  }

export const bundleMessages: GoodsMessages = {
  purchased({ renewing, counterOffer }, { fromFridge, promo, partner }) {
    const sms = 'СМС с подтверждением придёт в течение 5 минут'
    const redirect = redirects[fromFridge ? 'fridge' : 'account']
    // The trial has no gift (OP-42).
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
  },
  declined: {
    id: 'payment-declined',
    title: 'Не удалось оплатить',
    text: 'Банк отклонил платёж, деньги не списаны. Проверьте карту или выберите другую',
    image: 'error',
    buttons: [retry, support],
  },
  inDoubt: messageOf({ outcome: 'order-in-doubt' }),
  brokenOrder: {
    id: 'payment-in-doubt',
    title: 'Произошла ошибка',
    text: 'Мы не узнали, чем закончилась оплата. Не платите второй раз: проверьте, подключается ли Пакет, или напишите в поддержку',
    image: 'error',
    buttons: [{ label: 'Проверить Пакет', action: 'check' }, support],
  },
}
export const purchaseEndMessage = endMessage(bundleMessages)

/** The message of a refusal. The outcome's general text is preceded by the fact that nothing was charged. */
function refusalMessage(failure: Failure<'createOrder'>): Message | null {
  const message = failureMessage(failure)
  if (failure.outcome !== 'try-later' || !message) return message
  return { ...message, text: `Ничего не списано. ${message.text}` }
}
