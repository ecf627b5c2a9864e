import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { CashbackIcon, DeliveryIcon, GiftIcon, HeartIcon } from '#ui/icons.tsx'
import { Price } from '#ui/price.tsx'
import { Section } from '#ui/section.tsx'
import { StatusChip } from '#ui/status-chip.tsx'

const benefits = [
  { icon: <CashbackIcon />, title: 'До 50% баллами', text: 'Возвращаем с покупок в любимых магазинах' },
  { icon: <DeliveryIcon />, title: 'Бесплатные доставки', text: 'Несколько раз в месяц, от 1 000 ₽' },
  { icon: <HeartIcon />, title: '10 любимых категорий', text: 'По пять в каждом магазине' },
  { icon: <GiftIcon />, title: 'Подарки партнёров', text: 'Книги, кино и музыка со скидкой' },
]

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
      <div className="mt-4 grid gap-4 sm:grid-cols-1 lg:grid-cols-4">
        {benefits.map(({ icon, title, text }) => (
          <Card key={title} className="flex gap-4 lg:block">
            <span className="flex size-12 shrink-0 items-center justify-center rounded-m bg-mint text-brand">
              {icon}
            </span>
            <div className="lg:mt-5">
              <Heading level={3} size="s">
                {title}
              </Heading>
              <p className="mt-1 text-soft">{text}</p>
            </div>
          </Card>
        ))}
      </div>
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
