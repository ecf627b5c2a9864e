import { DialogPanel, DialogTitle, Transition } from '@headlessui/react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ModalDialog } from './modal-dialog.tsx'
import { useLeft } from './use-left.ts'

export interface FullScreenProps {
  open: boolean
  /** Called by Esc. */
  onDismiss: () => void
  /** Called when the leaving animation is over and it may be unmounted. */
  onLeft?: (() => void) | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  children: ReactNode
}

/** A dark modal that fills the window; its FullScreenTitle is its accessible name. Traps the focus while open and restores it afterwards. */
export function FullScreen({ open, onDismiss, onLeft, onKeyDown, children }: FullScreenProps): ReactNode {
  const [isLeft, leave] = useLeft(open, onLeft)
  if (isLeft) return null
  return (
    <Transition appear show={open} afterLeave={leave}>
      <ModalDialog onClose={onDismiss} onKeyDown={onKeyDown}>
        <DialogPanel
          transition
          className="on-dark fixed inset-0 flex items-center justify-center overflow-hidden bg-brand-deep text-paper transition duration-240 ease-calm data-closed:opacity-0"
        >
          {children}
        </DialogPanel>
      </ModalDialog>
    </Transition>
  )
}

/** The accessible name of a FullScreen, which must contain exactly one. */
export const FullScreenTitle = ({ className, children }: { className: string; children: string }): ReactNode => (
  <DialogTitle as="p" className={className}>
    {children}
  </DialogTitle>
)
