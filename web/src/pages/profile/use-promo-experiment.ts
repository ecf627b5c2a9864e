import { experiments, type Subscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useServices } from '#app/services.ts'
import { isInPromoExperiment, PROMO_BANNER_GROUP } from '#domain/promocode.ts'

const promo = experiments.find(({ name }) => name === 'promo_3000_month')?.id ?? ''

/** The experiment whose banner this subscriber is shown, by its id; null for other groups, and when it cannot be read (OO-08, OO-28). */
export function usePromoExperiment({ subStatus }: Subscriber): string | null {
  const { api } = useAccount()
  const { host } = useServices()
  const enabled = isInPromoExperiment(subStatus, host.token !== null)
  const { data } = useQuery({ ...query(api, 'getUserExperimentGroup', { experimentIds: [promo] }), enabled })
  if (!enabled) return null
  const mine = data?.result.experiments.find(({ experimentId }) => experimentId === promo)
  return mine?.groupNumber === PROMO_BANNER_GROUP ? promo : null
}
