import { type BundleName, dailyPointsDeduction, fullBundles, monthsOf } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { monthlyKopecks, rubles, rublesInWords, savingKopecks } from '#domain/money.ts'
import type { ModalFrame, Modals } from '#modals/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { RadioList } from '#ui/radio-list.tsx'
import { bundleBadge } from './bundle-badge.ts'

type Props = Modals['chooseBundle']['given'] & ModalFrame<'chooseBundle'>

/** Asks which bundle to buy: every one that is sold, 1, 12 and 6 months (OP-70). */
export function ChooseBundleModal({ selected, payAgain = false, answer, ...drawer }: Props): ReactNode {
  const plans = fullBundles().map((bundle) => ({ ...bundle, months: monthsOf(bundle) }))
  const [name, setName] = useState<BundleName>(selected)
  const rows = plans.map((plan) => {
    const saving = savingKopecks(plan, plans)
    return {
      value: plan.name,
      title: durationLabel(plan.durationDays),
      hint: saving > 0 ? `Выгода ${rublesInWords(saving)}` : 'Продлевается каждый месяц',
      price: rubles(plan.priceKopecks),
      ...(plan.months > 1 && { priceHint: `${rubles(monthlyKopecks(plan.priceKopecks, plan.months))} в месяц` }),
      badge: bundleBadge(plan.months),
    }
  })
  return (
    <Drawer
      {...drawer}
      title={payAgain ? 'Оплатите Пакет ещё раз' : 'На сколько подключить Пакет'}
      description={
        payAgain &&
        `Продлить его не получилось. Пока он не оплачен, списываем по ${dailyPointsDeduction}\u00a0баллов в\u00a0день`
      }
      dismissLabel="Закрыть"
      onDismiss={() => answer('dismissed')}
      footer={
        <>
          <Button size="l" width="full" onClick={() => answer(name)}>
            Продолжить
          </Button>
          <Button variant="ghost" width="full" onClick={() => answer('dismissed')}>
            Не сейчас
          </Button>
        </>
      }
    >
      <RadioList<BundleName> label="Срок" items={rows} value={name} onChange={setName} />
    </Drawer>
  )
}
