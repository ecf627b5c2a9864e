import { createContext, useContext } from 'react'

const PageToneContext = createContext<'white' | 'grey'>('grey')
export const PageToneProvider = PageToneContext.Provider
/** The background of the page at this address, whatever it shows yet. */
export const usePageTone = (): 'white' | 'grey' => useContext(PageToneContext)
