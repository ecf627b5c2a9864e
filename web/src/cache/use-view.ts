import {
  type BankCard,
  type Data,
  isPaketError,
  type PaketError,
  type Subscriber,
  toBankCard,
  toSubscriber,
} from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reportCrash } from './crash.ts'
import { useAccount } from '#services/services.ts'

/**
 * A read by what is needed of its answer, for what must be there whatever is answered. An answer that `view` throws for is one that could
 * not be read: there is no data, and an error. `view` is the same function at each call.
 */
export function useView<Answer, Thrown, View>(
  options: UseQueryOptions<Answer, Thrown>,
  view: (answer: Answer) => View,
): UseQueryResult<View, Thrown> {
  const read = useQuery<Answer, Thrown, View>({ ...options, select: view })
  const { error } = read
  useEffect(() => {
    if (error && !isPaketError(error)) reportCrash(error, 'view')
  }, [error])
  return read
}

const subscriberOf = ({ result }: Data<'getClientData'>): Subscriber => toSubscriber(result)

/** The subscriber, where a page does without one as well. */
export const useSubscriber = (): UseQueryResult<Subscriber, PaketError<'getClientData'>> =>
  useView(query(useAccount().api, 'getClientData'), subscriberOf)

const mainCardOf = ({ cards }: Data<'getBankCards'>): BankCard | null =>
  cards.map(toBankCard).find((card) => card.isMainCard) ?? null

/** The main card, null when there is none; not read where it is not `needed`. One that is `isOptional` fails without a message. */
export const useMainCard = (
  needed: boolean,
  isOptional = false,
): UseQueryResult<BankCard | null, PaketError<'getBankCards'>> =>
  useView({ ...query(useAccount().api, 'getBankCards'), enabled: needed, meta: { isOptional } }, mainCardOf)
