import { toSubscriber, type ClientData } from '@paket/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { nullable, number, object, optional, picklist, string } from 'valibot'
import { type StatusWords, statusWords } from '#features/purchase/status-words.ts'

/** What the status block said last, for an account without a network: words alone, no client data. */
export const statusKey = ['paket', 'status'] as const

export const statusSchema = object({
  chip: nullable(object({ tone: picklist(['green', 'orange', 'red']), text: string() })),
  title: string(),
  tone: optional(picklist(['orange', 'red'])),
  text: string(),
  until: nullable(number()),
})
/** Whether the words still hold: a day that is named has not come. */
export const holds = ({ until }: StatusWords, now = Date.now()): boolean => until === null || now < until

/** The words for client data; null while a subscription is being connected, which is over in minutes, and for what cannot be understood. */
export function knownStatus(data: ClientData): StatusWords | null {
  try {
    const subscriber = toSubscriber(data)
    return subscriber.subStatus === 'waiting_for_activation' ? null : statusWords(subscriber, new Date())
  } catch {
    return null
  }
}

export const readKnownStatus = (queryClient: QueryClient): StatusWords | undefined =>
  queryClient.getQueryData<StatusWords>(statusKey)
