import { bundleNamed, type Data, type Option, type Subscriber, toOption } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useAccount } from '#services/services.ts'
import { useView } from './use-view.ts'

export const optionsOf = ({ result }: Data<'getOptions'>): Option[] => result.map(toOption)

/** The options of the active bundle; undefined while they load, after a failure, and without a bundle. */
export function useBundleOptions(subscriber: Subscriber | null): Option[] | undefined {
  const { api } = useAccount()
  const bundle = subscriber?.currentPeriod.bundle
  const options = query(api, 'getOptions', { bundleId: bundle ? bundleNamed(bundle).id : '' })
  return useView({ ...options, enabled: Boolean(bundle) }, optionsOf).data
}
