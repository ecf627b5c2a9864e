import type { ReactNode } from 'react'
import { cashback, favourites } from '#domain/cashback.ts'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { CashbackIcon, DeliveryIcon, GiftIcon, HeartIcon } from '#ui/icons.tsx'
import { Section } from '#ui/section.tsx'

const deliveries = {
  icon: <DeliveryIcon />,
  title: 'Бесплатные доставки',
  text: 'По 3 доставки из двух сетей магазинов',
}
const benefits = [
  {
    icon: <CashbackIcon />,
    title: 'Повышенный кешбэк',
    text: `Баллы с каждой покупки, тратить можно до ${cashback.spendable}`,
  },
  deliveries,
  {
    icon: <HeartIcon />,
    title: 'Любимые категории',
    text: `До ${favourites.categories} категорий, по ${favourites.perStore} в каждом магазине`,
  },
  { icon: <GiftIcon />, title: 'Предложения партнёров', text: 'Промокоды и скидки на кино, книги и поездки' },
]

interface BenefitsProps {
  tone: 'white' | 'grey'
  /** Family members get no free deliveries (O-FAMILY-03). */
  hasDeliveries?: boolean
}

/** The benefits of the subscription, a section of a page (C-LAYOUT-15). */
export function Benefits({ tone, hasDeliveries = true }: BenefitsProps): ReactNode {
  const shown = benefits.filter((benefit) => hasDeliveries || benefit !== deliveries)
  return (
    <Section title="Что даёт Пакет" className="mt-10">
      <ul className="grid gap-3 lg:grid-cols-2 lg:gap-4 xl:grid-cols-4">
        {shown.map(({ icon, title, text }) => (
          <Card key={title} as="li" tone={tone} className="flex gap-4 xl:block">
            <span className="flex size-12 shrink-0 items-center justify-center rounded-m bg-mint text-brand">
              {icon}
            </span>
            <div className="xl:mt-5">
              <Heading level={3} size="s">
                {title}
              </Heading>
              <p className="mt-1 text-soft">{text}</p>
            </div>
          </Card>
        ))}
      </ul>
    </Section>
  )
}
