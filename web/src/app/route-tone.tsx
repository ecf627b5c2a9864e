import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { PageToneProvider } from '#layout/page-tone.ts'
import { routeAt } from './match-path.ts'

/** Gives every frame of a page the background of the route at this address, before its page has come. */
export function RouteTone({ children }: { children: ReactNode }): ReactNode {
  const [path] = useLocation()
  return <PageToneProvider value={routeAt(path)?.tone ?? 'grey'}>{children}</PageToneProvider>
}
