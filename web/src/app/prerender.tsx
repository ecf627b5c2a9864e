import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createSession } from '#session/session.ts'
import { App } from './app.tsx'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'

const nothing = () => undefined
const never = () => new Promise<never>(nothing)

/** A visit of which nothing is known yet. */
const services = (settings: Settings): Services => ({
  settings,
  session: createSession(never),
  host: { name: 'web', token: null, openPayment: never, openOutside: nothing, close: nothing, copy: never },
  signIn: nothing,
  signInAnew: nothing,
  signOut: nothing,
})

/** The main page as it stands in the built index.html, before any script has come. What start() draws over it must be the same. */
export function prerenderMain(settings: Settings): string {
  return renderToString(
    <StrictMode>
      <Router ssrPath="/" ssrSearch="">
        <App services={services(settings)} />
      </Router>
    </StrictMode>,
  )
}
