import type { OperationId } from '@paket/sdk'
import type { FunctionComponent } from 'react'
import {
  activationPaths,
  type FastBuy,
  fastBuyOf,
  fastBuyPaths,
  isPartnerName,
  type PartnerName,
  partnerNames,
} from '#domain/entry-pages.ts'

/** What a page can read: a call of the contract, or the content system's page. */
export type Read = OperationId | 'content'
/** The contract's example that answers each read; reads without an entry get the first one. */
type Answers = Partial<Record<Read, string>>
/** What the gallery needs to show a page's states: loading, empty, failing, broken. */
export interface PageStates {
  /** The reads that the page waits for. They stay pending in the state `loading`, fail in `failing`, and answer an empty result in `broken`. */
  reads: readonly [Read, ...Read[]]
  /** Answers in all states: the subscriber who looks at the page. */
  with?: Answers
  /** Answers with which the page is empty; null when it never is. */
  empty: Answers | null
}

/** An address at which gallery, screenshots and browser tests open a page; `as` is the mock scenario, without it a visitor opens it. */
export interface Visit {
  path: string
  as?: string
}

/** A page in a chunk of its own. `propsAt` makes its props from the path; null when the path has no page. */
export interface PageChunk {
  load: () => Promise<FunctionComponent<never>>
  /** The page, once `load` has succeeded. */
  loaded?: FunctionComponent<never>
  propsAt: (path: string) => object | null
}
function chunkAt<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  propsAt: (path: string) => Props | null,
): PageChunk {
  let loading: ReturnType<PageChunk['load']> | undefined
  // Once, so that a failure is reported once: the browser does not retry a failed module either.
  const page: PageChunk = { load: () => (loading ??= load().then((loaded) => (page.loaded = loaded))), propsAt }
  return page
}
const chunk = (load: () => Promise<FunctionComponent>): PageChunk => chunkAt(load, () => ({}))

export type RouteRow = Place & Drawn
interface Place {
  /** The router's pattern, or several for the same page. */
  path: string | readonly string[]
  /** Its fixed heading; null when the content decides it. */
  title: string | null
  /** Its background, also while it loads (C-LAYOUT-03, C-LAYOUT-04). */
  tone: 'white' | 'grey'
  /** Null for a page that reads nothing. */
  states: PageStates | null
  /** The first visit shows the most; `leadsOn`: the page only redirects. */
  visits: readonly [Visit, ...Visit[]] | 'leadsOn'
}
/** Who may see a page, and what renders it. A page of `app` or `account` does not compile until `app.tsx` or `account-routes.tsx` has its component. */
type Drawn =
  /** Rendered by the app itself, without an account. */
  | { access: 'anyone'; page: 'app' }
  /** `account`: signed-in users only; visitors are sent to the sign-in (C-GUARD-01). `entry`: visitors see an offer (`entry-routes.tsx`). */
  | { access: 'account' | 'entry'; page: 'account' | PageChunk }

/** A row of a page that the app itself renders for anyone. Without `visits` it only redirects. */
const ofApp = <const Row extends { path: string; visits?: Place['visits'] }>(row: Row) =>
  ({ title: null, tone: 'grey', access: 'anyone', page: 'app', states: null, visits: 'leadsOn', ...row }) as const

