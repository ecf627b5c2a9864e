import { useLocation } from 'wouter'

const white = new Set(['/', '/payment_history', '/manage', '/score', '/payment_methods'])

/** The background of the page at this address, whatever it shows yet: white on five, grey elsewhere (C-LAYOUT-03, C-LAYOUT-04). */
export function usePageTone(): 'white' | 'grey' {
  const [path] = useLocation()
  return white.has(path) ? 'white' : 'grey'
}
