import { type BankCard, type Bundle, bundleNamed, fullBundles } from '@paket/sdk'
import { PROMOCODE_VALID_MS } from '#domain/promocode.ts'
import { cashbackArticles } from '#features/cashback/cashback-articles.ts'
import { howToGetCard } from '#features/loyalty/card-help.ts'
import { anotherTabBuys, anotherTabStillBuys } from '#features/purchase/messages/another-tab.ts'
import { blockedMessages, newPrice } from '#features/purchase/messages/blocked-messages.ts'
import { boughtMeanwhile, notKnown, openOrder, withRetry } from '#features/purchase/messages/earlier-messages.ts'
import { leavingCheckout } from '#features/purchase/messages/leaving-checkout.ts'
import { transitionMessage } from '#features/purchase/messages/transition-message.ts'
import type { ModalName, Modals } from '#modals/define-modal.ts'
import { noNetwork } from '#messages/no-network.ts'
import { messageOf, outcomes } from '#messages/outcome-messages.ts'

type Given<Name extends ModalName> = Modals[Name]['given']
/** The examples of a modal, at least one, each with a short label of what differs. */
type Examples<Name extends ModalName> = readonly [Example<Name>, ...Example<Name>[]]
export type Example<Name extends ModalName> = readonly [what: string, given: Given<Name>]

const card: BankCard = { id: 'card', isMainCard: true, type: 'MIR', mask: '220012******4417', expiry: '08/29' }
const month = bundleNamed('standard199')
const year = bundleNamed('standardtwelve1599')
const plans = fullBundles().map(({ name }) => name)
const ENOUGH_POINTS = 12_510

const typing: Given<'enterPromocode'> = {
  value: '',
  problem: null,
  isSubscribed: false,
  without: month,
  check: async () => ({ kind: 'problem', problem: { kind: 'unknown' } }),
  onEdit: () => undefined,
}
const checked: Given<'activatePromocode'>['promocode'] = {
  value: 'FULL199',
  promocodeId: 'full199',
  bundle: month,
  priceKopecks: month.priceKopecks,
  durationDays: month.durationDays,
  reward: { type: 'auto_add_scores', amount: 3000, of: 'points', expireAt: null, receiptKopecks: null },
}
const payment = (
  { priceKopecks, durationDays: days }: Bundle,
  own: Partial<Given<'chooseCard'>> = {},
): Given<'chooseCard'> => ({
  goods: 'bundle',
  priceKopecks,
  days,
  renewalDays: days,
  mainCard: card,
  points: null,
  ...own,
})

const tag = (name: string, label: string, icon: string, filterGroup: string) => ({ name, label, icon, filterGroup })
const offers = [
  [tag('food', 'Еда', 'cup', 'Категории'), tag('shops', 'В магазинах', 'shop', 'Где')],
  [tag('leisure', 'Развлечения', 'ticket', 'Категории'), tag('online', 'Онлайн', 'globe', 'Где')],
].map((tags) => ({ type: 'common' as const, bundles: [], tags }))
const cancelled = {
  type: 'CANCEL_SUBSCRIPTION',
  worksUntil: 'Пакет работает до 2 декабря',
  // Saving fails, so the form stays open and says so.
  save: async () => false,
} as const
const reasons = [
  'Дорого',
  'Редко хожу в эти магазины',
  'Не нашёл нужных предложений партнёров и доставок рядом с домом',
].map((value) => ({ id: value, value }))

const terms = { plans, selected: month.name, onChoice: () => undefined }

const failures = outcomes.flatMap((outcome): Example<'message'>[] => {
  const message = messageOf({ outcome, code: 5000 })
  return message ? [[outcome, message]] : []
})

const triedTooOften = failures.flatMap(([what, message]): Example<'message'>[] =>
  what === 'try-again' ? [['tried too often', { ...message, waitUntil: Date.now() + 72_000 }]] : [],
)
const notFound = failures.flatMap(([what, message]): Example<'message'>[] =>
  what === 'order-in-doubt' ? [['order not found', withRetry(message)]] : [],
)

/**
 * Every modal with example data. The gallery, its pictures and the checks of every modal are made from it:
 * a modal that a feature defines does not compile until it has an example here.
 */
