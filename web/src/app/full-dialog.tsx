import type { ReactNode } from 'react'
import { Container } from '#ui/container.tsx'
import { CrossIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'

const open = (dialog: HTMLDialogElement | null) => void (dialog?.open === false && dialog.showModal())

/** A dialog over the whole page that needs no further chunk. */
export const FullDialog = ({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}): ReactNode => (
  <dialog
    ref={open}
    aria-label={label}
    onClose={onClose}
    className="m-0 size-full max-h-none max-w-none bg-paper text-ink"
  >
    <Page tone="white">
      <Container>{children}</Container>
    </Page>
    <button
      type="button"
      aria-label="Закрыть"
      onClick={onClose}
      className="absolute top-4 right-3 flex size-11 items-center justify-center rounded-xl bg-grey text-ink transition-colors hover:bg-sunken lg:top-6 lg:right-6"
    >
      <CrossIcon className="size-5" />
    </button>
  </dialog>
)
