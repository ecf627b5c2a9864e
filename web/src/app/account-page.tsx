import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Container } from '#ui/container.tsx'
import { Heading } from '#ui/heading.tsx'
import { ArrowLeftIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { UserName } from './user-name.tsx'

interface Props {
  /** Left out where the content has it. */
  title?: string | undefined
  /** The way back; the account's home by default. */
  back?: { href: string; label: string } | undefined
  /** White on payment history, manage, score and payment methods; grey elsewhere (C-LAYOUT-03, C-LAYOUT-04). */
  tone: 'white' | 'grey'
  children: ReactNode
}

const home = { href: '/profile', label: 'Мой Пакет' }

/** A page of the account below its home: the way back, a title, one column. */
export function AccountPage({ title, back = home, tone, children }: Props): ReactNode {
  return (
    <Page tone={tone} header={<Header user={<UserName />} />} footer={<Footer />}>
      <Container>
        <div className="mx-auto max-w-text">
          <Link
            href={back.href}
            className="-ml-1 mb-3 inline-flex min-h-11 items-center gap-2 rounded-s pr-3 font-medium text-brand hover:text-brand-hover"
          >
            <ArrowLeftIcon className="size-5" />
            {back.label}
          </Link>
          {title && (
            <Heading level={1} className="mb-6 lg:mb-8">
              {title}
            </Heading>
          )}
          {children}
        </div>
      </Container>
    </Page>
  )
}
