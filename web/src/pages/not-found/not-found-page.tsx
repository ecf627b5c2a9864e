import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Header } from '#layout/header.tsx'
import { useMessageActions } from '#services/message-actions.ts'
import { currentVisit } from '#analytics/visit.ts'
import { useFocusedHeading } from '#navigation/focus-heading.ts'
import { redirects } from '#messages/redirects.ts'
import { Button } from '#ui/button.tsx'
import { buttonClasses } from '#ui/button-classes.ts'
import { Container } from '#ui/container.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EmptyIllustration } from '#ui/illustrations.tsx'
import { Page } from '#ui/page.tsx'

/** The fallback for unknown paths (C-ROUTE-41). A visit from the fridge campaign can return there (OP-40). */
export function NotFoundPage(): ReactNode {
  const { fridge: toFridge } = useMessageActions()
  useFocusedHeading()
  return (
    <Page tone="grey" header={<Header signInTo="/profile" />}>
      <Container>
        <EmptyState
          level={1}
          illustration={<EmptyIllustration />}
          title="Такой страницы нет"
          text="Возможно, она переехала или в адресе опечатка"
          actions={
            currentVisit().fromFridge ? (
              <Button onClick={toFridge}>{redirects.fridge.label}</Button>
            ) : (
              <Link transition href="/profile" className={buttonClasses({})}>
                {redirects.account.label}
              </Link>
            )
          }
        />
      </Container>
    </Page>
  )
}
