import type { ReactNode } from 'react'
import { Benefits } from '#features/benefits/benefits.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { Price } from '#ui/price.tsx'
import { Section } from '#ui/section.tsx'
import { StatusChip } from '#ui/status-chip.tsx'

function Hero(): ReactNode {
  return (
    <Card tone="deep" padding="l">
      <Heading level={2} size="display" className="max-w-text">
        Больше баллов за каждую покупку
      </Heading>
      <p className="mt-4 max-w-text text-lead text-mint lg:mt-6">
        Подписка «Пакет»: повышенный кешбэк, бесплатные доставки и предложения партнёров.
      </p>
      <div className="mt-8 flex flex-col gap-3 lg:flex-row">
        <Button onDark size="l">
          Подключить за 199 ₽ в месяц
        </Button>
        <ButtonLink onDark variant="ghost" size="l" href="#main">
          Что входит
        </ButtonLink>
      </div>
    </Card>
  )
}

/** How the parts look together: a page with an offer, a status card, prices. */
export function GalleryScreens(): ReactNode {
  return (
    <>
      <Hero />
      <Benefits tone="white" />
      <Section title="Подписка">
        <Card padding="l" className="flex flex-col gap-6 lg:flex-row lg:items-end lg:justify-between">
          <div>
            <StatusChip tone="orange">До 23 октября</StatusChip>
            <Heading level={3} size="l" className="mt-4">
              Пакет на 6 месяцев
            </Heading>
            <p className="mt-2 mb-4 text-soft">
              Спишем с карты МИР •••• 4417, константинопольская-александра@example.ru
            </p>
            <Price amount="899 ₽" before={{ amount: '1 194 ₽', label: 'вместо' }} per="за 6 месяцев" size="l" />
          </div>
          <div className="flex flex-col gap-2 lg:flex-row">
            <Button>Продлить Пакет</Button>
            <Button variant="ghost">Управлять</Button>
          </div>
        </Card>
      </Section>
    </>
  )
}
