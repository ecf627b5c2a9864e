import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createSession } from '#session/session.ts'
import { App, loadEntry } from './app.tsx'
export { headOfMain, headOfPage, headOfShell, publicPages, sitemap } from './page-head.ts'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { type Services, ServicesProvider } from '#services/services.ts'
import type { Settings } from '#config/settings.ts'

// What renders is loaded with this module: the build imports nothing later.
await loadEntry()

const nothing = () => undefined
const never = () => new Promise<never>(nothing)

/** A visit of which nothing is known yet. */
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

/** The main page as it is in the built index.html, before any script has come. What start() draws over it must be the same. */
export const prerenderMain = (settings: Settings): string => rendered('/', <App services={services(settings)} />)

/** A public page as a visitor first sees it, at its path. */
export const prerenderPage = (settings: Settings, path: string): string =>
  rendered(path, <App services={services(settings)} />)

/** What any other page shows before any script has come, a sign-in that ends among them: no button without a handler yet. */
export const prerenderShell = (settings: Settings): string =>
  rendered(
    '/profile',
    <ServicesProvider value={services(settings)}>
      <PageSkeleton />
    </ServicesProvider>,
  )
