import { type BundleName, type Subscriber, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
// The query as it is in the address; the router's own hook decodes it.
import { useSearch } from 'wouter/use-browser-location'
import { ClientDataAwaited } from '#layout/client-data-awaited.tsx'
import { PageFrame } from '#layout/page-frame.tsx'
import { useFailed } from '#layout/use-failed.ts'
import { useAccount } from '#services/services.ts'
import { useBuying } from '#checkout/use-buying.ts'
import { usePromocode } from '#checkout/use-promocode.ts'
import { usePressBefore } from '#checkout/use-sign-in-to-buy.ts'
import type { FastBuy } from '#domain/entry-pages.ts'
import { fastBuyStop } from '#domain/fast-buy-guard.ts'
import { inRubles, type Sum } from '#domain/sum.ts'
import { blockedMessages } from '#features/purchase/messages/blocked-messages.ts'
import type { Choice } from '#features/purchase/choose/buyer.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'
import { bundleTerms } from '#features/purchase/payable.ts'
import { showSnackbar } from '#modals/snackbars.ts'
import { Drawer } from '#ui/drawer.tsx'
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import { bundleIn, FastBuyOffer } from './fast-buy-offer.tsx'

/** The fast purchase page of a signed-in user. The guard may lead to the account instead (T5). */
export function FastBuyPage({ sells }: { sells: FastBuy }): ReactNode {
  const { api } = useAccount()
  const { data, dataUpdatedAt, failureReason, isFetching } = useQuery(query(api, 'getClientData'))
  const hasFailed = useFailed({ data, isError: failureReason !== null, isFetching })
  if (data) return <Guarded sells={sells} subscriber={toSubscriber(data.result)} now={new Date(dataUpdatedAt)} />
  if (hasFailed)
    return (
      <PageFrame hasFooter={false}>
        <ClientDataAwaited level={1} />
      </PageFrame>
    )
  return (
    <>
      <FastBuyOffer sells={sells} onBuy={() => undefined} />
      <Drawer open locked title="Загружаем" dismissLabel="" onDismiss={() => undefined}>
        <Skeleton className="mb-4 h-8 w-40" />
        <SkeletonText lines={3} />
      </Drawer>
    </>
  )
}

/** `now`: when the subscriber was read, so that a refresh shows a price that has changed since. */
function Guarded({ sells, subscriber, now }: { sells: FastBuy; subscriber: Subscriber; now: Date }): ReactNode {
  const { startFlow } = useAccount()
  const [, navigate] = useLocation()
  const search = useSearch()
  const address = new URLSearchParams(search)
  const partner = sells.kind === 'partner' ? sells.partner : null
  const buy = useBuying(subscriber)
  const enterPromocode = usePromocode()
  // Decided once, when the page opens: a purchase on this page changes the subscriber.
  const [stop] = useState(() => fastBuyStop(statusInput(subscriber), subscriber.lastPeriod?.bundle != null))

  useEffect(() => {
    if (!stop) return
    navigate('/profile', { replace: true })
    if (stop === 'past-period') return showSnackbar('У вас уже есть оплаченный период')
    const message = blockedMessages[stop]
    if (message) void startFlow(async (io) => void (await io.ask('message', message)))
    // `stop` never changes: the message is shown once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stop])

  const from = address.get('from') === 'landing' ? 'landing' : 'fastbuy'
  const value = address.get('promocode')?.trim()
  const bundle = bundleIn(search)
  const terms = bundleTerms(bundle, subscriber, now)
  const onBuy = () =>
    void (sells.kind === 'promocode'
      ? enterPromocode(subscriber, { first: value ? { from: 'link', value } : undefined, bundle, from })
      : buy(choiceOf(sells, bundle, inRubles(terms.priceKopecks)), from, { partner }))
  usePressBefore(onBuy)
  return stop ? null : <FastBuyOffer sells={sells} terms={terms} onBuy={onBuy} />
}

/** The choice that the page and its query preselect (OP-35); a page that sells a single term shows its sum. */
function choiceOf(sells: Exclude<FastBuy, { kind: 'promocode' }>, bundle: BundleName, shown: Sum): Choice {
  switch (sells.kind) {
    case 'tariff':
    case 'counter-offer':
      return sells
    case 'bundle':
    case 'partner':
      return { kind: 'bundle', bundle, shown }
  }
}
