import type { ReactNode } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { CardIllustration, ClockIllustration, ErrorIllustration, SuccessIllustration } from '#ui/illustrations.tsx'
import type { Message, MessageAction } from '#messages/message.ts'

declare module '#modals/define-modal.ts' {
  interface Modals {
    message: { given: Message; answers: MessageAction }
  }
}

type Props = Omit<ModalProps<'message'>, 'id'>

const images = {
  success: <SuccessIllustration />,
  error: <ErrorIllustration />,
  clock: <ClockIllustration />,
  card: <CardIllustration />,
}

/** News or a failure: title, text, picture, code, buttons (C-MODAL-01). */
export function MessageModal({ title, text, form, code, image, buttons, answer, ...drawer }: Props): ReactNode {
  return (
    <Drawer
      {...drawer}
      form={form ?? (image === 'error' ? 'full' : 'dialog')}
      title={title}
      image={images[image]}
      dismissLabel="Закрыть"
      onDismiss={() => answer('dismissed')}
      description={
        (text !== undefined || code !== undefined) && (
          <>
            {text && <p>{text}</p>}
            {code !== undefined && <p className="mt-3 text-small">Код ошибки {code}</p>}
          </>
        )
      }
      footer={buttons.map(({ label, action, danger }, place) => (
        <Button
          key={action}
          size={place === 0 ? 'l' : 'm'}
          variant={danger ? 'danger' : place === 0 ? 'primary' : 'ghost'}
          width="full"
          onClick={() => answer(action)}
        >
          {label}
        </Button>
      ))}
    />
  )
}

export default defineModal('message', MessageModal)
