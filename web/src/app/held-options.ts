import { bundleNamed, type Data, type Subscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from './services.ts'

/** The options of the bundle that is held; undefined until they are read, and where no bundle is. */
export function useHeldOptions(subscriber: Subscriber | null): Data<'getOptions'>['result'] | undefined {
  const { api } = useAccount()
  const bundle = subscriber?.currentPeriod.bundle
  const { data } = useQuery({
    ...query(api, 'getOptions', { bundleId: bundle ? bundleNamed(bundle).id : '' }),
    enabled: Boolean(bundle),
  })
  return data?.result
}
