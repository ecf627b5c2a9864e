import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Header } from '#app/header.tsx'
import { buttonClasses } from '#ui/button-classes.ts'
import { Container } from '#ui/container.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { Page } from '#ui/page.tsx'

/** The fallback for unknown paths (C-ROUTE-41). */
export function NotFoundPage(): ReactNode {
  return (
    <Page tone="grey" header={<Header />}>
      <Container>
        <EmptyState
          level={1}
          illustration={<EmptyIllustration />}
          title="Такой страницы нет"
          text="Возможно, она переехала или в адресе опечатка"
          actions={
            <Link href="/profile" className={buttonClasses({})}>
              Перейти в личный кабинет
            </Link>
          }
        />
      </Container>
    </Page>
  )
}
