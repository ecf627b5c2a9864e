import { type Option, type Subscriber, toOption, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#app/services.ts'

/** The options of the bundle that is held, with who holds it. */
export type OptionsRead =
  | { state: 'loading' }
  /** Who asks is not known; that is told by its modal (app/read-failures.ts). */
  | { state: 'unread' }
  | { state: 'failed'; isAgain: boolean; retry: () => void }
  | { state: 'ready'; subscriber: Subscriber; options: Option[] }

/** Reads the options. Who holds no bundle has none, and nothing is asked. */
export function useOptions(): OptionsRead {
  const { api } = useAccount()
  const client = useQuery(query(api, 'getClientData'))
  const bundleId = client.data?.result.bundleId ?? null
  const read = useQuery({ ...query(api, 'getOptions', { bundleId: bundleId ?? '' }), enabled: bundleId !== null })
  if (!client.data) return { state: client.failureReason ? 'unread' : 'loading' }
  const subscriber = toSubscriber(client.data.result)
  if (bundleId === null) return { state: 'ready', subscriber, options: [] }
  if (read.data) return { state: 'ready', subscriber, options: read.data.result.map(toOption) }
  if (read.isError) return { state: 'failed', isAgain: read.isFetching, retry: () => void read.refetch() }
  return { state: 'loading' }
}
