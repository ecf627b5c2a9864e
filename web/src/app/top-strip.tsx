import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { adClick } from '#domain/ad-link.ts'
import { Container } from '#ui/container.tsx'
import { useServices } from './services.ts'
import { loadBanner } from './widgets.ts'

/** The advertisement: on every page from lg on, below that on the account page only (C-LAYOUT-01, C-LAYOUT-02). Nothing without its settings. */
export function AdBanner(): ReactNode {
  const services = useServices()
  const [path, navigate] = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const { banner } = services.settings.widgets
  useEffect(() => {
    if (!banner || !place.current) return undefined
    return loadBanner(banner, place.current)
  }, [banner])
  if (!banner) return null

  /** Its links are inside what the loader draws. */
  function click(event: MouseEvent<HTMLDivElement>): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const what = adClick(link?.href ?? '', window.location.origin, services.host.token !== null)
    if (!link || what.kind === 'follow') return
    event.preventDefault()
    if (what.kind === 'navigate') navigate(what.path)
    else services.host.openOutside(what.url)
  }
  return (
    <aside aria-label="Реклама" className={path === '/profile' ? '' : 'hidden lg:block'}>
      <Container className="py-4">
        {/* The keyboard presses the links, not this. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div ref={place} onClick={click} className="min-h-24 overflow-hidden rounded-l bg-sunken" />
      </Container>
    </aside>
  )
}
