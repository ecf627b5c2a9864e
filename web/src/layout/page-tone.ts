import { createContext, useContext } from 'react'

const PageToneContext = createContext<'white' | 'grey'>('grey')
export const PageToneProvider = PageToneContext.Provider
/** The background of the current route, also while its page loads. */
export const usePageTone = (): 'white' | 'grey' => useContext(PageToneContext)
