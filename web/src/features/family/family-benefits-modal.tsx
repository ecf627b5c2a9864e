import type { ReactNode } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { FamilyBenefits } from './family-benefits.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    familyBenefits: { given: object; answers: 'dismissed' }
  }
}

/** What close people get (O-FAMILY-10). */
export const FamilyBenefitsModal = ({ answer, ...drawer }: ModalProps<'familyBenefits'>): ReactNode => (
  <Drawer
    {...drawer}
    title="Что доступно близким"
    dismissLabel="Закрыть"
    onDismiss={() => answer('dismissed')}
    footer={
      <Button size="l" width="full" onClick={() => answer('dismissed')}>
        Понятно
      </Button>
    }
  >
    <FamilyBenefits />
  </Drawer>
)

export default defineModal('familyBenefits', FamilyBenefitsModal)
