import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useParams } from 'wouter'
import { session } from '#session/session.ts'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { useServices } from '#services/services.ts'
import { openSupportWhenKnown, useSupport } from '#services/support.ts'

/** Redirects an old or short address; preserves the query (C-ROUTE-30, C-ROUTE-37). */
export const RedirectTo = ({ to }: { to: string }): ReactNode => <Redirect to={to + window.location.search} replace />

export function OldOffer(): ReactNode {
  const { name } = useParams<{ name: string }>()
  return <RedirectTo to={`/offers/${encodeURIComponent(name)}`} />
}

/** /support: goes to the support page of the settings, or else opens the drawer over the account or the main page (C-ROUTE-38, OP-37). */
export function Support(): ReactNode {
  const { settings } = useServices()
  const { state } = useSnapshot(session)
  const { page } = settings.support
  const openSupport = useSupport()
  const isChecking = state === 'checking'
  useEffect(() => {
    if (page) window.location.replace(page)
    else if (state === 'signedIn') openSupportWhenKnown()
    else if (!isChecking) openSupport()
    // Runs once, when the session is known.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page, isChecking])
  if (page || isChecking) return <PageSkeleton />
  return <Redirect to={state === 'signedIn' ? '/profile' : '/'} replace />
}