export const galleryModals: { readonly [Name in ModalName]: Examples<Name> } = {
  chooseCard: [
    ['main card', payment(month)],
    ['new card only', payment(year, { mainCard: null })],
    ['points too', payment(month, { points: ENOUGH_POINTS })],
    ['few points', payment(month, { points: 12 })],
    ['an option', payment(month, { goods: 'option' })],
    ['by promocode', payment(month, { promocode: 'FULL199' })],
  ],
  chooseBundle: [
    ['all bundles', { selected: month.name }],
    ['pay again', { selected: month.name, payAgain: true }],
    ['at a discount', { selected: year.name, plans: [year.name, 'standardsix899'], discountPercent: 40 }],
  ],
  chooseTariff: [
    ['rubles only', { ...terms, balance: null }],
    ['enough points', { ...terms, balance: { kind: 'known', points: ENOUGH_POINTS } }],
    ['few points', { ...terms, balance: { kind: 'known', points: 12 } }],
    ['points off', { ...terms, balance: { kind: 'off' } }],
    ['points unverified', { ...terms, balance: { kind: 'unverified' } }],
  ],
  enterPromocode: [
    ['empty', typing],
    ['unknown', { ...typing, value: 'ВЫГОДА7', problem: { kind: 'unknown' } }],
    ['conditions', { ...typing, value: 'FG100', problem: { kind: 'conditions' }, isSubscribed: true }],
  ],
  activatePromocode: [
    ['points', { promocode: checked, until: Date.now() + PROMOCODE_VALID_MS }],
    [
      'discount',
      {
        promocode: { ...checked, value: 'ВЫГОДА12', bundle: year, durationDays: year.durationDays, reward: null },
        until: Date.now() + PROMOCODE_VALID_MS,
      },
    ],
  ],
  addMember: [
    ['empty', { name: '', phone: '' }],
    ['filled', { name: 'Мария', phone: '79161112233' }],
  ],
  familyBenefits: [['all', {}]],
  aboutFamily: [
    ['two places', { title: 'Семья', priceKopecks: month.priceKopecks, days: month.durationDays, places: 2 }],
  ],
  counterOffer: [
    ['free month', { offers: ['freeMonth'] }],
    ['90 percent', { offers: ['discount1_90'] }],
    ['40 percent', { offers: ['discount12_40', 'discount6_40'] }],
  ],
  rejectReasons: [
    ['reasons', { ...cancelled, reasons }],
    ['comment only', { ...cancelled, reasons: [] }],
  ],
  cardIssued: [['news', {}]],
  onboarding: [
    ['first slide', { hasDeliveries: true, managesRenewal: true }],
    ['of a family member', { hasDeliveries: false, managesRenewal: false }],
  ],
  story: [
    [
      'two slides',
      {
        title: 'Кешбэк баллами',
        slides: [
          {
            title: 'Баллы с каждой покупки',
            text: 'Покажите карту лояльности на кассе',
            image: '/stories/cashback.svg',
          },
          { title: 'Или сам Пакет', text: 'Баллами можно оплатить и его', image: '/stories/points.svg' },
        ],
      },
    ],
  ],
  chooseStore: [
    [
      'two stores',
      {
        stores: [
          { name: 'Пятёрочка', url: '#store' },
          { name: 'Перекрёсток', url: '#other-store' },
        ],
        answersAddresses: false,
      },
    ],
  ],
  support: [
    [
      'every way',
      {
        contacts: [
          { kind: 'telegram', url: '#telegram' },
          { kind: 'vk', url: '#vk' },
          { kind: 'email', url: 'mailto:support@paket.example' },
        ],
        answersUrl: '#answers',
        hasChat: true,
        answersAddresses: false,
      },
    ],
  ],
  filterOffers: [
    ['two groups', { offers, chosen: [] }],
    ['nothing is left', { offers, chosen: ['food', 'online'] }],
  ],
  waiting: [['another tab', anotherTabBuys]],
  article: [
    ['steps, support', howToGetCard],
    ...cashbackArticles.map((article): Example<'article'> => [article.title, article]),
  ],
  message: [
    [
      'success',
      {
        id: 'purchased',
        title: 'Сервис активирован',
        text: 'СМС с подтверждением придёт в течение 5 минут',
        image: 'success',
        buttons: [
          { label: 'Получить', action: 'promo' },
          { label: 'Перейти в личный кабинет', action: 'account' },
        ],
      },
    ],
    [
      'cannot be undone',
      {
        id: 'card-removal-question',
        title: 'Удалить карту •••• 4417?',
        text: 'Пакет перестанет продлеваться сам, пока вы не добавите другую карту',
        image: 'card',
        buttons: [
          { label: 'Удалить', action: 'accept', danger: true },
          { label: 'Оставить', action: 'dismissed' },
        ],
      },
    ],
    ['halfYear', transitionMessage('halfYear')],
    ['leaving the checkout', leavingCheckout],
    ['family member', blockedMessages['family-member']],
    ['has one', blockedMessages.alreadyHas],
    ['has the option', blockedMessages.hasOption],
    ['new price', newPrice({ kopecks: month.priceKopecks, in: 'rubles' })],
    ['new main card', blockedMessages.newMainCard],
    ['order at the bank', openOrder('bank')],
    ['order for points', openOrder('points')],
    ['order without an end', openOrder('looking')],
    ['bought meanwhile', boughtMeanwhile],
    ['another tab still buys', anotherTabStillBuys],
    ['order not known', notKnown],
    ['no network', noNetwork],
    ...triedTooOften,
    ...failures,
    ...notFound,
  ],
}
