import { type ReactNode, useState } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { clockText, useSecondsLeft } from '#ui/countdown.tsx'
import { CardIllustration, ClockIllustration, ErrorIllustration, SuccessIllustration } from '#ui/illustrations.tsx'
import type { Message, MessageAction } from '#messages/message.ts'

declare module '#modals/define-modal.ts' {
  interface Modals {
    message: { given: Message; answers: MessageAction }
  }
}

type Props = Omit<ModalProps<'message'>, 'id'> & { locked?: boolean }

const images = {
  success: <SuccessIllustration />,
  error: <ErrorIllustration />,
  clock: <ClockIllustration />,
  card: <CardIllustration />,
}

/** Actions that ask the server again, and are disabled during a countdown. */
const retryActions: readonly MessageAction[] = ['retry', 'reload', 'check']

/** A message about a success or a failure (C-MODAL-01). */
export function MessageModal(props: Props): ReactNode {
  const { title, text, form, code, waitUntil, image, buttons, answer, ...drawer } = props
  const [isWaiting, setWaiting] = useState(waitUntil !== undefined)
  return (
    <ModalDrawer
      {...drawer}
      form={form ?? (image === 'error' ? 'full' : 'dialog')}
      title={title}
      image={images[image]}
      answer={answer}
      description={
        (text !== undefined || code !== undefined || waitUntil !== undefined) && (
          <>
            {text && <p>{text}</p>}
            {code !== undefined && <p className="mt-3 text-small">{`Код ошибки ${code}`}</p>}
            {waitUntil !== undefined && <Wait until={waitUntil} onEnd={() => setWaiting(false)} />}
          </>
        )
      }
      buttons={buttons.map(({ label, action, danger }) => ({
        label,
        ...(danger && { variant: 'danger' }),
        disabled: isWaiting && retryActions.includes(action),
        onClick: () => answer(action),
      }))}
    />
  )
}

/** Counts down until the server accepts another try; screen readers announce the end. */
function Wait({ until, onEnd }: { until: number; onEnd: () => void }): ReactNode {
  const left = useSecondsLeft(until, onEnd)
  return (
    <>
      {left > 0 && (
        <p role="timer" aria-live="off" className="mt-3 tabular-nums">
          {`Снова можно через ${clockText(left)}`}
        </p>
      )}
      <output className="mt-3 block empty:hidden">{left === 0 && 'Можно попробовать снова'}</output>
    </>
  )
}

export default defineModal('message', MessageModal)
