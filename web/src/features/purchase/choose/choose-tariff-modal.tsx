import { type Bundle, type BundleName, bundleNamed, fullBundles, monthsOf } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { countOfPoints, monthlyRubles, rublesInWords, savingKopecks } from '#domain/money.ts'
import { arePayableByPoints, type Balance, isPayableByPoints, planWithPoints } from '#domain/points.ts'
import { type Sum, sumText } from '#domain/sum.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { RadioList } from '#ui/radio-list.tsx'
import { Toggle } from '#ui/toggle.tsx'
import { bundleBadge } from './bundle-badge.ts'
import { RenewalDisclaimer } from './renewal-disclaimer.tsx'

export interface TariffChoice {
  bundle: BundleName
  pay: 'card' | 'points'
}
declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `balance` is null for users who cannot pay by points; `pay` is an earlier choice. */
    chooseTariff: {
      given: {
        plans: readonly BundleName[]
        selected: BundleName
        balance: Balance | null
        pay?: TariffChoice['pay']
        /** Called with every choice, so that closing the modal after a choice can ask for confirmation. */
        onChoice: (choice: TariffChoice) => void
      }
      answers: (TariffChoice & { sum: Sum }) | 'dismissed'
    }
  }
}

type Props = ModalProps<'chooseTariff'>

/** The checkout: asks for a plan, and for rubles or points (C-MODAL-16..21). */
export function ChooseTariffModal(props: Props): ReactNode {
  const { plans: names, selected, balance, pay: paid, onChoice, answer, ...drawer } = props
  const plans = names.map((name) => bundleNamed(name)).map((bundle) => ({ ...bundle, months: monthsOf(bundle) }))
  const start = plans.find(({ name }) => name === selected) ?? plans[0]
  const enoughPoints = balance !== null && arePayableByPoints(balance, plans)
  const [byPoints, setByPoints] = useState(paid ? paid === 'points' : enoughPoints)
  const [name, setName] = useState<BundleName>(() =>
    balance && start && byPoints ? planWithPoints(balance, start, plans).name : selected,
  )
  const chosen = plans.find((plan) => plan.name === name) ?? plans[0]
  // The saving is calculated against all plans that are sold, even if only some are offered.
  const all = fullBundles().map((bundle) => ({ ...bundle, months: monthsOf(bundle) }))
  const sumOf = ({ priceKopecks }: Bundle): Sum => ({ kopecks: priceKopecks, in: byPoints ? 'points' : 'rubles' })
  const rows = plans.map((plan) => {
    const saving = savingKopecks(plan, all)
    return {
      value: plan.name,
      title: durationLabel(plan.durationDays),
      hint: saving > 0 ? `Выгода ${rublesInWords(saving)}` : 'Продлевается каждый месяц',
      price: sumText(sumOf(plan)),
      ...(plan.months > 1 && !byPoints && { priceHint: `${monthlyRubles(plan.priceKopecks, plan.months)} в месяц` }),
      badge: bundleBadge(plan.months),
      ...(byPoints &&
        balance &&
        !isPayableByPoints(balance, plan.priceKopecks) && { disabledReason: 'Не хватает баллов' }),
    }
  })
  function choose(bundle: BundleName, isByPoints = byPoints): void {
    setName(bundle)
    setByPoints(isByPoints)
    onChoice({ bundle, pay: isByPoints ? 'points' : 'card' })
  }
  function pay(isOn: boolean): void {
    if (chosen) choose(isOn && balance ? planWithPoints(balance, chosen, plans).name : chosen.name, isOn)
  }
  if (!chosen) return null
  const sum = sumOf(chosen)
  const pressed = { bundle: chosen.name, pay: byPoints ? 'points' : 'card', sum } as const
  return (
    <ModalDrawer
      {...drawer}
      title="Выберите тарифный план"
      answer={answer}
      buttons={[{ label: `Купить за ${sumText(sum)}`, onClick: () => answer(pressed) }]}
    >
      <RadioList<BundleName> label="Тарифный план" items={rows} value={chosen.name} onChange={(plan) => choose(plan)} />
      {balance && (
        <div className="mt-5 border-t border-line pt-4">
          <Toggle
            label="Оплатить баллами"
            hint={balanceHint(balance, enoughPoints)}
            checked={byPoints}
            onChange={pay}
            disabled={!enoughPoints}
          />
        </div>
      )}
      <div className="mt-2">
        <RenewalDisclaimer days={chosen.durationDays} />
      </div>
    </ModalDrawer>
  )
}

function balanceHint(balance: Balance, isEnough: boolean): string {
  switch (balance.kind) {
    case 'known': {
      const has = `У вас ${countOfPoints(balance.points)}`
      return isEnough ? has : `${has}, этого не хватит`
    }
    case 'off':
      return 'Сейчас баллами оплатить нельзя'
    case 'unverified':
      return 'Хватит ли баллов, проверим при оплате'
  }
}

export default defineModal('chooseTariff', ChooseTariffModal)
