import type { CounterOfferName, Failure } from '@paket/sdk'
import { type PartnerName, partnerPages } from '#domain/entry-pages.ts'
import type { GiftAction, PromoAction } from '#domain/promo-action.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { tellFailure } from '#flow/show-failure.ts'
import type { Message, MessageAnswer } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import { redirects } from '#messages/redirects.ts'
import { anotherTabStillBuys } from '#features/purchase/messages/another-tab.ts'
import { blockedMessages } from '#features/purchase/messages/blocked-messages.ts'
import { boughtMeanwhile, notKnown, openOrder, triedAgain } from '#features/purchase/messages/earlier-messages.ts'
import { codeOf, type PurchaseEnd } from './purchase-end.ts'

/** What follows a purchase's last modal. */
export type NextStep = 'retry' | 'finish' | 'giveUp' | 'support' | 'account' | 'fridge' | 'promo' | 'partner' | 'done'

/** What the visit came with: it changes the words and the buttons of the success. */
export interface Visit {
  /** From the group's fridge: it leads back there (C-LAYOUT-08). */
  fromFridge: boolean
  /** An action; the gift of a partner's one can be taken (C-MODAL-26). */
  promo: PromoAction | null
  /** A partner, to whose page the success leads (OP-35). */
  partner?: PartnerName
}

const support = { answer: 'support', label: 'Написать в поддержку' } as const
const retry = { answer: 'retry', label: 'Попробовать ещё раз' } as const
const brokenOrder: Message = {
  id: 'payment-in-doubt',
  title: 'Произошла ошибка',
  text: 'Мы не узнали, чем закончилась оплата. Не платите второй раз: проверьте, подключается ли Пакет, или напишите в поддержку',
  image: 'error',
  buttons: [{ answer: 'check', label: 'Проверить Пакет' }, support],
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
  discount6_40: 'Полгода со скидкой 40 % подключены',
  discount12_40: 'Год со скидкой 40 % подключён',
  discount1_90: 'Месяц со скидкой 90 % подключён',
} as const satisfies Record<CounterOfferName, string>
const gifts = { shoko24: 'шоколад', litres: 'книгу от Литрес' } as const satisfies Record<GiftAction, string>

function purchased(
  { renewing, counterOffer }: Extract<PurchaseEnd, { kind: 'purchased' }>,
  { fromFridge, promo, partner }: Visit,
): Message {
  const sms = 'СМС с подтверждением придёт в течение 5 минут'
  const redirect = redirects[fromFridge ? 'fridge' : 'account']
  // The trial is nobody's gift (OP-42).
  const gift = promo && promo !== 'trial' ? gifts[promo] : null
  return {
    id: 'purchased',
    title: counterOffer ? counterOfferTitles[counterOffer] : renewing ? 'Пакет продлён' : 'Сервис активирован',
    text: gift ? `${sms}. А пока заберите ${gift}` : sms,
    image: 'success',
    buttons: [
      ...(gift ? [{ answer: 'promo', label: 'Получить' } as const] : []),
      ...(partner ? [{ answer: 'partner', label: `К подписке «${partnerPages[partner].partner}»` } as const] : []),
      redirect,
    ],
  }
}

/**
 * Every failure of createOrder, in the order of T4: whether buying again may help. What is told comes from the outcome.
 * A failure that the contract adds does not compile until it has a row here.
 */
const orderRefusals = {
  orderUnavailable: 'tell',
  orderRejected: 'tell',
  tryLater: 'tell',
  alreadyConnecting: 'tell',
  partnerSubscription: 'tell',
  oneMorePeriod: 'tell',
  timeIsOver: 'offerRetry',
  employee: 'tell',
  unknownCode: 'tell',
  unexpectedStatus: 'tell',
  tooManyRequests: 'tell',
  notSent: 'offerRetry',
  // The order may exist: buying again could charge twice.
  underWay: 'tell',
  malformed: 'tell',
  noConnection: 'tell',
  timeOut: 'tell',
  // Told once for all calls, where the session is (OP-04).
  unauthorized: 'silent',
} as const satisfies Record<Failure<'createOrder'>['name'], 'tell' | 'offerRetry' | 'silent'>

/** Tells how a purchase ended; answers what follows. */
export async function showPurchaseEnd(
  end: PurchaseEnd,
  io: FlowPorts,
  visit: Visit = { fromFridge: false, promo: null },
): Promise<NextStep> {
  switch (end.kind) {
    case 'dismissed':
    case 'nothing':
    case 'toBank':
    case 'returnedFromPayment':
      return 'done'
    case 'open':
      return nextAfter(await io.ask('message', openOrder(end.finish.by)))
    case 'notKnown':
      return nextAfter(await io.ask('message', notKnown))
    case 'boughtMeanwhile':
      return nextAfter(await io.ask('message', boughtMeanwhile))
    case 'elsewhere':
      return nextAfter(await io.ask('message', anotherTabStillBuys))
    case 'purchased':
      return nextAfter(await io.ask('message', purchased(end, visit)))
    case 'blocked': {
      const message = blockedMessages[end.block]
      return message ? nextAfter(await io.ask('message', message)) : 'done'
    }
    case 'refused':
      return tellRefusal(end.failure, io)
    case 'declined':
      return nextAfter(await io.ask('message', declined))
    case 'pointsDeclined':
      return tell({ outcome: 'points-not-charged' }, io)
    case 'inDoubt':
      return tell({ outcome: 'order-in-doubt' }, io, end.mayRetry ? triedAgainOf : undefined)
    case 'cardsUnread':
    case 'pointsRefused':
      return tell(end.failure, io)
    case 'statusUnread':
      return nextAfter(await io.ask('message', { ...brokenOrder, code: codeOf(end) }))
    case 'invalid':
    case 'tooManyAttempts':
      return nextAfter(await io.ask('message', brokenOrder))
  }
}

async function tellRefusal(failure: Failure<'createOrder'>, io: FlowPorts): Promise<NextStep> {
  const row = orderRefusals[failure.name]
  if (row === 'silent') return 'done'
  const answer = await tell(failure, io, refusalMessageOf)
  return answer === 'retry' && row !== 'offerRetry' ? 'done' : answer
}

/** The outcome's words, which are not of a purchase alone, with what is charged. */
function refusalMessageOf(failure: Told): Message | null {
  const message = messageOf(failure)
  if (failure.outcome !== 'try-later' || !message) return message
  return { ...message, text: `Ничего не списано. ${message.text}` }
}

function triedAgainOf(failure: Told): Message | null {
  const message = messageOf(failure)
  return message && triedAgain(message)
}

type Told = Parameters<typeof messageOf>[0]

async function tell(failure: Told, io: FlowPorts, wordsOf?: (failure: Told) => Message | null): Promise<NextStep> {
  const answer = await tellFailure(failure, io, {}, wordsOf)
  return answer ? nextAfter(answer) : 'done'
}

/** What an answer to an end leads to. */
export function nextAfter(answer: MessageAnswer): NextStep {
  switch (answer) {
    case 'retry':
    case 'finish':
    case 'giveUp':
    case 'support':
    case 'fridge':
    case 'promo':
    case 'partner':
      return answer
    case 'account':
    case 'check':
      return 'account'
    case 'accept':
    case 'addCard':
    case 'options':
    case 'dismissed':
    case 'signIn':
    case 'signOut':
    case 'reload':
      return 'done'
  }
}
