import { type ReactNode, useId } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { monthlyRubles, rubles, rublesInWords, savingKopecks } from '#domain/money.ts'
import { bundleBadge } from '#features/purchase/choose/bundle-badge.ts'
import { monthlyKopecks, type Plan } from '#features/purchase/plans.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { Price } from '#ui/price.tsx'

interface Props {
  plan: Plan
  plans: readonly Plan[]
  /** Id of the form that the button submits before hydration. */
  form: string
  onBuy: () => void
}
/** One bundle: its term, price per month compared with the other bundles, total, saving, and the button that buys it. */
export function BundleCard({ plan, plans, form, onBuy }: Props): ReactNode {
  const id = useId()
  const badge = bundleBadge(plan.months)
  const saving = savingKopecks(plan, plans)
  const isBest = monthlyKopecks(plan) === Math.min(...plans.map(monthlyKopecks))
  return (
    <Card
      as="article"
      tone={isBest ? 'mint' : 'outlined'}
      aria-labelledby={id}
      className={`flex flex-col ${isBest ? 'outline-2 outline-brand' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Heading level={3} size="s" id={id}>
          {durationLabel(plan.durationDays)}
        </Heading>
        {badge && <Badge tone={isBest ? 'brand' : 'orange'}>{badge}</Badge>}
      </div>
      <div className="mt-4">
        <Price size="l" amount={monthlyRubles(plan.priceKopecks, plan.months)} per="в месяц" />
      </div>
      <PriceBar share={monthlyKopecks(plan) / Math.max(...plans.map(monthlyKopecks))} isBest={isBest} />
      <p className="mt-3 mb-6 text-small text-soft">
        <span>{plan.months > 1 ? `${rubles(plan.priceKopecks)} сразу за весь срок` : 'Оплата каждый месяц'}</span>
        {saving > 0 && <span className="block font-semibold text-brand">{`Выгода ${rublesInWords(saving)}`}</span>}
      </p>
      <Button
        width="full"
        className="mt-auto"
        variant={isBest ? 'primary' : 'secondary'}
        type="submit"
        form={form}
        name="buy"
        value={plan.name}
        onClick={(event) => {
          event.preventDefault()
          onBuy()
        }}
      >
        {`Подключить за ${rubles(plan.priceKopecks)}`}
      </Button>
    </Card>
  )
}

/** A bar that shows the price per month as a share of the highest one. */
const PriceBar = ({ share, isBest }: { share: number; isBest: boolean }): ReactNode => (
  <svg className="mt-3 h-2 w-full" aria-hidden="true">
    <rect width="100%" height="8" rx="4" className={isBest ? 'fill-paper' : 'fill-sunken'} />
    <rect width={`${Math.round(share * 100)}%`} height="8" rx="4" className={isBest ? 'fill-brand' : 'fill-leaf'} />
  </svg>
)
