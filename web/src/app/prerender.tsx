import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createSession } from '#session/session.ts'
import { App, loadEntry } from './app.tsx'
export { headOfMain, headOfPage, headOfShell, publicPages, sitemap } from './page-head.ts'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { type Services, ServicesProvider } from '#services/services.ts'
import type { Settings } from '#config/settings.ts'

// Loaded here, because prerendering is synchronous and cannot wait for a lazy chunk.
await loadEntry()

const nothing = () => undefined
const never = () => new Promise<never>(nothing)

/** Services of a visit whose session is not known yet. */
const services = (settings: Settings): Services => ({
  settings,
  session: createSession(never),
  host: { name: 'web', token: null, openPayment: never, openOutside: nothing, close: nothing, copy: never },
  signIn: nothing,
  signInAgain: nothing,
  signOut: nothing,
})

const rendered = (ssrPath: string, page: ReactNode): string =>
  renderToString(
    <StrictMode>
      <Router ssrPath={ssrPath} ssrSearch="">
        {page}
      </Router>
    </StrictMode>,
  )

/** The main page's HTML for index.html. start() must render the same, because it hydrates this. */
export const prerenderMain = (settings: Settings): string => rendered('/', <App services={services(settings)} />)

/** The HTML of another public page, for a visitor. */
export const prerenderPage = (settings: Settings, path: string): string =>
  rendered(path, <App services={services(settings)} />)

/** The HTML of all other pages, the sign-in's callback included. It has no buttons, because they would not work before the scripts have loaded. */
export const prerenderShell = (settings: Settings): string =>
  rendered(
    '/profile',
    <ServicesProvider value={services(settings)}>
      <PageSkeleton />
    </ServicesProvider>,
  )
