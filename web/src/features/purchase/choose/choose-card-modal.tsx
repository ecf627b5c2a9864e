import { type ReactNode, useState } from 'react'
import { cardSystem } from '#domain/card-system.ts'
import { durationLabel } from '#domain/duration.ts'
import { pointsInWords, rubles } from '#domain/money.ts'
import { optionRenewalRules } from '#domain/option-badge.ts'
import { isPayableByPoints } from '#domain/points.ts'
import type { Sum } from '#domain/sum.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { CardIcon, PlusIcon } from '#ui/account-icons.tsx'
import { CashbackIcon } from '#ui/icons.tsx'
import { type RadioItem, RadioList } from '#ui/radio-list.tsx'
import { RenewalDisclaimer } from './renewal-disclaimer.tsx'
import type { BankCard } from '@paket/sdk'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `points`: the balance; null when points are not offered. */
    chooseCard: {
      given: {
        goods: 'bundle' | 'option'
        priceKopecks: number
        /** Duration of the paid period. */
        days: number
        /** Duration of each renewal after it. */
        renewalDays: number
        mainCard: BankCard | null
        points: number | null
        promocode?: string
      }
      answers: { method: Method; sum: Sum } | 'dismissed'
    }
  }
}

type Props = ModalProps<'chooseCard'>
type Method = 'mainCard' | 'newCard' | 'points'

const renewals = {
  bundle: 'Дальше Пакет продлевается сам, с этой карты. Отключить можно в любой момент',
  option: 'Дальше опция продлевается сама, с этой карты. Отключить продление можно в любой момент',
}
const payLabels = { mainCard: 'Оплатить', newCard: 'Перейти к оплате', points: 'Списать баллы' }

/** Asks for the payment method: the main card, a new card, or points where they are offered (C-MODAL-06, O-MODAL-03). */
export function ChooseCardModal(props: Props): ReactNode {
  const { goods, priceKopecks, days, renewalDays, mainCard, promocode, answer, open, onLeft } = props
  const [method, setMethod] = useState<Method>(mainCard ? 'mainCard' : 'newCard')
  const sum: Sum = { kopecks: priceKopecks, in: method === 'points' ? 'points' : 'rubles' }
  return (
    <ModalDrawer
      open={open}
      onLeft={onLeft}
      title={`К оплате ${rubles(priceKopecks)} за ${durationLabel(days)}`}
      description={
        (promocode || method !== 'points') && (
          <>
            {promocode && <p className="mb-2 font-medium text-ink">{`С промокодом ${promocode}`}</p>}
            {method !== 'points' && <p>{renewals[goods]}</p>}
          </>
        )
      }
      answer={answer}
      buttons={[{ label: payLabels[method], onClick: () => answer({ method, sum }) }]}
    >
      <RadioList<Method> label="Чем оплатить" items={methodsOf(props)} value={method} onChange={setMethod} />
      <div className="mt-3">
        {goods === 'option' ? <OptionRenewal days={renewalDays} /> : <RenewalDisclaimer days={renewalDays} />}
      </div>
    </ModalDrawer>
  )
}

function methodsOf({ mainCard, points, priceKopecks }: Props): RadioItem<Method>[] {
  const methods: RadioItem<Method>[] = [
    { value: 'newCard', title: 'Новая карта', hint: 'Данные вводятся на странице банка', icon: <PlusIcon /> },
  ]
  if (mainCard)
    methods.unshift({
      value: 'mainCard',
      title: `Карта •••• ${mainCard.mask?.slice(-4) ?? ''}`,
      hint: ['Основная', mainCard.type && cardSystem(mainCard.type), mainCard.expiry && `до ${mainCard.expiry}`]
        .filter(Boolean)
        .join(', '),
      icon: <CardIcon />,
    })
  if (points !== null) {
    const has = `У вас ${pointsInWords(points * 10)}`
    const isEnough = isPayableByPoints({ kind: 'known', points }, priceKopecks)
    methods.push({
      value: 'points',
      title: 'Баллы',
      hint: has,
      price: pointsInWords(priceKopecks),
      icon: <CashbackIcon />,
      ...(!isEnough && { disabledReason: `${has}, этого не хватит` }),
    })
  }
  return methods
}

const OptionRenewal = ({ days }: { days: number }): ReactNode => (
  <Disclosure look="quiet" title="Как продлевается опция">
    <ul className="list-disc space-y-1.5 pl-5">
      {optionRenewalRules(days).map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  </Disclosure>
)

export default defineModal('chooseCard', ChooseCardModal)
