import { type BundleName, bundleNamed, bundles } from '@paket/sdk'
import type { ReactNode } from 'react'
import { PageFrame } from '#layout/page-frame.tsx'
import type { FastBuy } from '#domain/entry-pages.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { HeroPicture } from '#features/benefits/hero-picture.tsx'
import { HeroText } from '#features/purchase/hero-text.tsx'
import { HowToBuy } from '#features/purchase/how-to-buy.tsx'
import { lowestBundle } from '#features/purchase/payable.ts'
import { Button } from '#ui/button.tsx'
import { Hero } from '#ui/hero.tsx'

/** The source has no texts for fast purchase pages: these are ours. */
const texts: Record<FastBuy['kind'], { title: string; text: string; button: string }> = {
  bundle: {
    title: 'Подключите Пакет за минуту',
    text: 'Повышенный кешбэк, бесплатные доставки и любимые категории. Начнут работать сразу после оплаты.',
    button: 'Подключить Пакет',
  },
  tariff: {
    title: 'Оплатите Пакет баллами',
    text: '10 баллов равны 1 рублю. Не хватит баллов, оплатите картой.',
    button: 'Выбрать тариф',
  },
  'counter-offer': {
    title: 'Специальное предложение для вас',
    text: 'Пакет на особых условиях: покажем цену перед оплатой.',
    button: 'Получить предложение',
  },
  promocode: {
    title: 'Пакет по промокоду',
    text: 'Проверим промокод и покажем цену с ним перед оплатой.',
    button: 'Применить промокод',
  },
  partner: {
    title: 'Пакет вместе с партнёром',
    text: 'Подключите Пакет и вернитесь на страницу партнёра за его преимуществами.',
    button: 'Подключить Пакет',
  },
}

/** The bundle of the query, if it is sold; otherwise the lowest-priced one (O-ROUTE-13). */
export const bundleIn = (search: string): BundleName => {
  const name = new URLSearchParams(search).get('bundle')
  return bundles.find((bundle) => bundle.type === 'full' && bundle.name === name)?.name ?? lowestBundle
}

interface Props {
  sells: FastBuy
  /** The terms to show; by default those of the query's bundle. */
  terms?: { priceKopecks: number; durationDays: number }
  onBuy: () => void
}
/** The content of a fast purchase page, for visitors and for signed-in users. */
export function FastBuyOffer({ sells, terms, onBuy }: Props): ReactNode {
  const { title, text, button } = texts[sells.kind]
  const isOneTerm = sells.kind === 'bundle' || sells.kind === 'partner'
  return (
    <PageFrame>
      <Hero
        title={title}
        text={
          <HeroText text={text} terms={isOneTerm ? (terms ?? bundleNamed(bundleIn(window.location.search))) : null} />
        }
        actions={
          <Button onDark size="l" onClick={onBuy}>
            {button}
          </Button>
        }
        picture={<HeroPicture />}
      />
      <Benefits tone="white" />
      <HowToBuy />
    </PageFrame>
  )
}
