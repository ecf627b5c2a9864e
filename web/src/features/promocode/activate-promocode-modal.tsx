import { type ReactNode, useCallback, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'
import { rewardText } from '#domain/reward.ts'
import { inRubles, type Sum, sumText } from '#domain/sum.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { Card } from '#ui/card.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { CheckIcon, GiftIcon } from '#ui/icons.tsx'
import { Price } from '#ui/price.tsx'
import type { CheckedPromocode } from './promocode-check.ts'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `until`: when the check expires, in milliseconds since 1970. */
    activatePromocode: {
      given: { promocode: CheckedPromocode; until: number }
      answers: { activate: Sum } | 'another' | 'expired' | 'dismissed'
    }
  }
}

type Props = ModalProps<'activatePromocode'>

/** Shows what a promocode gives, and how long it can still be activated (OO-24). */
export function ActivatePromocodeModal({ promocode, until, answer, ...drawer }: Props): ReactNode {
  const [now] = useState(() => new Date())
  const expire = useCallback(() => answer('expired'), [answer])
  const { value, bundle, priceKopecks, durationDays, reward } = promocode
  const sum = inRubles(priceKopecks)
  const isCheaper = priceKopecks < bundle.priceKopecks
  return (
    <ModalDrawer
      {...drawer}
      title="Промокод на Пакет"
      answer={answer}
      buttons={[
        { label: 'Активировать', onClick: () => answer({ activate: sum }) },
        { label: 'Ввести другой промокод', onClick: () => answer('another') },
      ]}
    >
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-m border border-line px-4 py-3">
        <span className="min-w-0 text-lead font-semibold wrap-anywhere">{value}</span>
        <span className="flex items-center gap-1.5 text-small font-semibold text-brand">
          <CheckIcon className="size-5" />
          Проверен
        </span>
      </p>
      <Card tone="mint" className="mt-4">
        <p className="font-medium">{`Пакет на ${durationLabel(durationDays)}`}</p>
        <div className="mt-1">
          <Price
            size="l"
            amount={sumText(sum)}
            before={isCheaper ? { amount: rubles(bundle.priceKopecks), label: 'Вместо' } : undefined}
          />
        </div>
        {reward && (
          <p className="mt-4 flex items-start gap-3 border-t border-leaf pt-4">
            <GiftIcon className="size-6 shrink-0 text-brand" />
            <span className="min-w-0">{rewardText(reward, now)}</span>
          </p>
        )}
      </Card>
      <div className="mt-6 flex items-center justify-between gap-4">
        <p className="text-soft">Осталось на активацию</p>
        <Countdown until={until} onEnd={expire} />
      </div>
    </ModalDrawer>
  )
}

export default defineModal('activatePromocode', ActivatePromocodeModal)
