import { type ClientOptions, createClientOf, type Data, type Result, withRefresh } from '@paket/sdk'
import { getClientData } from '@paket/sdk/operations'

type Events = NonNullable<ClientOptions['on']>
interface Ahead {
  result: Promise<Result<'getClientData'>>
  /** The answer, once it has arrived and is a success. */
  data?: Data<'getClientData'>
  /** Events of its client, replayed by the account's own. */
  replay: ((on: Events) => void)[]
}
let ahead: Ahead | null = null

/** Prefetches client data, which every account page reads first, while the account's script loads. Settles with the answer. */
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

/** The prefetched client data, if it has arrived and is a success. Does not consume it, because React may discard the account that was rendered with it. */
export const dataAhead = (): Data<'getClientData'> | undefined => ahead?.data

/** Takes the prefetched answer; null when there is none, or it was taken before. Its client's events are replayed to `on` first. */
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
