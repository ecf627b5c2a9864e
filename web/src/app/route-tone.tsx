import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { PageToneProvider } from '#layout/page-tone.ts'
import { routeAt } from './match-path.ts'

/** Sets the background of the current route, before the page's chunk has loaded. */
export function RouteTone({ children }: { children: ReactNode }): ReactNode {
  const [path] = useLocation()
  return <PageToneProvider value={routeAt(path)?.tone ?? 'grey'}>{children}</PageToneProvider>
}
