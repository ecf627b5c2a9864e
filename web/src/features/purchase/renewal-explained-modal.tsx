import type { ReactNode } from 'react'
import type { ModalFrame, Modals } from '#modals/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { RenewalSteps } from './renewal-disclaimer.tsx'

type Props = Modals['renewalExplained']['given'] & ModalFrame<'renewalExplained'>

/** Explains the auto-renewal, step by step (O-MODAL-20). */
export const RenewalExplainedModal = ({ days, answer, ...drawer }: Props): ReactNode => (
  <Drawer
    {...drawer}
    title="Как продлевается Пакет"
    dismissLabel="Закрыть"
    onDismiss={() => answer('dismissed')}
    footer={
      <Button size="l" width="full" onClick={() => answer('dismissed')}>
        Понятно
      </Button>
    }
  >
    <RenewalSteps days={days} />
  </Drawer>
)
