export { createClient, createClientOf, type Client } from './client.ts'
export type { CallOptions, ClientOfOptions, ClientOptions, MoneyCallOptions } from './options.ts'
export type { CallEvent, FailureEvent, Listeners } from './telemetry.ts'
export { isPaketError, outcomeOf, PaketError, type Failure, type FailureDetails, type FailureKind } from './failure.ts'
export { isFailure, unwrap, type Failed, type Result, type Success } from './result.ts'
export type { Data, OperationId, Request } from './operation.ts'
export { contractHash, contractVersion } from './generated/contract.gen.ts'
export type { components, paths } from './generated/schema.ts'
export type { Outcome } from './generated/outcomes.gen.ts'
export { tokenClaims, tokenLifetimeMs, type TokenClaims } from './claims.ts'
export { withRefresh, type RefreshedTokens, type RefreshOptions } from './refresh.ts'
export type { Auth, RefreshEvent, Token, TokenRequest, TokenSource } from './token.ts'
export { pollOrder, type OrderEnd, type OrderStatus, type PaymentKind, type PollOrderOptions } from './poll-order.ts'
export { payByPoints, type PayByPointsOptions, type PointsEnd } from './pay-by-points.ts'
export { bindCard, type BindCardOptions, type BindingEnd, type PageReturn } from './bind-card.ts'
export { eventQueue, type EventQueueOptions } from './event-queue.ts'
export {
  bundleById,
  bundleNamed,
  bundles,
  counterOfferById,
  counterOfferNamed,
  counterOffers,
  dailyPointsDeduction,
  deliveryChains,
  experiments,
  fullBundles,
  laterPriceRules,
  laterPrices,
  loyaltyCardTypes,
  monthlyPrice,
  monthsOf,
  pointsPrice,
  promoPromocodes,
  surveys,
  type Bundle,
  type BundleName,
  type CounterOffer,
  type CounterOfferName,
  type LoyaltyCardType,
  type SubscriberKind,
} from './catalogue.ts'
export { parseDate, parseNullableDate } from './dates.ts'
export {
  isAwaitingActivation,
  isOptionConnecting,
  isRelationChanging,
  toBankCard,
  toLoyaltyCards,
  toOption,
  toSubscriber,
  type BankCard,
  type ClientData,
  type LoyaltyCard,
  type Option,
  type OptionStatus,
  type Period,
  type RelationStatus,
  type Subscriber,
  type SubscriberStatus,
} from './views.ts'
export {
  contentCache,
  readMyPaketPage,
  toMyPaketPage,
  type CmsOffer,
  type CmsTag,
  type ContentFailure,
  type ContentOptions,
  type ContentResult,
  type ContentStatus,
  type MyPaketPage,
} from './cms.ts'
