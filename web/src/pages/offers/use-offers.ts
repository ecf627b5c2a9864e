import { type CmsOffer, type Subscriber, toSubscriber } from '@paket/sdk'
import { contentQuery, query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { Read } from '#layout/read-state.tsx'
import { useAccount, useServices } from '#services/services.ts'
import { contentStatus } from '#analytics/visit.ts'
import { offersFor } from '#domain/offers.ts'

/** The offers that a subscriber sees. */
export interface KnownOffers {
  offers: CmsOffer[]
  subscriber: Subscriber
}
/** `noClientData`: client data could not be read, which `cache/read-failures.ts` shows. */
export type OffersRead = 'noClientData' | Read<KnownOffers>

/** The subscriber's offers, which need both the content system and client data. */
export function useOffers(): OffersRead {
  const { api } = useAccount()
  const { settings } = useServices()
  const client = useQuery(query(api, 'getClientData'))
  const content = useQuery(contentQuery({ baseUrl: settings.content }, contentStatus()))
  if (!client.data && client.failureReason) return 'noClientData'
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
