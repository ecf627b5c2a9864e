import type { Bundle } from '@paket/sdk'
import { type ReactNode, useId } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { monthlyRubles, rubles, rublesInWords, savingKopecks } from '#domain/money.ts'
import { bundleBadge } from '#features/purchase/choose/bundle-badge.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { Price } from '#ui/price.tsx'

type Plan = Bundle & { months: number }

/** One bundle: its term, price per month, total, saving, and the button to buy it. */
export function BundleCard({
  plan,
  plans,
  onBuy,
}: {
  plan: Plan
  plans: readonly Plan[]
  onBuy: () => void
}): ReactNode {
  const id = useId()
  const badge = bundleBadge(plan.months)
  const saving = savingKopecks(plan, plans)
  return (
    <Card as="article" tone="outlined" aria-labelledby={id} className="flex flex-col">
      <div className="flex items-center gap-3">
        <Heading level={3} size="s" id={id}>
          {durationLabel(plan.durationDays)}
        </Heading>
        {badge && <Badge tone={plan.months === 12 ? 'brand' : 'orange'}>{badge}</Badge>}
      </div>
      <div className="mt-4">
        <Price size="l" amount={monthlyRubles(plan.priceKopecks, plan.months)} per="в месяц" />
      </div>
      <p className="mt-2 mb-6 text-small text-soft">
        {plan.months > 1 ? `${rubles(plan.priceKopecks)} сразу за весь срок` : 'Оплата каждый месяц'}
        {saving > 0 && <span className="block font-semibold text-brand">Выгода {rublesInWords(saving)}</span>}
      </p>
      <Button width="full" className="mt-auto" variant={plan.months === 12 ? 'primary' : 'secondary'} onClick={onBuy}>
        Подключить за {rubles(plan.priceKopecks)}
      </Button>
    </Card>
  )
}
