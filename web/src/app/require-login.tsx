import { Fragment, type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '#session/session.ts'
import { onBfcacheRestore } from '#navigation/bfcache.ts'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { useServices } from '#services/services.ts'

const SIGN_IN_AFTER_MS = 1000

/** Shows its children to a signed-in user; sends all others to sign in after 1 s, back to this path and query (C-GUARD-02, C-GUARD-03). */
export function RequireLogin({ children }: { children: ReactNode }): ReactNode {
  const { state } = useSnapshot(session)
  const { signIn } = useServices()
  useEffect(() => {
    if (state !== 'signedOut') return
    const go = () => signIn(window.location.pathname + window.location.search)
    const timer = setTimeout(() => {
      if (navigator.onLine) go()
      else window.addEventListener('online', go)
    }, SIGN_IN_AFTER_MS)
    // After a return from the sign-in page the timer has fired already: the reload looks for the session again.
    const stop = onBfcacheRestore(() => window.location.reload())
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      stop()
    }
  }, [state, signIn])
  // A key of its own, so that nothing of the offline account remains after a sign-in.
  if (state === 'offline') return <Fragment key="offline">{children}</Fragment>
  return state === 'signedIn' || state === 'lost' ? children : <PageSkeleton />
}
