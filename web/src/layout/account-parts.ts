import { createContext, type ReactNode, useContext } from 'react'
import type { Elements } from '#ui/elements.ts'

/** The account's parts in the frame of its pages. */
export interface AccountParts {
  /** The three pages, in the header from lg on (O-HEADER-02). */
  tabs: ReactNode
  /** Who is signed in, and the menu (O-HEADER-03). */
  headerEnd: Elements
  /** A partner's subscriber comes from the partner's app: on a phone the tab bar is enough (O-HEADER-04, OO-43). */
  hasHeaderOnPhone: boolean
  isEmployee: boolean
}
const AccountPartsContext = createContext<AccountParts | null>(null)
export const AccountPartsProvider = AccountPartsContext.Provider
/** Null outside of the account. */
export const useAccountParts = (): AccountParts | null => useContext(AccountPartsContext)
