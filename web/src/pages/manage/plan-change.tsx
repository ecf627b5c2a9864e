import { bundleNamed, fullBundles, monthsOf, type Subscriber } from '@paket/sdk'
import type { ReactNode } from 'react'
import { useBuying } from '#checkout/use-buying.ts'
import { durationLabel } from '#domain/duration.ts'
import { monthlyRubles } from '#domain/money.ts'
import { purchaseBlock } from '#domain/status-block.ts'
import { inRubles, sumText } from '#domain/sum.ts'
import { transition } from '#domain/transition.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'

/** The terms that the subscriber may change to (OP-44, OO-48). There are none in a grace period, or when another party pays. */
export function PlanChange({ subscriber }: { subscriber: Subscriber }): ReactNode {
  const buy = useBuying(subscriber)
  const current = subscriber.currentPeriod.bundle
  if (!current || purchaseBlock(statusInput(subscriber)) !== 'alreadyHas') return null
  const currentMonths = monthsOf(bundleNamed(current))
  const plans = fullBundles().filter((bundle) => transition(currentMonths, monthsOf(bundle)))
  return (
    <Section title="Сменить срок">
      <p className="mb-1 text-soft">Новый срок начнётся, когда кончится оплаченный</p>
      <ul className="divide-y divide-line">
        {plans.map((bundle) => {
          const { name, durationDays, priceKopecks } = bundle
          const sum = inRubles(priceKopecks)
          return (
            <li key={name}>
              <ListRow
                title={durationLabel(durationDays)}
                hint={`${monthlyRubles(priceKopecks, monthsOf(bundle))} в месяц`}
                end={<span className="font-semibold tabular-nums">{sumText(sum)}</span>}
                onClick={() => void buy({ kind: 'bundle', bundle: name, shown: sum }, 'profile')}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
