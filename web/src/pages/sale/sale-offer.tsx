import type { ReactNode } from 'react'
import { PageFrame } from '#layout/page-frame.tsx'
import type { Settings } from '#config/settings.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { HeroPicture } from '#features/benefits/hero-picture.tsx'
import { Button } from '#ui/button.tsx'
import { Hero } from '#ui/hero.tsx'
import { Section } from '#ui/section.tsx'

/** A shop's sale page: what the settings say of it (C-ROUTE-31, OP-36). */
export function SaleOffer({ sale, onBuy }: { sale: Settings['sales'][string]; onBuy: () => void }): ReactNode {
  return (
    <PageFrame>
      <Hero
        title={sale.title}
        text={sale.text}
        actions={
          <Button onDark size="l" onClick={onBuy}>
            Подключить Пакет
          </Button>
        }
        picture={<HeroPicture />}
      />
      <Section title="Что даёт Пакет" className="mt-10">
        <Benefits tone="white" />
      </Section>
    </PageFrame>
  )
}
