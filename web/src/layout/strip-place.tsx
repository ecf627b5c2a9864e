import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Container } from '#ui/container.tsx'

/**
 * The space of the advertisement: on every page from lg on, below lg only on the account page (C-LAYOUT-01, C-LAYOUT-02). Its height is
 * reserved before the advertisement loads, so that the layout does not shift.
 */
export function StripPlace({ children }: { children?: ReactNode }): ReactNode {
  const [path] = useLocation()
  return (
    <aside aria-label="Реклама" className={path === '/profile' ? '' : 'hidden lg:block'}>
      <Container className="py-4">
        <div className="min-h-24 overflow-hidden rounded-l bg-sunken">{children}</div>
      </Container>
    </aside>
  )
}
