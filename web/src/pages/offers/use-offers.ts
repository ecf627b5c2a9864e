import { type CmsOffer, type Subscriber, toSubscriber } from '@paket/sdk'
import { contentQuery, query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { Read } from '#layout/read-state.tsx'
import { useAccount, useServices } from '#services/services.ts'
import { contentStatus } from '#analytics/visit.ts'
import { offersFor } from '#domain/offers.ts'

/** What a subscriber sees of the content system. */
export interface KnownOffers {
  offers: CmsOffer[]
  subscriber: Subscriber
}
/** `unread`: who asks is not known; that is shown by its modal (cache/read-failures.ts). */
export type OffersRead = 'unread' | Read<KnownOffers>

/** The offers of a subscriber: known when both the content system and the subscription are. */
export function useOffers(): OffersRead {
  const { api } = useAccount()
  const { settings } = useServices()
  const client = useQuery(query(api, 'getClientData'))
  const content = useQuery(contentQuery({ baseUrl: settings.content }, contentStatus()))
  if (!client.data && client.failureReason) return 'unread'
  const subscriber = client.data && toSubscriber(client.data.result)
  const offers =
    content.data && subscriber && offersFor(content.data.offers, { ...subscriber, ...subscriber.currentPeriod })
  const { isError, isFetching, refetch } = content
  return {
    data: subscriber && offers && { offers, subscriber },
    isError: isError && !content.data,
    isFetching,
    refetch,
  }
}
