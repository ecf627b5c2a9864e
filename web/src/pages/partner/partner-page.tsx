import type { ReactNode } from 'react'
import { useAccount, useServices } from '#services/services.ts'
import { useAfterPurchase } from '#checkout/use-after-purchase.ts'
import type { PartnerName } from '#domain/entry-pages.ts'
import { activatePartnerFlow } from '#features/purchase/flow/activate-partner-flow.ts'
import { PartnerOffer } from './partner-offer.tsx'

/** The entry page of a partner for a signed-in user. */
export function PartnerPage({ name }: { name: PartnerName }): ReactNode {
  const { startFlow } = useAccount()
  const { host, settings, signInAgain } = useServices()
  const after = useAfterPurchase()
  function activate(): void {
    // A promo action's gift is only for a purchase on the action's terms.
    const ends = { ...after, visit: { ...after.visit, promo: null } }
    const again = signInAgain && (() => signInAgain(`/${name}`))
    void startFlow(activatePartnerFlow(name, host.name, ends, again))
  }
  const askStore = () =>
    void startFlow(async (io) => {
      const answer = await io.ask('chooseStore', { stores: settings.stores, answersAddresses: host.token !== null })
      if (answer !== 'dismissed') host.openOutside(answer.url)
    })
  return <PartnerOffer name={name} onActivate={activate} {...(name === 'x5card' && { onAskStore: askStore })} />
}
