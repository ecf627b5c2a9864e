import { surveys } from '@paket/sdk'
import { lastPaidDay } from '#domain/last-paid-day.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { AfterAutopay, Renewal } from './autopay.ts'

/** The answers of the cancellation survey. */
export interface Feedback {
  reasonIds: readonly string[]
  comment: string
}

const [cancelSurvey] = surveys

/** Asks for the reason of the cancellation, which is already done. Closing the form sends nothing (OO-37). */
export const feedbackFlow =
  (renewal: Renewal, after: Pick<AfterAutopay, 'showNotSaved'>): Flow =>
  async (io, api) => {
    const { name: type, id: surveyId } = cancelSurvey
    const read = await io.spinner('Открываем опрос', () => api.getSurveyReasons({ surveyId }))
    const answer = await io.ask('rejectReasons', {
      type,
      // After a failed read the form has only the comment (OO-08).
      reasons: read.ok ? read.data.result.reasons : [],
      worksUntil: worksUntil(renewal),
      async save({ comment, reasonIds }: Feedback) {
        const saved = await api.saveFeedback({ surveyId, reasonIds: [...reasonIds], comment: comment.trim() })
        if (!saved.ok) after.showNotSaved()
        return saved.ok
      },
    })
    if (answer !== 'sent') return
    await io.ask('message', {
      id: 'renewal-off',
      title: 'Автопродление выключено',
      text: `Спасибо за ответ. ${worksUntil(renewal)}, включить продление можно в любой момент`,
      image: 'success',
      buttons: [{ label: 'Понятно', action: 'dismissed' }],
    })
  }

function worksUntil({ subscriber, now }: Renewal): string {
  const day = lastPaidDay(subscriber.currentPeriod, now())
  return day ? `Пакет работает до ${day}` : 'Больше ничего не спишется'
}

/** Maximum length of a comment in the contract. */
export const COMMENT_LIMIT = 150

/** Feedback needs a reason, or a comment that is not blank (O-VALID-13). */
export const canBeSent = ({ comment, reasonIds }: Feedback): boolean => reasonIds.length > 0 || comment.trim() !== ''
