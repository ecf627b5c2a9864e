import { type ClientOptions, createClientOf, type Result } from '@paket/sdk'
import { getClientData } from '@paket/sdk/operations'

type Events = NonNullable<ClientOptions['on']>
interface Ahead {
  result: Promise<Result<'getClientData'>>
  /** Events of its client, replayed by the account's own. */
  replay: ((on: Events) => void)[]
}
let ahead: Ahead | null = null

/** Asks for what every page of the account reads first, while the account's script is on its way. */
export function readAhead(options: Pick<ClientOptions, 'baseUrl' | 'auth'>): void {
  const replay: Ahead['replay'] = []
  const on: Events = {
    failure: (failure) => void replay.push((to) => to.failure?.(failure)),
    refresh: (refresh) => void replay.push((to) => to.refresh?.(refresh)),
  }
  const client = createClientOf({ getClientData }, { ...options, on })
  ahead = { result: client.getClientData(), replay }
}

/** The answer that was asked for ahead, once; null when there is none. Its events go to `on` first. */
export function takeAhead(on: Events): Promise<Result<'getClientData'>> | null {
  const taken = ahead
  ahead = null
  return (
    taken &&
    taken.result.then((result) => {
      for (const send of taken.replay) send(on)
      return result
    })
  )
}
