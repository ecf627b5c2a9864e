import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Container } from '#ui/container.tsx'

/**
 * Where the advertisement appears: on every page from lg on, below that on the account page only (C-LAYOUT-01, C-LAYOUT-02). It has its
 * height before the advertisement is there, so the page around it stays where it is.
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
