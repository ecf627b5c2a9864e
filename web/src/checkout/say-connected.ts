import { bundleNamed, type Client, type Subscriber, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { optionsOf } from '#cache/bundle-options.ts'
import { lastPaidDay } from '#domain/last-paid-day.ts'
import { purchaseBlock } from '#domain/status-block.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'
import { showSnackbar } from '#modals/snackbars.ts'

/** Says whether the subscription is connected, or the option with a name. Says nothing when that cannot be read, which is shown by itself. */
export async function sayConnected(queryClient: QueryClient, api: Client, option?: string | null): Promise<void> {
  const { result } = await queryClient.fetchQuery(query(api, 'getClientData'))
  const subscriber = toSubscriber(result)
  if (!option) return showSnackbar(bundleWords(subscriber))
  const { bundle } = subscriber.currentPeriod
  const options = bundle
    ? await queryClient.fetchQuery(query(api, 'getOptions', { bundleId: bundleNamed(bundle).id }))
    : null
  const status = options && optionsOf(options).find(({ name }) => name === option)?.status
  showSnackbar(
    status === 'new' ? 'Опция подключается' : status === 'active' ? 'Опция подключена' : 'Опция пока не подключается',
  )
}

function bundleWords(subscriber: Subscriber): string {
  const block = purchaseBlock(statusInput(subscriber))
  if (!block) return 'Пакет пока не подключается'
  if (block === 'connecting') return 'Пакет подключается'
  const day = lastPaidDay(subscriber.currentPeriod, new Date())
  return day ? `Пакет работает до ${day}` : 'Пакет работает'
}
