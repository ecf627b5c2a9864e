import { createContext, useContext } from 'react'

const PageTitleContext = createContext<string | null>(null)
export const PageTitleProvider = PageTitleContext.Provider
/** The heading of the page at this address, where it is always the same. */
export const usePageTitle = (): string | null => useContext(PageTitleContext)