/** All addresses of the app; the first row that matches counts. */
export const routes = {
  landing: {
    path: '/',
    title: null,
    tone: 'white',
    access: 'anyone',
    page: 'app',
    states: null,
    visits: [{ path: '/' }],
  },
  profile: {
    path: '/profile',
    title: 'Главная',
    tone: 'grey',
    access: 'account',
    page: 'account',
    states: { reads: ['getClientData'], empty: { getClientData: 'registered' } },
    visits: [
      { path: '/profile', as: 'activated' },
      { path: '/profile', as: 'registered' },
      { path: '/profile', as: 'grace' },
    ],
  },
  paymentGateway: {
    path: '/payment_gateway',
    title: null,
    tone: 'grey',
    access: 'account',
    page: 'account',
    states: null,
    visits: 'leadsOn',
  },
  manage: {
    path: '/manage',
    title: 'Управление подпиской',
    tone: 'white',
    access: 'account',
    page: chunk(() => import('#pages/manage/manage-page.tsx').then(({ ManagePage }) => ManagePage)),
    states: { reads: ['getClientData'], empty: { getClientData: 'registered', getBankCards: 'none' } },
    visits: [
      { path: '/manage', as: 'activated' },
      { path: '/manage', as: 'registered' },
    ],
  },
  paymentMethods: {
    path: '/payment_methods',
    title: 'Способы оплаты',
    tone: 'white',
    access: 'account',
    page: chunk(() =>
      import('#pages/payment-methods/payment-methods-page.tsx').then(({ PaymentMethodsPage }) => PaymentMethodsPage),
    ),
    states: { reads: ['getBankCards'], empty: { getBankCards: 'none' } },
    visits: [
      { path: '/payment_methods', as: 'activated' },
      { path: '/payment_methods', as: 'no-cards' },
    ],
  },
  paymentHistory: {
    path: '/payment_history',
    title: 'История платежей',
    tone: 'white',
    access: 'account',
    page: chunk(() =>
      import('#pages/payment-history/payment-history-page.tsx').then(({ PaymentHistoryPage }) => PaymentHistoryPage),
    ),
    states: { reads: ['getPayments'], empty: { getPayments: 'none' } },
    visits: [
      { path: '/payment_history', as: 'activated' },
      { path: '/payment_history', as: 'registered' },
    ],
  },
  offers: {
    path: '/offers',
    title: 'Мой Пакет',
    tone: 'grey',
    access: 'account',
    page: chunk(() => import('#pages/offers/offers-page.tsx').then(({ OffersPage }) => OffersPage)),
    states: { reads: ['content'], empty: { content: 'none' } },
    visits: [{ path: '/offers', as: 'activated' }],
  },
  offer: {
    path: '/offers/:name',
    title: null,
    tone: 'grey',
    access: 'account',
    page: chunk(() => import('#pages/offers/offer-page.tsx').then(({ OfferPage }) => OfferPage)),
    states: { reads: ['content'], empty: null },
    visits: [{ path: '/offers/books', as: 'activated' }],
  },
  loyaltyCards: {
    path: '/loyalty_cards',
    title: 'Карты лояльности',
    tone: 'grey',
    access: 'account',
    page: chunk(() =>
      import('#pages/loyalty-cards/loyalty-cards-page.tsx').then(({ LoyaltyCardsPage }) => LoyaltyCardsPage),
    ),
    states: { reads: ['getLoyaltyCards'], empty: { getLoyaltyCards: 'none' } },
    visits: [{ path: '/loyalty_cards', as: 'activated' }],
  },
  score: {
    path: '/score',
    title: 'Кешбэк',
    tone: 'white',
    access: 'account',
    page: chunk(() => import('#pages/score/score-page.tsx').then(({ ScorePage }) => ScorePage)),
    states: {
      reads: ['getScoresBalance', 'getAllLoyaltyScores', 'getMonthlyLoyaltyScores'],
      empty: { getScoresBalance: 'zero', getAllLoyaltyScores: 'none', getMonthlyLoyaltyScores: 'none' },
    },
    visits: [{ path: '/score', as: 'activated' }],
  },
  options: {
    path: '/options',
    title: 'Опции',
    tone: 'grey',
    access: 'account',
    page: chunk(() => import('#pages/options/options-page.tsx').then(({ OptionsPage }) => OptionsPage)),
    states: { reads: ['getOptions'], empty: { getOptions: 'none' } },
    visits: [
      { path: '/options', as: 'option-active' },
      { path: '/options', as: 'option-new' },
    ],
  },
  option: {
    path: '/options/:name',
    title: null,
    tone: 'grey',
    access: 'account',
    page: chunk(() => import('#pages/options/option-page.tsx').then(({ OptionPage }) => OptionPage)),
    states: { reads: ['getSubscriberRelations'], empty: { getSubscriberRelations: 'ownerOnly' } },
    visits: [{ path: '/options/family_1_month', as: 'option-active' }],
  },
  oplata: {
    path: '/oplata',
    title: 'Оплата Пакета',
    tone: 'grey',
    access: 'account',
    page: chunk(() => import('#pages/oplata/oplata-page.tsx').then(({ OplataPage }) => OplataPage)),
    states: { reads: ['getClientData'], with: { getClientData: 'grace' }, empty: null },
    visits: [{ path: '/oplata', as: 'grace' }],
  },
  activation: {
    path: activationPaths,
    title: null,
    tone: 'grey',
    access: 'account',
    page: chunk(() => import('#pages/activation/activation-page.tsx').then(({ ActivationPage }) => ActivationPage)),
    states: null,
    visits: [{ path: '/x5card/activation', as: 'registered' }],
  },
  partner: {
    path: partnerNames.map((name) => `/${name}`),
    title: null,
    tone: 'grey',
    access: 'entry',
    page: chunkAt<{ name: PartnerName }>(
      () => import('#pages/partner/partner-page.tsx').then(({ PartnerPage }) => PartnerPage),
      (path) => {
        const name = path.slice(1)
        return isPartnerName(name) ? { name } : null
      },
    ),
    states: null,
    visits: [{ path: '/yandex' }, { path: '/x5card' }, { path: '/megafon', as: 'registered' }],
  },
  fastBuy: {
    path: [...fastBuyPaths, '/fastbuy/:partner'],
    title: null,
    tone: 'grey',
    access: 'entry',
    page: chunkAt<{ sells: FastBuy }>(
      () => import('#pages/fast-buy/fast-buy-page.tsx').then(({ FastBuyPage }) => FastBuyPage),
      (path) => {
        const sells = fastBuyOf(path)
        return sells && { sells }
      },
    ),
    states: null,
    visits: [
      { path: '/fastbuy' },
      { path: '/fastbuy_bally' },
      { path: '/fastbuy_promo' },
      { path: '/fastbuy_special' },
      { path: '/fastbuy_partner' },
      { path: '/fastbuy_bally', as: 'registered' },
    ],
  },
  sale: {
    path: '/sale/:shop',
    title: null,
    tone: 'grey',
    access: 'entry',
    page: chunk(() => import('#pages/sale/sale-page.tsx').then(({ SalePage }) => SalePage)),
    states: null,
    visits: [{ path: '/sale/perekrestok' }],
  },
  lk: ofApp({ path: '/lk' }),
  oldOffer: ofApp({ path: '/offer/:name' }),
  support: ofApp({ path: '/support' }),
  error: ofApp({ path: '/error', visits: [{ path: '/error' }] }),
  notFound: ofApp({ path: '*', visits: [{ path: '/no-such-page' }] }),
} satisfies Record<string, RouteRow>

/** The names of the rows that `By` renders. */
export type RoutesOf<By extends 'app' | 'account'> = {
  [Name in keyof typeof routes]: (typeof routes)[Name]['page'] extends By ? Name : never
}[keyof typeof routes]
