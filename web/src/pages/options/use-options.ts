import { type Data, isPaketError, type Option, type Subscriber, toOption, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { Read } from '#layout/read-state.tsx'
import { useAccount } from '#services/services.ts'
import { useView } from '#cache/use-view.ts'

/** The options of the current bundle, and their holder. */
interface KnownOptions {
  subscriber: Subscriber
  options: Option[]
}
/**
 * `unread`: who asks is not known; that is shown by its modal (cache/read-failures.ts). `hasFailed`: the call has; an answer that cannot be
 * understood is an error alone.
 */
export type OptionsRead = 'unread' | (Read<KnownOptions> & { hasFailed: boolean })

const optionsOf = ({ result }: Data<'getOptions'>): Option[] => result.map(toOption)

/** Reads the options; without a bundle there are none, and nothing is asked. */
export function useOptions(): OptionsRead {
  const { api } = useAccount()
  const client = useQuery(query(api, 'getClientData'))
  const bundleId = client.data?.result.bundleId ?? null
  const read = useView(
    { ...query(api, 'getOptions', { bundleId: bundleId ?? '' }), enabled: bundleId !== null },
    optionsOf,
  )
  if (!client.data && client.failureReason) return 'unread'
  const subscriber = client.data && toSubscriber(client.data.result)
  const options = subscriber && (bundleId === null ? [] : read.data)
  const { isError, error, isFetching, refetch } = read
  return {
    data: subscriber && options && { subscriber, options },
    isError,
    hasFailed: isPaketError(error),
    isFetching,
    refetch,
  }
}
