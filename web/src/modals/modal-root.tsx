import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { DefinedModal, ModalName, ModalProps } from './define-modal.ts'
import { modalStack, noteDrawn, type OpenModal, type Progress } from './modal-stack.ts'

export type ModalComponents = Readonly<Record<string, DefinedModal['Component']>>

interface Props {
  components: ModalComponents
  /** Renders the spinner; without a text it closes. */
  Spinner: ComponentType<{ text: string | null; progress: Progress | null }>
  /** The error boundary of each modal. */
  Boundary: ComponentType<{ onCrash: (error: unknown) => void; children: ReactNode }>
}

/** Renders the open modals, and those whose leaving animation is running: an answer does not wait for it. Mounted once. */
export function ModalRoot({ components, Spinner, Boundary }: Props): ReactNode {
  const { open, spinner, progress } = useSnapshot(modalStack)
  const [shown, setShown] = useState<readonly OpenModal[]>([])
  useEffect(() => noteDrawn(), [])
  const current = open as readonly OpenModal[]
  const fresh = current.filter(({ id }) => !shown.some((modal) => modal.id === id))
  if (fresh.length > 0) setShown([...shown, ...fresh])
  const forget = (id: number) => setShown((all) => all.filter((modal) => modal.id !== id))
  return (
    <>
      {shown.map(({ id, name, given, answer, fail }) => {
        const Modal = components[name] as ComponentType<
          object & Pick<ModalProps<ModalName>, 'open' | 'onLeft' | 'answer'>
        >
        const isOpen = current.some((modal) => modal.id === id)
        const crash = (error: unknown) => {
          forget(id)
          fail(error)
        }
        return (
          <Boundary key={id} onCrash={crash}>
            <Modal {...given} open={isOpen} onLeft={() => forget(id)} answer={answer} />
          </Boundary>
        )
      })}
      <Spinner text={spinner} progress={progress} />
    </>
  )
}
