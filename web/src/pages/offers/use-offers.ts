import { type CmsOffer, type Subscriber, toSubscriber } from '@paket/sdk'
import { contentQuery, query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useServices } from '#app/services.ts'
import { contentStatus } from '#app/visit.ts'
import { offersFor } from '#domain/offers.ts'

interface Offers {
  /** What this subscriber sees; undefined until both the content system and the subscription are known. */
  known: { offers: CmsOffer[]; subscriber: Subscriber } | undefined
  isFailed: boolean
  isRetrying: boolean
  retry: () => void
}

/** The offers of a subscriber. A subscription that cannot be read is told by its modal. */
export function useOffers(): Offers {
  const { api } = useAccount()
  const { settings } = useServices()
  const { data: client } = useQuery(query(api, 'getClientData'))
  const content = useQuery(contentQuery({ baseUrl: settings.content }, contentStatus()))
  const subscriber = client && toSubscriber(client.result)
  const offers =
    content.data && subscriber && offersFor(content.data.offers, { ...subscriber, ...subscriber.currentPeriod })
  return {
    known: subscriber && offers && { offers, subscriber },
    isFailed: content.isError && !content.data,
    isRetrying: content.isFetching,
    retry: () => void content.refetch(),
  }
}
