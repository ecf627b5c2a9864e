import { tokenClaims } from '@paket/sdk'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { useSnapshot } from 'valtio'
import { type Session, session as seen } from '#session/session.ts'
import { devHost, devHosts, playHost } from './dev-host.ts'

/** In development only: a button for testers with a link to the signed-in user's page of the mock's panel, and the choice of the emulated host. */
export function mountDevButton(session: Session): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<DevButton session={session} />)
}

function DevButton({ session }: { session: Session }): ReactNode {
  useSnapshot(seen)
  const { host, login: played } = devHost()
  const claims = tokenClaims(session.getToken() ?? '')
  const login = typeof claims?.subscription === 'string' ? claims.subscription : played
  return (
    <details className="fixed bottom-3 left-3 z-50 rounded-m bg-ink text-small text-paper shadow-floating">
      <summary className="flex min-h-11 min-w-11 list-none items-center justify-center px-3 font-semibold">QA</summary>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <a className="min-h-11 py-3 underline" href={`/__mock#${encodeURIComponent(login)}`} target="paket-mock">
          {`Panel of ${login}`}
        </a>
        <label className="flex items-center gap-2">
          Host
          <select
            className="min-h-11 rounded-s bg-paper px-2 text-ink"
            value={host}
            onChange={({ target }) => playHost(devHosts.find((name) => name === target.value) ?? 'web', login)}
          >
            {devHosts.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
    </details>
  )
}
