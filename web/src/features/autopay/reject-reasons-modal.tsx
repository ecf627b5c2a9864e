import { type ReactNode, useState } from 'react'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxList } from '#ui/checkbox-list.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { canBeSent, COMMENT_LIMIT, type Feedback } from './feedback.ts'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `save` answers whether it was saved; until it was, the form stays. */
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

/** Asks why the subscriber left, after the renewal was stopped (O-AUTOPAY-03, O-VALID-13..15). What was not saved can be sent again. */
export function RejectReasonsModal({ reasons, worksUntil, save, answer, ...drawer }: Props): ReactNode {
  const [feedback, setFeedback] = useState<Feedback>({ reasonIds: [], comment: '' })
  const [sending, setSending] = useState<'not yet' | 'now' | 'failed'>('not yet')
  const send = async () => {
    setSending('now')
    // A flow that was interrupted has closed this modal.
    const isSaved = await save(feedback).catch(() => false)
    if (isSaved) answer('sent')
    else setSending('failed')
  }
  return (
    <Drawer
      {...drawer}
      title="Автопродление выключено"
      description={`${worksUntil}. Расскажите, почему уходите: это поможет нам стать лучше`}
      dismissLabel="Закрыть"
      onDismiss={() => answer('dismissed')}
      footer={
        <>
          <Button
            size="l"
            width="full"
            busy={sending === 'now'}
            disabled={!canBeSent(feedback)}
            onClick={() => void send()}
          >
            Отправить
          </Button>
          <Button variant="ghost" width="full" onClick={() => answer('dismissed')}>
            Не сейчас
          </Button>
        </>
      }
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
        {sending === 'failed' && (
          <p role="alert" className="text-red">
            Ответ не сохранился. Отправьте ещё раз
          </p>
        )}
      </div>
    </Drawer>
  )
}

export default defineModal('rejectReasons', RejectReasonsModal)
