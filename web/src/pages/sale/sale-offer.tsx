import { bundleNamed } from '@paket/sdk'
import type { ReactNode } from 'react'
import { PageFrame } from '#layout/page-frame.tsx'
import type { Settings } from '#config/settings.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { HeroPicture } from '#features/benefits/hero-picture.tsx'
import { HeroText } from '#features/purchase/hero-text.tsx'
import { HowToBuy } from '#features/purchase/how-to-buy.tsx'
import { lowestBundle } from '#features/purchase/payable.ts'
import { Button } from '#ui/button.tsx'
import { Hero } from '#ui/hero.tsx'

// Before hydration, buttons submit these forms.
const SIGN_IN_FORM = 'to-account'
const BUY_FORM = 'to-purchase'

/** The content of a shop's sale page, with the settings' texts (C-ROUTE-31, OP-36). */
export function SaleOffer({ sale, onBuy }: { sale: Settings['sales'][string]; onBuy: () => void }): ReactNode {
  return (
    <PageFrame signInForm={SIGN_IN_FORM}>
      <form id={SIGN_IN_FORM} action="/profile" />
      <form id={BUY_FORM} action="/profile">
        <input type="hidden" name="from" value="landing" />
      </form>
      <Hero
        title={sale.title}
        text={<HeroText text={sale.text} terms={bundleNamed(lowestBundle)} />}
        actions={
          <Button
            onDark
            size="l"
            type="submit"
            form={BUY_FORM}
            name="buy"
            value={lowestBundle}
            onClick={(event) => {
              event.preventDefault()
              onBuy()
            }}
          >
            Подключить Пакет
          </Button>
        }
        picture={<HeroPicture />}
      />
      <Benefits tone="white" />
      <HowToBuy />
    </PageFrame>
  )
}
