import type { Client } from '@paket/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { PurchaseIntent } from '#flow/purchase-intent.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Host } from '#hosts/host.ts'
import type { Session } from '#session/session.ts'
import type { Settings } from '#config/settings.ts'
import type { ClosableFeature } from '#config/switches.ts'

/** The services of account pages, loaded with the first of them. */
export interface Account {
  api: Client
  queryClient: QueryClient
  /** Starts a flow unless one runs; resolves when the flow has ended in any way. Closing `feature` ends the flow, unless an order may exist. */
  startFlow: (flow: Flow, feature?: ClosableFeature) => Promise<void>
  /** The user's last purchase, finished or not, in any tab. */
  lastPurchase: () => Promise<PurchaseIntent | null>
  /** Subscribes to everything around the account while its pages are shown; returns a function that unsubscribes. */
  watch: () => () => void
}
/** The services of every page. */
export interface Services {
  settings: Settings
  host: Host
  session: Session
  /** Goes to the sign-in page, which returns to the path `returnTo`; `again` asks for credentials even if the provider has a session. */
  signIn: (returnTo: string, again?: boolean) => void
  /** Signs out, then in again with another phone number, and returns to the path `returnTo`. Null in a partner's app, which has the session. */
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
