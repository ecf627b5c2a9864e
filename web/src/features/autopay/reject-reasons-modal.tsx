import { type ReactNode, useState } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { CheckboxList } from '#ui/checkbox-list.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { canBeSent, COMMENT_LIMIT, type Feedback } from './feedback.ts'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `save` resolves with whether the feedback was saved; the form stays open until it is. */
    rejectReasons: {
      given: {
        type: 'CANCEL_SUBSCRIPTION'
        reasons: readonly { id: string; value: string }[]
        worksUntil: string
        save: (feedback: Feedback) => Promise<boolean>
      }
      answers: 'sent' | 'dismissed'
    }
  }
}

type Props = ModalProps<'rejectReasons'>

/** Asks for the reason after the renewal was switched off (O-AUTOPAY-03, O-VALID-13..15). Feedback that was not saved can be sent again. */
export function RejectReasonsModal({ reasons, worksUntil, save, answer, ...drawer }: Props): ReactNode {
  const [feedback, setFeedback] = useState<Feedback>({ reasonIds: [], comment: '' })
  const [state, setState] = useState<'editing' | 'sending' | 'failed'>('editing')
  const send = async () => {
    setState('sending')
    // Rejects only when the flow was interrupted, which closes this modal.
    const isSaved = await save(feedback).catch(() => false)
    if (isSaved) answer('sent')
    else setState('failed')
  }
  return (
    <ModalDrawer
      {...drawer}
      title="Автопродление выключено"
      description={`${worksUntil}. Расскажите, почему уходите: это поможет нам стать лучше`}
      answer={answer}
      buttons={[
        {
          label: 'Отправить',
          busy: state === 'sending',
          disabled: !canBeSent(feedback),
          onClick: () => void send(),
        },
        { label: 'Не сейчас', onClick: () => answer('dismissed') },
      ]}
    >
      <div className="flex flex-col gap-6">
        {reasons.length > 0 && (
          <CheckboxList
            label="Почему уходите"
            items={reasons.map(({ id, value }) => ({ value: id, title: value }))}
            values={feedback.reasonIds}
            onChange={(reasonIds) => setFeedback({ ...feedback, reasonIds })}
          />
        )}
        <TextArea
          label={reasons.length > 0 ? 'Комментарий' : 'Почему уходите'}
          value={feedback.comment}
          limit={COMMENT_LIMIT}
          onChange={(comment) => setFeedback({ ...feedback, comment })}
        />
        {state === 'failed' && (
          <p role="alert" className="text-red">
            Ответ не сохранился. Отправьте ещё раз
          </p>
        )}
      </div>
    </ModalDrawer>
  )
}

export default defineModal('rejectReasons', RejectReasonsModal)
