import { useLocation } from 'wouter'
import type { FailureActions } from '#flow/show-failure.ts'
import type { Destination } from '#messages/message.ts'
import { boughtAddress, partnerAddress } from '#navigation/address.ts'
import { type Services, useServices } from './services.ts'
import { openSupport } from './support.ts'

/** Actions of messages' buttons that work on every page, not only in the account. */
export const publicActions = (services: Services) =>
  ({
    support: () => void openSupport(services),
    signIn: () => services.signIn(window.location.pathname + window.location.search),
    signOut: () => services.signOut(),
  }) satisfies FailureActions

/** The actions of all messages' buttons. */
export function useMessageActions() {
  const services = useServices()
  const { host, settings } = services
  const [, navigate] = useLocation()
  // Navigating to the current page replaces its history entry, so that the way back stays as long as it was.
  function go(address: string): void {
    const isCurrent = window.location.pathname === address
    navigate(address, { replace: isCurrent, transition: !isCurrent })
  }
  const bought: FailureActions['account'] = ({ option = null }) => go(boughtAddress(option))
  return {
    ...publicActions(services),
    account: bought,
    check: bought,
    options: () => go('/options'),
    addCard: () => go('/payment_methods'),
    // On the website the campaign's page; a partner's app closes the webview (C-LAYOUT-09, C-LAYOUT-10).
    fridge: () => (host.name === 'web' ? window.location.assign(settings.fridge) : host.close()),
    promo({ promo }) {
      if (promo && promo !== 'trial') host.openOutside(settings.promo[promo].gift)
    },
    partner: ({ partner }) => partner && go(partnerAddress(partner)),
  } satisfies FailureActions & Record<Destination, unknown>
}
