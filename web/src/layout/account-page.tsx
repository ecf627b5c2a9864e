import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Heading } from '#ui/heading.tsx'
import { ArrowLeftIcon } from '#ui/account-icons.tsx'
import { usePageTitle } from './page-title.ts'
import { PageFrame } from './page-frame.tsx'
import { Sections } from './section-boundary.tsx'

interface Props {
  /** Defaults to the route's title; with neither, the content has its own heading. */
  title?: string | undefined
  /** `text` is one column that reads well, `page` the full grid. */
  width?: 'text' | 'page'
  /** The link back; defaults to the account's home. */
  back?: { href: string; label: string }
  children: ReactNode
}
const home = { href: '/profile', label: 'Главная' }

/** A subpage of the account: a link back, a title, the content. */
export function AccountPage({ title: own, width = 'text', back = home, children }: Props): ReactNode {
  const ofRoute = usePageTitle()
  const title = own ?? ofRoute
  return (
    <PageFrame>
      <div className={width === 'text' ? 'max-w-text' : ''}>
        <Link
          transition
          href={back.href}
          className="-ml-1 mb-3 inline-flex min-h-11 items-center gap-2 rounded-s pr-3 font-medium text-brand hover:text-brand-hover"
        >
          <ArrowLeftIcon className="size-5" />
          <span>{back.label}</span>
        </Link>
        {title && (
          <Heading level={1} className="mb-6 lg:mb-8">
            {title}
          </Heading>
        )}
        <Sections>{children}</Sections>
      </div>
    </PageFrame>
  )
}
