import type { Option } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { isFamily } from '#domain/family.ts'
import { rubles } from '#domain/money.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { optionEnd } from '#domain/option-badge.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/section.tsx'

/** Price and dates of an active option, and the button that switches its renewal (O-OPTION-06..09, O-OPTION-17). */
export function OptionTariff({ option, onSwitch }: { option: Option; onSwitch: () => void }): ReactNode {
  const [now] = useState(() => new Date())
  const { priceKopecks, durationDays, startDate, autopaymentsEnabled } = option
  const endDate = optionEnd(option, now)
  const rows: [string, string][] = [['Стоимость', `${rubles(priceKopecks)} за ${durationLabel(durationDays)}`]]
  if (startDate) rows.push(['Подключена', moscowDay(startDate, now)])
  if (endDate) rows.push([autopaymentsEnabled ? 'Продлится' : 'Действует до', moscowDay(endDate, now)])
  return (
    <Card as="section">
      <Section title="Тариф">
        <dl className="divide-y divide-line">
          {rows.map(([name, value]) => (
            <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 text-right font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {isFamily(option) && (
          <p className="mt-3 text-small text-soft">
            Опцию оплачивает организатор, он же управляет автопродлением. Близкие ничего не платят
          </p>
        )}
        <Button variant="secondary" className="mt-4" onClick={onSwitch}>
          {autopaymentsEnabled ? 'Выключить автопродление' : 'Включить автопродление'}
        </Button>
      </Section>
    </Card>
  )
}
