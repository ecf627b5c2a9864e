import { bundleNamed, type CounterOffer, counterOfferNamed, type CounterOfferName } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'
import { inRubles, type Sum, sumText } from '#domain/sum.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Price } from '#ui/price.tsx'
import { RadioList } from '#ui/radio-list.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** The offers of one step of the cancellation, between which the user chooses. */
    counterOffer: {
      given: { offers: readonly CounterOfferName[] }
      answers: { offer: CounterOfferName; sum: Sum } | 'declined' | 'dismissed'
    }
  }
}

type Props = ModalProps<'counterOffer'>

const texts = {
  freeMonth: { title: 'Останьтесь: месяц в подарок', accept: 'Взять месяц бесплатно' },
  discount1_90: { title: 'Останьтесь: месяц почти даром', accept: 'Взять месяц' },
  discount6_40: { title: 'Полгода со скидкой', accept: 'Взять полгода' },
  discount12_40: { title: 'Год со скидкой', accept: 'Взять год' },
} as const satisfies Record<CounterOfferName, { title: string; accept: string }>

const sumOf = ({ priceKopecks }: CounterOffer) => inRubles(priceKopecks)
const fullKopecks = ({ bundle }: CounterOffer) => bundleNamed(bundle).priceKopecks
const badge = ({ priceKopecks, discountPercent }: CounterOffer) =>
  priceKopecks === 0 ? 'подарок' : `−${discountPercent}%`
const term = ({ bundle }: CounterOffer) => durationLabel(bundleNamed(bundle).durationDays)

/** Shows counter-offers during the cancellation (T5). Only its second button continues the cancellation; closing the modal ends it. */
export function CounterOfferModal({ offers: names, answer, ...drawer }: Props): ReactNode {
  const [first, ...others] = names.map((each): CounterOffer => counterOfferNamed(each))
  const [name, setName] = useState<CounterOfferName | undefined>(first?.name)
  if (!first || !name) return null
  const { title, accept } = texts[name]
  const sum = sumOf(counterOfferNamed(name))
  return (
    <ModalDrawer
      {...drawer}
      form="dialog"
      title={others.length > 0 ? 'Надолго выгоднее' : title}
      description="Дальше Пакет продлевается по обычной цене, отключить его можно в любой момент"
      answer={answer}
      buttons={[
        { label: accept, onClick: () => answer({ offer: name, sum }) },
        { label: 'Нет, продолжить отключение', onClick: () => answer('declined') },
      ]}
    >
      {others.length > 0 ? (
        <RadioList<CounterOfferName> label="Срок" items={[first, ...others].map(row)} value={name} onChange={setName} />
      ) : (
        <Card tone="mint" className="flex flex-wrap items-center justify-between gap-3">
          <Price
            size="l"
            amount={sumText(sum)}
            before={{ amount: rubles(fullKopecks(first)), label: 'вместо' }}
            per={`за ${term(first)}`}
          />
          <Badge tone="orange">{badge(first)}</Badge>
        </Card>
      )}
    </ModalDrawer>
  )
}

const row = (offer: CounterOffer) => ({
  value: offer.name,
  title: term(offer),
  hint: `Вместо ${rubles(fullKopecks(offer))}`,
  price: sumText(sumOf(offer)),
  badge: badge(offer),
})

export default defineModal('counterOffer', CounterOfferModal)
