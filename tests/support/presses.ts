import { type BundleName, bundleNamed, counterOfferNamed, type CounterOfferName } from '@paket/sdk'
import { discountedKopecks } from '#web/domain/money.ts'
import { inRubles } from '#web/domain/sum.ts'
import type { TariffChoice } from '#web/features/purchase/choose/choose-tariff-modal.tsx'
import type { ModalName, Modals } from '#web/modals/define-modal.ts'

/** What a user presses in the modals whose answer has a sum as well: the one with which the modal was drawn. */
interface Presses {
  chooseCard: 'mainCard' | 'newCard' | 'points'
  chooseBundle: BundleName
  chooseTariff: TariffChoice
  counterOffer: CounterOfferName
  activatePromocode: 'activate'
}
type Given<Name extends ModalName> = Modals[Name]['given']
type Answer<Name extends ModalName> = Modals[Name]['answers']
/** A press, or the whole answer of a modal. */
export type Press<Name extends ModalName> = Answer<Name> | (Name extends keyof Presses ? Presses[Name] : never)

const answers: {
  [Name in keyof Presses]: (press: Presses[Name], given: Given<Name>) => Exclude<Answer<Name>, string>
} = {
  chooseCard: (method, { priceKopecks }) => ({
    method,
    sum: { kopecks: priceKopecks, in: method === 'points' ? 'points' : 'rubles' },
  }),
  chooseBundle: (bundle, { discountPercent = 0 }) => ({
    bundle,
    sum: inRubles(discountedKopecks(bundleNamed(bundle).priceKopecks, discountPercent)),
  }),
  chooseTariff: (choice) => ({
    ...choice,
    sum: { kopecks: bundleNamed(choice.bundle).priceKopecks, in: choice.pay === 'points' ? 'points' : 'rubles' },
  }),
  counterOffer: (offer) => ({ offer, sum: inRubles(counterOfferNamed(offer).priceKopecks) }),
  activatePromocode: (_, { promocode }) => ({ activate: inRubles(promocode.priceKopecks) }),
}
const closing: readonly unknown[] = ['dismissed', 'declined', 'another', 'expired']

/** The answer of a modal to a press, with the sum with which the modal draws what it was given. */
export function answerOf<Name extends ModalName>(name: Name, given: Given<Name>, press: Press<Name>): Answer<Name> {
  const known = (answers as Record<string, (press: unknown, given: unknown) => unknown>)[name]
  const isWhole =
    closing.includes(press) || (typeof press === 'object' && press !== null && ('sum' in press || 'leaving' in press))
  return (known && !isWhole ? known(press, given) : press) as Answer<Name>
}
