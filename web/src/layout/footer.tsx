import type { MouseEvent, ReactNode } from 'react'
import { Container } from '#ui/container.tsx'
import { useAccountParts } from './account-parts.ts'
import { useServices } from '#services/services.ts'
import { useHydrated } from './use-hydrated.ts'

/** Legal links (C-LAYOUT-16..19); the link to answers differs for employees. */
export function Footer(): ReactNode {
  const { host, settings } = useServices()
  const { legal } = settings
  const isEmployee = useAccountParts()?.isEmployee
  const isHydrated = useHydrated()
  function openByHost(event: MouseEvent<HTMLAnchorElement>): void {
    event.preventDefault()
    host.openOutside(event.currentTarget.href)
  }
  const links = [
    { href: legal.terms, text: 'Условия использования' },
    { href: legal.privacy, text: 'Политика конфиденциальности' },
    { href: isEmployee ? legal.faqHr : legal.faq, text: 'Вопросы и ответы' },
  ].filter(({ href }) => href)
  return (
    <footer className="border-t border-line bg-paper py-8 text-small">
      <Container>
        {/* A new key after hydration, because React does not correct attributes that differ from the prerendered HTML. */}
        <ul key={isHydrated ? 'settings' : 'build'} className="flex flex-col gap-x-8 gap-y-1 lg:flex-row">
          {links.map(({ href, text }) => (
            <li key={text}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                onClick={host.token ? openByHost : undefined}
                className="inline-flex min-h-11 items-center text-soft underline decoration-line underline-offset-4 hover:text-ink"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </Container>
    </footer>
  )
}
