import { bundleNamed, type BundleName, dailyPointsDeduction, fullBundles, monthsOf } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { discountedKopecks, monthlyRubles, rublesInWords, savingKopecks } from '#domain/money.ts'
import { inRubles, type Sum, sumText } from '#domain/sum.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { RadioList } from '#ui/radio-list.tsx'
import { bundleBadge } from './bundle-badge.ts'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `plans`: the offered bundles; by default all that are sold. `discountPercent` applies to each of them. `payAgain`: the renewal has failed. */
    chooseBundle: {
      given: { selected: BundleName; plans?: readonly BundleName[]; discountPercent?: number; payAgain?: boolean }
      answers: { bundle: BundleName; sum: Sum } | 'dismissed'
    }
  }
}

type Props = ModalProps<'chooseBundle'>

/** Asks for a bundle: all that are sold, of 1, 12 and 6 months (OP-70), or some of them at a discount (C-MODAL-09). */
export function ChooseBundleModal(props: Props): ReactNode {
  const { selected, plans: names, discountPercent = 0, payAgain = false, answer, ...drawer } = props
  const all = fullBundles().map((bundle) => ({ ...bundle, months: monthsOf(bundle) }))
  const plans = names?.map((each) => ({ ...bundleNamed(each), months: monthsOf(bundleNamed(each)) })) ?? all
  const [name, setName] = useState<BundleName>(selected)
  const priceOf = (kopecks: number) => discountedKopecks(kopecks, discountPercent)
  const sum = inRubles(priceOf(bundleNamed(name).priceKopecks))
  const rows = plans.map((plan) => {
    const priceKopecks = priceOf(plan.priceKopecks)
    // The saving is calculated against all plans that are sold, even if only some are offered.
    const saving = savingKopecks({ ...plan, priceKopecks }, all)
    return {
      value: plan.name,
      title: durationLabel(plan.durationDays),
      hint: saving > 0 ? `Выгода ${rublesInWords(saving)}` : 'Продлевается каждый месяц',
      price: sumText(inRubles(priceKopecks)),
      ...(plan.months > 1 && { priceHint: `${monthlyRubles(priceKopecks, plan.months)} в месяц` }),
      badge: discountPercent > 0 ? `−${discountPercent}%` : bundleBadge(plan.months),
    }
  })
  return (
    <ModalDrawer
      {...drawer}
      title={payAgain ? 'Оплатите Пакет ещё раз' : 'На сколько подключить Пакет'}
      description={
        payAgain &&
        `Продлить его не получилось. Пока он не оплачен, списываем по ${dailyPointsDeduction}\u00a0баллов в день`
      }
      answer={answer}
      buttons={[
        { label: 'Продолжить', onClick: () => answer({ bundle: name, sum }) },
        { label: 'Не сейчас', onClick: () => answer('dismissed') },
      ]}
    >
      <RadioList<BundleName> label="Срок" items={rows} value={name} onChange={setName} />
    </ModalDrawer>
  )
}

export default defineModal('chooseBundle', ChooseBundleModal)
