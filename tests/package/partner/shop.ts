// A partner's program: compiled against the packed SDK with strict and with lax settings, see ../types.test.ts.
import {
  type Client,
  createClient,
  createClientOf,
  type Failure,
  isFailure,
  type PaketError,
  pollOrder,
  unwrap,
} from '@paket/sdk'
import { createOrder, getOrderStatus } from '@paket/sdk/operations'
import { invalidate, mutation, query, staleAfter } from '@paket/sdk/react-query'
import { schemas } from '@paket/sdk/schemas'
import { QueryClient, useMutation, useQuery } from '@tanstack/react-query'

const options = { baseUrl: 'https://shop.example/bff/api', auth: { getToken: () => 'token' } }
export const drifted: string[] = []
const paket = createClient({ ...options, schemas, on: { drift: ({ differences }) => drifted.push(...differences) } })
export const small: Pick<Client, 'createOrder' | 'getOrderStatus'> = createClientOf(
  { createOrder, getOrderStatus },
  options,
)

/** Settings that may be undefined are passed as they are, even with exactOptionalPropertyTypes. */
export const connect = (
  given: Record<'refresh', (() => Promise<string>) | undefined> & Record<'docs', string | undefined>,
) => createClient({ ...options, auth: { getToken: () => null, refresh: given.refresh }, docs: given.docs })

/** A failure's name and code keep their literal types across the package. */
export const twice: { name: 'alreadyConnecting'; code: 2004 }[] = []
export async function order(bundleId: string): Promise<string> {
  const result = await small.createOrder({ source: 'web', bundleId, usingMainCard: true })
  if (isFailure(result, 'createOrder', 'alreadyConnecting')) twice.push(result.failure)
  return unwrap(result).result.orderId
}

/** A failure in the response of a partner's own server, as Nuxt types it: without the fields that JSON drops it is still a failure. */
type AsJson<T> = { [Key in keyof T as T[Key] extends undefined ? never : Key]: T[Key] }
export const received = (failure: AsJson<Failure<'createOrder'>>): Failure<'createOrder'> => failure

const queryClient = new QueryClient()
export async function follow(orderId: string): Promise<string> {
  const end = await pollOrder(paket, { orderId, payment: 'mainCard' })
  await invalidate(queryClient, ...staleAfter('createOrder'))
  const status: 'new' | 'registered' | 'deposited' | 'declined' = unwrap(await paket.getOrderStatus({ orderId })).result
    .orderStatus
  return `${end.kind} ${status}`
}

/** Data from React Query has the types of the call; it is not `any`. */
export function useSubscription() {
  const { data, error } = useQuery(query(paket, 'getClientData'))
  const buy = useMutation(mutation(paket, 'createOrder', queryClient))
  const subscriberId: string | undefined = data?.result.subscriberId
  const name: PaketError<'getClientData'>['failure']['name'] | undefined = error?.failure.name
  // @ts-expect-error -- client data has no such field
  const wrong = data?.result.noSuchField
  return { subscriberId, name, wrong, buy: buy.mutate }
}
