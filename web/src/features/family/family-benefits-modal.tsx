import type { ReactNode } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { FamilyBenefits } from './family-benefits.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    familyBenefits: { given: object; answers: 'dismissed' }
  }
}

/** The benefits of members of the family (O-FAMILY-10). */
export const FamilyBenefitsModal = ({ answer, ...drawer }: ModalProps<'familyBenefits'>): ReactNode => (
  <ModalDrawer
    {...drawer}
    title="Что доступно близким"
    answer={answer}
    buttons={[{ label: 'Понятно', onClick: () => answer('dismissed') }]}
  >
    <FamilyBenefits />
  </ModalDrawer>
)

export default defineModal('familyBenefits', FamilyBenefitsModal)
