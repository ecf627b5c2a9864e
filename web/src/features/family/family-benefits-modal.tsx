import type { ReactNode } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { Drawer } from '#ui/drawer.tsx'
import { FamilyBenefits } from './family-benefits.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    familyBenefits: { given: object; answers: 'dismissed' }
  }
}

/** The benefits of members of the family (O-FAMILY-10). */
export const FamilyBenefitsModal = ({ answer, ...drawer }: ModalProps<'familyBenefits'>): ReactNode => (
  <Drawer
    {...drawer}
    title="Что доступно близким"
    dismissLabel="Закрыть"
    onDismiss={() => answer('dismissed')}
    closeLabel="Понятно"
  >
    <FamilyBenefits />
  </Drawer>
)

export default defineModal('familyBenefits', FamilyBenefitsModal)
