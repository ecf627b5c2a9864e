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
 * Reads what a component needs of an answer, for parts of the frame that must never crash. If `view` throws for a malformed answer, the result
 * is a failed read: no data, and an error. `view` must be a stable function.
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

/** The subscriber, for components that also work without one. */
export const useSubscriber = (): UseQueryResult<Subscriber, PaketError<'getClientData'>> =>
  useView(query(useAccount().api, 'getClientData'), subscriberOf)

const mainCardOf = ({ cards }: Data<'getBankCards'>): BankCard | null =>
  cards.map(toBankCard).find((card) => card.isMainCard) ?? null

interface MainCardOptions {
  /** Whether the card is read at all. */
  enabled: boolean
  /** Whether a failure shows no message. */
  isOptional?: boolean
}
/** The main card; null when there is none. */
export const useMainCard = ({
  enabled,
  isOptional = false,
}: MainCardOptions): UseQueryResult<BankCard | null, PaketError<'getBankCards'>> =>
  useView({ ...query(useAccount().api, 'getBankCards'), enabled, meta: { isOptional } }, mainCardOf)
