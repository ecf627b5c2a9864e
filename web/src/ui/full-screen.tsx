import { DialogPanel, DialogTitle, Transition } from '@headlessui/react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ModalDialog } from './modal-dialog.tsx'
import { useLeft } from './use-left.ts'

export interface FullScreenProps {
  open: boolean
  /** Esc comes here. */
  onDismiss: () => void
  /** The leaving animation is over: the caller may forget it. */
  onLeft?: (() => void) | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  children: ReactNode
}

/** Fills the window, dark, and is named by its FullScreenTitle. Holds the focus while open and gives it back where it was. */
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

/** What a full screen is called; is in it once. */
export const FullScreenTitle = ({ className, children }: { className: string; children: string }): ReactNode => (
  <DialogTitle as="p" className={className}>
    {children}
  </DialogTitle>
)
