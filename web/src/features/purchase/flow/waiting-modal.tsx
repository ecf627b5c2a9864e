import type { ReactNode } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Spinner } from '#ui/spinner.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** Shows that something is waited for, until it is over or the user does not want to wait. */
    waiting: { given: { title: string; text: string; leave: string }; answers: 'dismissed' }
  }
}

/** A spinner that can be left. */
function WaitingModal({ title, text, leave, answer, ...drawer }: ModalProps<'waiting'>): ReactNode {
  const dismiss = () => answer('dismissed')
  return (
    <Drawer
      {...drawer}
      form="dialog"
      title={title}
      dismissLabel="Закрыть"
      onDismiss={dismiss}
      footer={
        <Button variant="secondary" width="full" onClick={dismiss}>
          {leave}
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-6 pt-2">
        <Spinner label={title} quiet />
        <p className="text-center text-soft">{text}</p>
      </div>
    </Drawer>
  )
}

export default defineModal('waiting', WaitingModal)
