import type { Client } from '@paket/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { PurchaseIntent } from '#flow/purchase-intent.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Host } from '#hosts/host.ts'
import type { Session } from '#session/session.ts'
import type { Settings } from '#config/settings.ts'
import type { ClosableFeature } from '#config/switches.ts'

/** What the account pages work with; loaded when the first of them is. */
export interface Account {
  api: Client
  queryClient: QueryClient
  /** Starts a flow unless one runs; resolves when it is over, in any way. It ends when its feature is closed, unless an order may be there. */
  startFlow: (flow: Flow, feature?: ClosableFeature) => Promise<void>
  /** What the user last bought or was buying, in whichever tab. */
  lastPurchase: () => Promise<PurchaseIntent | null>
  /** Subscribes to everything around the account while its pages are shown; returns a function that unsubscribes. */
  watch: () => () => void
}
/** What every page works with. */
export interface Services {
  settings: Settings
  host: Host
  session: Session
  /** Goes to the sign-in page, `again`: even with a session there, and comes back to a path of the app. */
  signIn: (returnTo: string, again?: boolean) => void
  /** Signs out and in again, with another number, and comes back to a path of the app. Null in a partner's app, which has the session. */
  signInAgain: ((returnTo: string) => void) | null
  signOut: () => void
}

const ServicesContext = createContext<Services | null>(null)
export const ServicesProvider = ServicesContext.Provider
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('ServicesProvider is missing')
  return services
}

const AccountContext = createContext<Account | null>(null)
export const AccountProvider = AccountContext.Provider
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('AccountProvider is missing')
  return account
}
