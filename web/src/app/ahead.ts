import { type ClientOptions, createClientOf, type Data, type Result, withRefresh } from '@paket/sdk'
import { getClientData } from '@paket/sdk/operations'

type Events = NonNullable<ClientOptions['on']>
interface Ahead {
  result: Promise<Result<'getClientData'>>
  /** The answer, when it is there and good. */
  data?: Data<'getClientData'>
  /** Events of its client, replayed by the account's own. */
  replay: ((on: Events) => void)[]
}
let ahead: Ahead | null = null

/** Asks for what every page of the account reads first, while the account's script is on its way; settles with the answer. */
export async function readAhead({ baseUrl, auth }: Pick<ClientOptions, 'baseUrl' | 'auth'>): Promise<void> {
  const replay: Ahead['replay'] = []
  const on: Events = {
    failure: (failure) => void replay.push((to) => to.failure?.(failure)),
    refresh: (refresh) => void replay.push((to) => to.refresh?.(refresh)),
  }
  const client = createClientOf({ getClientData }, { baseUrl, auth: withRefresh(auth, { baseUrl }), on })
  const asked: Ahead = { result: client.getClientData(), replay }
  ahead = asked
  const result = await asked.result
  if (result.ok) asked.data = result.data
}

/** The answer that was asked for ahead, where it is there by now and good. It stays: React may throw the account away that is made with it. */
export const dataAhead = (): Data<'getClientData'> | undefined => ahead?.data

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
