import { type ClientOptions, createClientOf, type Data, type Result, withRefresh } from '@paket/sdk'
import { getClientData } from '@paket/sdk/operations'

type Events = NonNullable<ClientOptions['on']>
interface Prefetch {
  result: Promise<Result<'getClientData'>>
  /** The answer, once it has arrived and is a success. */
  data?: Data<'getClientData'>
  /** Events of its client, replayed by the account's own. */
  replay: ((on: Events) => void)[]
}
let prefetched: Prefetch | null = null

/** Prefetches client data, which every account page reads first, while the account's script loads. Settles with the answer. */
export async function prefetchClientData({ baseUrl, auth }: Pick<ClientOptions, 'baseUrl' | 'auth'>): Promise<void> {
  const replay: Prefetch['replay'] = []
  const on: Events = {
    failure: (failure) => void replay.push((to) => to.failure?.(failure)),
    refresh: (refresh) => void replay.push((to) => to.refresh?.(refresh)),
  }
  const client = createClientOf({ getClientData }, { baseUrl, auth: withRefresh(auth, { baseUrl }), on })
  const prefetch: Prefetch = { result: client.getClientData(), replay }
  prefetched = prefetch
  const result = await prefetch.result
  if (result.ok) prefetch.data = result.data
}

/** The prefetched client data, if it has arrived and is a success. Does not consume it, because React may discard the account that was rendered with it. */
export const prefetchedData = (): Data<'getClientData'> | undefined => prefetched?.data

/** Takes the prefetched answer; null when there is none, or it was taken before. Its client's events are replayed to `on` first. */
export function takePrefetched(on: Events): Promise<Result<'getClientData'>> | null {
  const prefetch = prefetched
  prefetched = null
  return (
    prefetch &&
    prefetch.result.then((result) => {
      for (const send of prefetch.replay) send(on)
      return result
    })
  )
}
