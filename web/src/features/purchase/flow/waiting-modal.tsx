import type { ReactNode } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { Spinner } from '#ui/spinner.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** Shown during a wait, until it is over or the user stops waiting. */
    waiting: { given: { title: string; text: string; leave: string }; answers: 'dismissed' }
  }
}

/** A spinner that can be dismissed. */
function WaitingModal({ title, text, leave, answer, ...drawer }: ModalProps<'waiting'>): ReactNode {
  return (
    <ModalDrawer
      {...drawer}
      form="dialog"
      title={title}
      description={text}
      image={<Spinner label={title} />}
      answer={answer}
      buttons={[{ label: leave, variant: 'secondary', onClick: () => answer('dismissed') }]}
    />
  )
}

export default defineModal('waiting', WaitingModal)
