import { toSubscriber, type ClientData } from '@paket/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { nullable, number, object, optional, picklist, string } from 'valibot'
import { type StatusWords, statusWords } from '#features/purchase/status-words.ts'

/** The cache key of the status block's latest texts, which the account shows without a network. They are texts only, no client data. */
export const statusKey = ['paket', 'status'] as const

export const statusSchema = object({
  chip: nullable(object({ tone: picklist(['green', 'orange', 'red']), text: string() })),
  title: string(),
  tone: optional(picklist(['orange', 'red'])),
  text: string(),
  until: nullable(number()),
})
/** Whether the texts are still valid: the day that they name has not passed. */
export const isStatusValid = ({ until }: StatusWords, now = Date.now()): boolean => until === null || now < until

/** The status block's texts for client data; null while a subscription is being connected, because that takes only minutes, and for malformed client data. */
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
