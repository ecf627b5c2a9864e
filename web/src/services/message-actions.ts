import { useLocation } from 'wouter'
import type { FailureActions } from '#flow/show-failure.ts'
import type { Destination } from '#messages/message.ts'
import { boughtAddress, partnerAddress } from '#navigation/address.ts'
import { type Services, useServices } from './services.ts'
import { openSupport } from './support.ts'

/** What a button of a message does wherever it is shown, outside of the account too. */
export const publicActions = (services: Services) =>
  ({
    support: () => void openSupport(services),
    signIn: () => services.signIn(window.location.pathname + window.location.search),
    signOut: () => services.signOut(),
  }) satisfies FailureActions

/** What every button of a message does: the one map. */
export function useMessageActions() {
  const services = useServices()
  const { host, settings } = services
  const [, navigate] = useLocation()
  // Anyone who is there already goes nowhere: the way back stays as short as it was.
  const go = (address: string) => navigate(address, { replace: window.location.pathname === address })
  const bought: FailureActions['account'] = ({ option = null }) => go(boughtAddress(option))
  return {
    ...publicActions(services),
    account: bought,
    check: bought,
    options: () => go('/options'),
    addCard: () => go('/payment_methods'),
    // Its page, or what lies behind a webview (C-LAYOUT-09, C-LAYOUT-10).
    fridge: () => (host.name === 'web' ? window.location.assign(settings.fridge) : host.close()),
    promo({ promo }) {
      if (promo && promo !== 'trial') host.openOutside(settings.promo[promo].gift)
    },
    partner: ({ partner }) => partner && go(partnerAddress(partner)),
  } satisfies FailureActions & Record<Destination, unknown>
}
