import { isPaketError, type Option, type Subscriber, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { Read } from '#layout/read-state.tsx'
import { useAccount } from '#services/services.ts'
import { optionsOf } from '#cache/bundle-options.ts'
import { useView } from '#cache/use-view.ts'

/** The options of the current bundle. */
interface KnownOptions {
  subscriber: Subscriber
  options: Option[]
}
/**
 * `noClientData`: client data could not be read, which `cache/read-failures.ts` shows. `hasFailed`: the call has failed; false for a malformed
 * answer, for which only `isError` is true.
 */
export type OptionsRead = 'noClientData' | (Read<KnownOptions> & { hasFailed: boolean })

/** Reads the options of the current bundle. Without a bundle there are none, and no call is sent. */
export function useOptions(): OptionsRead {
  const { api } = useAccount()
  const client = useQuery(query(api, 'getClientData'))
  const bundleId = client.data?.result.bundleId ?? null
  const read = useView(
    { ...query(api, 'getOptions', { bundleId: bundleId ?? '' }), enabled: bundleId !== null },
    optionsOf,
  )
  if (!client.data && client.failureReason) return 'noClientData'
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
