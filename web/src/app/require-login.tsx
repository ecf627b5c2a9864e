import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '#session/session.ts'
import { onBfcacheRestore } from '#navigation/bfcache.ts'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { useServices } from '#services/services.ts'

const SIGN_IN_AFTER_MS = 1000

/** Shows its children to a signed-in user; sends anybody else to sign in after 1 s, back to this path and query (C-GUARD-02, C-GUARD-03). */
export function RequireLogin({ children }: { children: ReactNode }): ReactNode {
  const { state } = useSnapshot(session)
  const { signIn } = useServices()
  useEffect(() => {
    if (state !== 'signedOut') return
    const timer = setTimeout(() => signIn(window.location.pathname + window.location.search), SIGN_IN_AFTER_MS)
    // Who goes back from the sign-in page is where the timer has done its work: asked anew whether he is signed in.
    const stop = onBfcacheRestore(() => window.location.reload())
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [state, signIn])
  return state === 'signedIn' || state === 'lost' ? children : <PageSkeleton />
}
