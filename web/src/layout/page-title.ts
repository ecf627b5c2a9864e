import { createContext, useContext } from 'react'

const PageTitleContext = createContext<string | null>(null)
export const PageTitleProvider = PageTitleContext.Provider
/** The fixed heading of the current route; null when the page's content decides it. */
export const usePageTitle = (): string | null => useContext(PageTitleContext)
