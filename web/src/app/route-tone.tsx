import type { ReactNode } from 'react'
import { matchRoute, useLocation, useRouter } from 'wouter'
import { PageToneProvider } from '#layout/page-tone.ts'
import { routeFacts } from './route-facts.ts'

/** Gives every frame of a page the background of the route at this address, before its page has come. */
export function RouteTone({ children }: { children: ReactNode }): ReactNode {
  const { parser } = useRouter()
  const [path] = useLocation()
  const route = routeFacts.find(({ paths }) => paths.some((pattern) => matchRoute(parser, pattern, path)[0]))
  return <PageToneProvider value={route?.tone ?? 'grey'}>{children}</PageToneProvider>
}
