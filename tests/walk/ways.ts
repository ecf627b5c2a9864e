import type { OperationId, Outcome } from '@paket/sdk'

/** A path by which a user reaches a call. */
export interface Way {
  /** The test user of the mock. */
  as: string
  open: string
  /** Buttons to press, and texts to type into fields, in order. */
  press?: readonly (RegExp | { field: RegExp; text: string })[]
  /** The same, after the call has failed, if the failure is shown later. */
  after?: readonly RegExp[]
  /** Examples that other calls answer. */
  given?: Partial<Record<OperationId, string>>
  /** Texts of outcomes, where they differ from messages/outcome-messages.ts. */
  reads?: Partial<Record<Outcome, RegExp>>
  /** A failure that is ignored leaves the page as it is when the call is answered. */
  leavesNoTrace?: true
}

const plans = /^Подключить Пакет$/
const byCard = { as: 'registered', open: '/profile?buy=standard199&from=landing', press: [/^Оплатить$/] }
const byPoints = { as: 'points-rich', open: '/profile', press: [plans, /^Купить за .*баллов$/] }

const goOnLeaving = /^Продолжить отключение$/
/** A subscriber without points and offers, so that the cancellation has the fewest steps. */
const leaving = {
  as: 'activated',
  open: '/manage',
  press: [/^Отключить автопродление$/],
  given: { getAllLoyaltyScores: 'none', getAvailableCounterOffers: 'noneAvailable' },
}
const supportForAutopay = { 'contact-support': /Произошла ошибка/ }
/** All failures of a payment whose end is unknown have the same message. */
const statusUnknown = /Мы не узнали, чем закончилась оплата/
const inDoubt = { 'error-with-code': statusUnknown, error: statusUnknown, 'check-connection': statusUnknown }

/** At least one path to each call of the contract. */
export const ways: Partial<Record<OperationId, readonly Way[]>> = {
  getClientData: [
    { as: 'activated', open: '/profile' },
    { as: 'activated', open: '/manage' },
    { as: 'grace', open: '/oplata' },
    { as: 'registered', open: '/fastbuy' },
    // The message about the unknown order comes first.
    { as: 'registered', open: '/payment_gateway?event=payment', after: [/^Закрыть$/] },
    { as: 'activated', open: '/options' },
    { as: 'activated', open: '/options/family_1_month' },
    { as: 'activated', open: '/offers' },
    { as: 'activated', open: '/offers/books' },
    { as: 'activated', open: '/score' },
  ],
  getUserProfile: [{ as: 'activated', open: '/profile' }],
  changeOnboardingType: [{ as: 'onboarding', open: '/profile', press: [/^Закрыть$/, /^Понятно$/] }],
  activateByLink: [{ as: 'registered', open: '/offline-activation?id=good' }],
  getBankCards: [
    { as: 'registered', open: '/payment_methods' },
    { as: 'registered', open: '/profile?buy=standard199&from=landing' },
    { as: 'activated', open: '/manage' },
  ],
  registerBinding: [{ as: 'registered', open: '/payment_methods', press: [/^Добавить карту$/] }],
  unbindCard: [{ as: 'registered', open: '/payment_methods', press: [/^Удалить\s+карту/, /^Удалить карту$/] }],
  createOrder: [byCard],
  getOrderStatus: [{ ...byCard, reads: inDoubt }],
  createScoresOrder: [byPoints],
  payOrder: [{ ...byPoints, reads: { 'order-in-doubt': statusUnknown } }],
  getScoresBalance: [
    { as: 'points-rich', open: '/profile', press: [plans] },
    { as: 'points-rich', open: '/score' },
  ],
  getPayments: [{ as: 'activated', open: '/payment_history' }],
  getAvailableCounterOffers: [
    { as: 'registered', open: '/fastbuy_special', press: [/^Получить предложение$/] },
    { ...leaving, given: { getAllLoyaltyScores: 'none' }, after: [goOnLeaving] },
  ],
  getAllLoyaltyScores: [
    { as: 'points-rich', open: '/score' },
    // The step with the points received so far is left out when they cannot be read (OO-36).
    { ...leaving, given: {}, reads: { 'retry-in-place': /^Отключить Пакет/ } },
  ],
  getMonthlyLoyaltyScores: [{ as: 'points-rich', open: '/score' }],
  getLoyaltyCards: [{ as: 'loyalty-all', open: '/loyalty_cards' }],
  getDeliveryInfo: [{ as: 'activated', open: '/profile' }],
  getPromocodesToUser: [{ as: 'activated', open: '/offers/cinema', press: [/^Получить промокод$/] }],
  getOptions: [{ as: 'option-active', open: '/options' }],
  changeAutopaymentOption: [
    {
      as: 'option-active',
      open: '/options/family_1_month',
      press: [/^Выключить автопродление$/, /^Всё равно отключить$/],
    },
  ],
  getSubscriberRelations: [{ as: 'option-active', open: '/options/family_1_month' }],
  getSubscriberMaster: [{ as: 'slave', open: '/options/family_1_month' }],
  createSubscriberRelation: [
    {
      as: 'family-empty',
      open: '/options/family_1_month',
      press: [
        /^Добавить$/,
        { field: /^Имя/, text: 'Дарья' },
        { field: /^Номер телефона/, text: '9001230010' },
        /^Добавить$/,
      ],
    },
  ],
  deleteSubscriberRelation: [
    { as: 'option-active', open: '/options/family_1_month', press: [/^Изменить список$/, /^Удалить/, /^Удалить$/] },
  ],
  enableAutopay: [
    { as: 'autopay-off', open: '/manage', press: [/^Включить автопродление$/], reads: supportForAutopay },
  ],
  disableAutopay: [{ ...leaving, press: [...leaving.press, goOnLeaving], reads: supportForAutopay }],
  getSurveyReasons: [{ ...leaving, press: [...leaving.press, goOnLeaving] }],
  saveFeedback: [
    {
      ...leaving,
      press: [...leaving.press, goOnLeaving, { field: /^Комментарий$/, text: 'Дорого' }, /^Отправить$/],
      reads: { 'not-saved': /Ответ не сохранился/ },
    },
  ],
  getSubscriptionPrice: [{ as: 'registered', open: '/profile?trial=Y&buy=standard199&from=landing' }],
  getUserExperimentGroup: [{ as: 'deactivated', open: '/profile', leavesNoTrace: true }],
  sendProductEvent: [
    { as: 'activated', open: '/profile', leavesNoTrace: true },
    { as: 'registered', open: '/payment_methods', leavesNoTrace: true },
  ],
  checkPromocode: [{ as: 'registered', open: '/fastbuy_promo?promocode=FREE', press: [/^Применить промокод$/] }],
}

/** Calls that the app does not make, each with the reason. */
export const unused: Partial<Record<OperationId, string>> = {}
