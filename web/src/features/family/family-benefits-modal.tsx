import type { ReactNode } from 'react'
import type { ModalFrame } from '#modals/define-modal.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { FamilyBenefits } from './family-benefits.tsx'

/** What close people get (O-FAMILY-10). */
export const FamilyBenefitsModal = ({ answer, ...drawer }: ModalFrame<'familyBenefits'>): ReactNode => (
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
