import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { RouteTone } from '#app/route-tone.tsx'
import { AccountRoutes } from '#app/account-routes.tsx'
import { AppModals } from '#app/app-modals.tsx'
import { prefetchPage } from '#app/prefetch-pages.ts'
import { type Services, ServicesProvider } from '#services/services.ts'
import { readSettings } from '#config/settings.ts'
import { storedCache } from '#cache/stored-cache.ts'
import { createSession } from '#session/session.ts'
import { exampleFor } from './contract-examples.ts'
import { type GalleryPage, pageHashes, type PageState } from './page-states.ts'

const nothing = async () => undefined
const jsonAnswer = async (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

/** Renders an account page in one of its states, with a fake backend that answers with the contract's examples. */
export function PageInState({ page, state }: { page: GalleryPage; state: PageState }): ReactNode {
  const services = useFakeServices(page, state)
  const [{ hook, searchHook }] = useState(() => memoryLocation({ path: page.at }))
  if (!services) return null
  return (
    <ServicesProvider value={services}>
      <Router hook={hook} searchHook={searchHook}>
        <RouteTone>
          <AccountRoutes />
        </RouteTone>
      </Router>
      <AppModals />
    </ServicesProvider>
  )
}

const pageNamedBy = (hash: string) => pageHashes.find((each) => each.hash === decodeURIComponent(hash))

/** The page and state in the address's hash; undefined for another hash. */
export const useNamedPage = () => useSyncExternalStore(onHashChange, () => pageNamedBy(window.location.hash))

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

function useFakeServices(page: GalleryPage, state: PageState): Services | null {
  const [services, setServices] = useState<Services | null>(null)
  useEffect(() => void fakeServices(page, state).then(setServices), [page, state])
  return services
}

const realFetch = window.fetch

async function fakeServices(page: GalleryPage, state: PageState): Promise<Services> {
  window.fetch = realFetch
  // With its chunk a loading page shows its own skeleton.
  const [settings] = await Promise.all([readSettings(), prefetchPage(page.at)])
  storedCache.clear()
  window.fetch = fakeBackend(page, state)
  const session = createSession(async () => ({
    signIn: nothing,
    completeSignIn: async () => ({ token: 'nobody', returnTo: page.at }),
    silentToken: async () => 'nobody',
    signOut: nothing,
    forget: nothing,
  }))
  await session.start()
  const host = {
    name: 'web' as const,
    token: null,
    openPayment: async () => 'back' as const,
    openOutside: () => undefined,
    close: () => undefined,
    copy: async () => true,
  }
  const stay = () => undefined
  return { settings, host, session, signIn: stay, signInAgain: stay, signOut: stay }
}

function fakeBackend(page: GalleryPage, state: PageState): Window['fetch'] {
  const answers = { getClientData: 'activated', ...page.with, ...(state === 'empty' && page.empty) }
  return (address) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address, window.location.origin)
    const call = exampleFor(pathname)
    const isOfPage = call !== undefined && page.reads.some((read) => read === call.name)
    if (isOfPage && state === 'loading') return new Promise(() => undefined)
    if (!call || (isOfPage && state === 'failing')) return jsonAnswer({ message: 'Internal error' }, 500)
    if (isOfPage && state === 'broken') return jsonAnswer({ code: 0, result: {} })
    const example = (answers as Record<string, string>)[call.name]
    return jsonAnswer(example ? call.examples[example] : Object.values(call.examples)[0])
  }
}
