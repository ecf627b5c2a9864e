import { bundleNamed, type Subscriber, toSubscriber } from '@paket/sdk'
import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { AccountPage } from '#layout/account-page.tsx'
import { ClientDataAwaited } from '#layout/client-data-awaited.tsx'
import { useAccount } from '#services/services.ts'
import { useBuying } from '#checkout/use-buying.ts'
import { durationLabel } from '#domain/duration.ts'
import { inRubles, sumText } from '#domain/sum.ts'
import { purchaseBlock } from '#domain/status-block.ts'
import { graceTerms } from '#features/purchase/payable.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'
import { RenewalDisclaimer } from '#features/purchase/choose/renewal-disclaimer.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Price } from '#ui/price.tsx'
import { StatusChip } from '#ui/status-chip.tsx'

/** The payment of a grace period (C-ROUTE-32, OP-59). A user who has nothing to pay is led to the account. */
export function OplataPage(): ReactNode {
  const { api } = useAccount()
  const { data, dataUpdatedAt } = useQuery(query(api, 'getClientData'))
  const subscriber = data && toSubscriber(data.result)
  const pays = !subscriber || (subscriber.isGracePeriod && !purchaseBlock(statusInput(subscriber)))
  if (!pays) return <Redirect to="/profile" replace />
  return (
    <AccountPage>
      {subscriber ? <Oplata subscriber={subscriber} now={new Date(dataUpdatedAt)} /> : <ClientDataAwaited />}
    </AccountPage>
  )
}

/** `now`: when the subscriber was read, so that a refresh shows a price that has changed since. */
function Oplata({ subscriber, now }: { subscriber: Subscriber; now: Date }): ReactNode {
  const buy = useBuying(subscriber)
  const { bundle, priceKopecks } = graceTerms(subscriber, now)
  const { durationDays } = bundleNamed(bundle)
  const sum = inRubles(priceKopecks)
  return (
    <Card padding="l">
      <StatusChip tone="orange">Ждёт оплаты</StatusChip>
      <div className="mt-5">
        <Price size="l" amount={sumText(sum)} per={`за ${durationLabel(durationDays)}`} />
      </div>
      <p className="mt-3 mb-6 text-soft">
        Не получилось списать оплату. Оплатите сейчас, и преимущества Пакета останутся с вами
      </p>
      <Button size="l" onClick={() => void buy({ kind: 'asked', shown: sum }, 'grace-prolong')}>
        {`Оплатить ${sumText(sum)}`}
      </Button>
      <div className="mt-4">
        <RenewalDisclaimer days={durationDays} />
      </div>
    </Card>
  )
}
