import type { BundleName } from '@paket/sdk'
import { isPayableByPoints } from '../../web/src/domain/points.ts'
import type { Modals } from '../../web/src/modals/define-modal.ts'
import type { OpenModal } from '../../web/src/modals/modal-stack.ts'
import type { App } from './tab.ts'

/** All possible answers of a modal. */
export function answersTo({ name, given }: OpenModal, { bundleNamed }: App['sdk']): unknown[] {
  switch (name) {
    case 'chooseCard': {
      const { mainCard, points, priceKopecks } = given as Modals['chooseCard']['given']
      const byPoints = points !== null && isPayableByPoints({ kind: 'known', points }, priceKopecks)
      return [...(mainCard ? ['mainCard', 'mainCard'] : []), 'newCard', ...(byPoints ? ['points'] : []), 'dismissed']
    }
    case 'chooseBundle': {
      const { plans = ['standard199', 'standardsix899', 'standardtwelve1599'] } =
        given as Modals['chooseBundle']['given']
      return [...plans, 'dismissed']
    }
    case 'chooseTariff': {
      const { plans, balance } = given as Modals['chooseTariff']['given']
      const byPoints = (bundle: BundleName) => balance && isPayableByPoints(balance, bundleNamed(bundle).priceKopecks)
      return [
        ...plans.flatMap((bundle) => [
          { bundle, pay: 'card' },
          { leaving: { bundle, pay: 'card' } },
          ...(byPoints(bundle) ? [{ bundle, pay: 'points' }] : []),
        ]),
        'dismissed',
      ]
    }
    case 'message':
      return [...(given as Modals['message']['given']).buttons.map(({ action }) => action), 'dismissed']
    case 'enterPromocode': {
      const { problem } = given as Modals['enterPromocode']['given']
      return [{ type: 'FREE' }, { type: 'EXPIRED' }, ...(problem ? [{ kind: 'buy' }] : []), 'dismissed']
    }
    case 'activatePromocode':
      return ['activate', 'activate', 'another', 'expired', 'dismissed']
    case 'counterOffer':
      return [...(given as Modals['counterOffer']['given']).offers, 'declined', 'dismissed']
    case 'rejectReasons':
      return ['sent', 'dismissed']
    case 'onboarding':
      return ['finished', 'dismissed']
    case 'addMember':
    case 'familyBenefits':
    case 'aboutFamily':
    case 'cardIssued':
    case 'chooseStore':
    case 'story':
    case 'support':
    case 'filterOffers':
    case 'article':
    case 'waiting':
      return ['dismissed']
  }
}
/** Whether an answer agrees to an order, which may then be sent without another question. */
export const agrees = ({ name }: OpenModal, answer: unknown) =>
  answer === 'retry' ||
  // A promocode's terms may be free, and then they are ordered without another question.
  answer === 'activate' ||
  (name === 'chooseCard' && answer !== 'dismissed') ||
  (typeof answer === 'object' && answer !== null && 'pay' in answer && answer.pay === 'points')
