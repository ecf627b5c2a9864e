import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { session } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import { useAccountParts } from './account-parts.ts'
import { useServices } from '#services/services.ts'

interface Props {
  /** The page to return to after 'Войти'; defaults to this one. */
  signInTo?: string
  /** Id of the form that 'Войти' submits before hydration. */
  signInForm?: string
  /** An account page: offers no sign-in while the session is unknown. */
  isOfUser?: boolean
}

/** The header of every page: the logo's link, the account's tabs and menu, 'Войти' or 'Выйти' (C-LAYOUT-06, C-LAYOUT-07). */
export function Header({ signInTo, signInForm, isOfUser = false }: Props): ReactNode {
  const { state } = useSnapshot(session)
  const { signIn, signOut, host } = useServices()
  const account = useAccountParts()
  const isSignedIn = state === 'signedIn'
  const isUnknown = (isOfUser || account !== null) && (state === 'checking' || state === 'offline')
  return (
    <TopBar
      largeOnly={account?.hasHeaderOnPhone === false}
      start={
        <Link
          transition
          href={isSignedIn ? '/profile' : '/'}
          className="flex min-h-11 items-center gap-2.5 rounded-s text-title-s font-semibold"
        >
          <img src="/icon.svg" alt="" width="32" height="32" className="size-8" />
          Пакет
        </Link>
      }
      end={
        <>
          {account?.headerEnd}
          {isSignedIn && !host.token && (
            <Button size="s" variant="ghost" className="lg:-mr-4" onClick={signOut}>
              Выйти
            </Button>
          )}
          {/* No button during a sign-out: a sign-in would race with it. */}
          {!isSignedIn && !isUnknown && state !== 'leaving' && !host.token && (
            <Button
              size="s"
              variant="secondary"
              {...(signInForm && { type: 'submit', form: signInForm })}
              onClick={(event) => {
                event.preventDefault()
                signIn(signInTo ?? window.location.pathname + window.location.search)
              }}
            >
              Войти
            </Button>
          )}
        </>
      }
    >
      {account?.tabs}
    </TopBar>
  )
}
