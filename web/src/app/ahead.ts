import { type ClientOptions, createClientOf, type Result } from '@paket/sdk'
import { getClientData } from '@paket/sdk/operations'

type Events = NonNullable<ClientOptions['on']>
interface Ahead {
  result: Promise<Result<'getClientData'>>
  /** What its client told meanwhile, for the account's own to tell. */
  told: ((on: Events) => void)[]
}
let ahead: Ahead | null = null

/** Asks for what every page of the account reads first, while the account's script is on its way. */
export function readAhead(options: Pick<ClientOptions, 'baseUrl' | 'auth'>): void {
  const told: Ahead['told'] = []
  const on: Events = {
    failure: (failure) => void told.push((to) => to.failure?.(failure)),
    refresh: (refresh) => void told.push((to) => to.refresh?.(refresh)),
  }
  const client = createClientOf({ getClientData }, { ...options, on })
  ahead = { result: client.getClientData(), told }
}

/** The answer that was asked for ahead, once; null when there is none. What is told of it goes to `on` first. */
export function takeAhead(on: Events): Promise<Result<'getClientData'>> | null {
  const taken = ahead
  ahead = null
  return (
    taken &&
    taken.result.then((result) => {
      for (const tell of taken.told) tell(on)
      return result
    })
  )
}
