import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Header } from '#layout/header.tsx'
import { useServices } from '#services/services.ts'
import { isTabStored } from '#session/browser-store.ts'
import { session } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { Container } from '#ui/container.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'

/** The page of a failed sign-in, with a button to sign in again or to sign out (C-ROUTE-11, C-ROUTE-12). */
export function ErrorPage(): ReactNode {
  const { state } = useSnapshot(session)
  const { signIn, signOut } = useServices()
  const [toSignIn] = useState(() =>
    isTabStored()
      ? 'Войдите ещё раз, обычно это помогает'
      : 'Браузер не даёт сайту хранить данные, а без них не войти. Разрешите это в настройках браузера и войдите ещё раз',
  )
  const isSignedIn = state === 'signedIn'
  return (
    <Page tone="grey" header={<Header signInTo="/profile" />}>
      <Container>
        <ErrorState
          level={1}
          title="Что-то пошло не так"
          text={isSignedIn ? 'Выйдите из аккаунта и войдите ещё раз' : toSignIn}
          actions={
            isSignedIn ? (
              <Button onClick={signOut}>Выйти</Button>
            ) : (
              <Button onClick={() => signIn('/profile')}>Войти</Button>
            )
          }
        />
      </Container>
    </Page>
  )
}
