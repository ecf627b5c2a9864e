import type { Subscriber } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { useAccount } from '#services/services.ts'
import { useArticle } from '#services/use-article.ts'
import { useBuyers } from '#checkout/use-buying.ts'
import { rubles } from '#domain/money.ts'
import { lastPaidDay } from '#domain/last-paid-day.ts'
import { enableAutopayFlow } from '#features/autopay/autopay.ts'
import { cancellationFlow } from '#features/autopay/cancellation.ts'
import { counterOfferFlow } from '#features/purchase/choose/checkout-flow.ts'
import { payableKopecks } from '#features/purchase/payable.ts'
import { renewalArticle } from '#features/purchase/choose/renewal-steps.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Section } from '#ui/section.tsx'
import { useAfterAutopay } from './use-after-autopay.ts'

/** Shows whether the subscription is renewed automatically, with the button that changes it (OO-34). */
export function AutopaySection({ subscriber, days }: { subscriber: Subscriber; days: number }): ReactNode {
  const [now] = useState(() => new Date())
  const [isBusy, setBusy] = useState(false)
  const { startFlow } = useAccount()
  const buyer = useBuyers()(subscriber)
  const after = useAfterAutopay()
  const showArticle = useArticle()
  const isOn = subscriber.autopaymentsEnabled
  const priceKopecks = payableKopecks(subscriber, now)

  async function change(): Promise<void> {
    setBusy(true)
    const renewal = { subscriber, priceKopecks, now: () => new Date() }
    const buy: Parameters<typeof cancellationFlow>[1] = (offer, shown) =>
      counterOfferFlow(offer, shown, buyer('profile'))
    await startFlow(isOn ? cancellationFlow(renewal, buy, after) : enableAutopayFlow(renewal, after))
    setBusy(false)
  }

  return (
    <Section title="Автопродление">
      <p className="mb-5 text-soft">{renewalText(subscriber, priceKopecks, now)}</p>
      <div
        className={classes(
          'flex flex-col gap-2 lg:flex-row lg:flex-wrap',
          isOn && '-ml-6 items-start forced-colors:mx-0',
        )}
      >
        {/* The same button for both directions, so that it keeps the focus. */}
        <Button
          variant={isOn ? 'danger-quiet' : 'primary'}
          width={isOn ? 'fit' : undefined}
          busy={isBusy}
          onClick={() => void change()}
        >
          {isOn ? 'Отключить автопродление' : 'Включить автопродление'}
        </Button>
        <Button variant="ghost" width={isOn ? 'fit' : undefined} onClick={() => showArticle(renewalArticle(days))}>
          Как продлевается Пакет
        </Button>
      </div>
    </Section>
  )
}

function renewalText({ autopaymentsEnabled, currentPeriod }: Subscriber, kopecks: number, now: Date): string {
  const day = lastPaidDay(currentPeriod, now)
  if (autopaymentsEnabled)
    return day ? `Включено: ${rubles(kopecks)} спишется ${day}` : `Включено: спишется ${rubles(kopecks)}`
  return day ? `Выключено: ${day} Пакет отключится` : 'Выключено: Пакет не продлится'
}
