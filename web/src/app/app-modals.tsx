import { type ReactNode, useState } from 'react'
import type { DefinedModal } from '#modals/define-modal.ts'
import { type ModalComponents, ModalRoot } from '#modals/modal-root.tsx'
import type { Progress } from '#modals/modal-stack.ts'
import { Boundary } from '#ui/boundary.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Steps } from '#ui/steps.tsx'
import { reportCrash } from '#cache/crash.ts'

const defined = Object.values(
  import.meta.glob<DefinedModal>('../features/**/*-modal.tsx', { eager: true, import: 'default' }),
)
const components: ModalComponents = Object.fromEntries(defined.map(({ name, Component }) => [name, Component]))

/** Renders the app's modals and the spinner. */
export const AppModals = (): ReactNode => (
  <ModalRoot components={components} Spinner={SpinnerModal} Boundary={ModalBoundary} />
)

/** Reports a modal's render error and rejects its question with it, so that the flow ends as after any bug. */
function ModalBoundary({ onCrash, children }: { onCrash: (error: unknown) => void; children: ReactNode }): ReactNode {
  function note(error: unknown): void {
    reportCrash(error, 'modal')
    onCrash(error)
  }
  return (
    <Boundary onCrash={note} renderBroken={() => null}>
      {children}
    </Boundary>
  )
}

/** Shows its last text while the leaving animation runs. */
function SpinnerModal({ text, progress }: { text: string | null; progress: Progress | null }): ReactNode {
  const [shown, setShown] = useState({ text, progress })
  if (text !== null && (text !== shown.text || progress !== shown.progress)) setShown({ text, progress })
  const title = shown.text ?? ''
  return (
    <Drawer
      open={text !== null}
      locked
      form="dialog"
      title={title}
      description={shown.progress?.what}
      dismissLabel=""
      onDismiss={() => undefined}
    >
      <div className="flex flex-col items-center gap-6 pb-6">
        <Spinner label={title} />
        {shown.progress && <Steps {...shown.progress} />}
        <p className="text-center text-balance text-soft">Обычно занимает не больше минуты</p>
      </div>
    </Drawer>
  )
}
