import type { BundleName } from '@paket/sdk'
import type { TariffChoice } from '#web/features/purchase/choose/choose-tariff-modal.tsx'
import { isPayableByPoints } from '#web/domain/points.ts'
import type { ModalName, Modals } from '#web/modals/define-modal.ts'
import type { OpenModal } from '#web/modals/modal-stack.ts'
import { answerOf, type Press } from '#support/presses.ts'
import type { App } from './tab.ts'

/** The modals that can be answered otherwise than by closing them. */
type Answerable = { [Name in ModalName]: Modals[Name]['answers'] extends 'dismissed' ? never : Name }[ModalName]
/** What a user can do in a modal: answer it, type a promocode (`type`), or close it after a choice (`leaving`). */
type Presses<Name extends ModalName> = (
  given: Modals[Name]['given'],
  sdk: App['sdk'],
) => readonly (Press<Name> | { type: string } | { leaving: TariffChoice })[]

/** No answer of these modals changes what is bought. */
const onlyClosed = () => ['dismissed'] as const

const answers: { [Name in Answerable]: Presses<Name> } = {
  chooseCard({ mainCard, points, priceKopecks }) {
    const byPoints = points !== null && isPayableByPoints({ kind: 'known', points }, priceKopecks)
    return [
      ...(mainCard ? (['mainCard', 'mainCard'] as const) : []),
      'newCard',
      ...(byPoints ? (['points'] as const) : []),
      'dismissed',
    ]
  },
  chooseBundle: ({ plans = ['standard199', 'standardsix899', 'standardtwelve1599'] }) => [...plans, 'dismissed'],
  chooseTariff({ plans, balance }, { bundleNamed }) {
    const byPoints = (bundle: BundleName) => balance && isPayableByPoints(balance, bundleNamed(bundle).priceKopecks)
    return [
      ...plans.flatMap((bundle) => [
        { bundle, pay: 'card' as const },
        { leaving: { bundle, pay: 'card' as const } },
        ...(byPoints(bundle) ? [{ bundle, pay: 'points' as const }] : []),
      ]),
      'dismissed',
    ]
  },
  message: ({ buttons }) => [...buttons.map(({ action }) => action), 'dismissed'],
  enterPromocode: ({ problem }) => [
    { type: 'FREE' },
    { type: 'EXPIRED' },
    ...(problem ? [{ kind: 'buy' as const }] : []),
    'dismissed',
  ],
  activatePromocode: () => ['activate', 'activate', 'another', 'expired', 'dismissed'],
  counterOffer: ({ offers }) => [...offers, 'declined', 'dismissed'],
  rejectReasons: () => ['sent', 'dismissed'],
  onboarding: () => ['finished', 'dismissed'],
  addMember: onlyClosed,
  chooseStore: onlyClosed,
  support: onlyClosed,
  filterOffers: onlyClosed,
  article: onlyClosed,
}

/** All that a user can do in a modal. */
export function answersTo({ name, given }: OpenModal, sdk: App['sdk']): readonly unknown[] {
  const known: { [Name in ModalName]?: Presses<Name> } = answers
  const presses: readonly unknown[] = (known[name] ?? onlyClosed)(given as never, sdk)
  return presses.map((press) => answerOf(name, given as never, press as never))
}
/** Whether an answer agrees to an order, which may then be sent without another question. */
export const agrees = ({ name }: OpenModal, answer: unknown) =>
  answer === 'retry' ||
  // A promocode's terms may be free, and then they are ordered without another question.
  (name === 'activatePromocode' && typeof answer === 'object') ||
  (name === 'chooseCard' && answer !== 'dismissed') ||
  (typeof answer === 'object' && answer !== null && 'pay' in answer && answer.pay === 'points')

/** Presses a button of a modal. */
export const press = ({ name, given, answer }: OpenModal, what: unknown): void =>
  answer(answerOf(name, given as never, what as never))
