import { type Data, experiments, type Subscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useAccount, useServices } from '#services/services.ts'
import { useView } from '#cache/use-view.ts'
import { isInPromoExperiment, PROMO_BANNER_GROUP } from '#domain/promocode.ts'

const promo = experiments.find(({ name }) => name === 'promo_3000_month')?.id ?? ''

const groupOf = ({ result }: Data<'getUserExperimentGroup'>) =>
  result.experiments.find(({ experimentId }) => experimentId === promo)?.groupNumber ?? null

/** Id of the experiment whose banner this subscriber sees; null for other groups, and after a failed read (OO-08, OO-28). */
export function usePromoExperiment({ subStatus }: Subscriber): string | null {
  const { api } = useAccount()
  const { host } = useServices()
  const enabled = isInPromoExperiment(subStatus, host.token !== null)
  const { data: group } = useView(
    { ...query(api, 'getUserExperimentGroup', { experimentIds: [promo] }), enabled },
    groupOf,
  )
  return enabled && group === PROMO_BANNER_GROUP ? promo : null
}
