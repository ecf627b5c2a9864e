import type { ReactNode } from 'react'
import { cashback, favourites } from '#domain/cashback.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { CardIllustration } from '#ui/illustrations.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    cardIssued: { given: object; answers: 'dismissed' }
  }
}

const benefits = [
  `Кешбэк до ${cashback.drinks}`,
  `До ${favourites.categories} любимых категорий`,
  `По ${favourites.perStore} категорий в каждом магазине`,
  `Тратить можно до ${cashback.spendable} кешбэка`,
]

/** Shows that the club's card has been issued (C-MODAL-31..33). The title's X is Latin, as in the source (OP-10). */
export function CardIssuedModal({ answer, ...drawer }: ModalProps<'cardIssued'>): ReactNode {
  return (
    <ModalDrawer
      {...drawer}
      form="dialog"
      title="Отлично, у вас есть карта «X5 Клуба»"
      image={<CardIllustration />}
      answer={answer}
      buttons={[{ label: 'Понятно', onClick: () => answer('dismissed') }]}
    >
      <ul className="space-y-3 text-left">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <CheckIcon className="size-6 shrink-0 text-brand" />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
    </ModalDrawer>
  )
}

export default defineModal('cardIssued', CardIssuedModal)
