import { bundleNamed, promoPromocodes } from '@paket/sdk'
import { type ReactNode, useId } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'

const [monthly, ...longer] = promoPromocodes

/** The banner of the promocode experiment: points for a month's subscription, and promocodes for two longer terms (OO-28). */
export function PromoBanner({ onChoose }: { onChoose: (promocode: string) => void }): ReactNode {
  const id = useId()
  return (
    <Card as="section" tone="deep" padding="l" aria-labelledby={id} className="mt-4">
      <Heading level={2} size="l" id={id}>
        3&nbsp;000 баллов за возвращение
      </Heading>
      <p className="mt-2 max-w-text text-mint">
        {`Подключите Пакет на месяц с промокодом ${monthly.promocodeValue}, баллы придут после активации`}
      </p>
      <div className="mt-6 flex flex-col gap-3 lg:flex-row lg:flex-wrap">
        <Button onDark onClick={() => onChoose(monthly.promocodeValue)}>
          {`Применить ${monthly.promocodeValue}`}
        </Button>
        {longer.map(({ promocodeValue, bundle }) => (
          <Button key={promocodeValue} onDark variant="ghost" onClick={() => onChoose(promocodeValue)}>
            {`${promocodeValue} на ${durationLabel(bundleNamed(bundle).durationDays)}`}
          </Button>
        ))}
      </div>
    </Card>
  )
}
