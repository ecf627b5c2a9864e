import { surveys } from '@paket/sdk'
import { moscowDay } from '#domain/moscow-date.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { AfterAutopay, Renewal } from './autopay.ts'

/** Why the subscriber left: reasons of the survey, and a comment. */
export interface Feedback {
  reasonIds: readonly string[]
  comment: string
}

const [cancelSurvey] = surveys

/** Asks why the subscriber left; there is nothing to undo any more, so closing sends nothing (OO-37). */
export const feedbackFlow =
  (renewal: Renewal, after: Pick<AfterAutopay, 'showNotSaved'>): Flow =>
  async (io, api) => {
    const { name: type, id: surveyId } = cancelSurvey
    const read = await api.getSurveyReasons({ surveyId })
    const answer = await io.ask('rejectReasons', {
      type,
      // Without them the form has the comment only (OO-08).
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
  const { endDate } = subscriber.currentPeriod
  return endDate && endDate > now() ? `Пакет работает до ${moscowDay(endDate, now())}` : 'Больше ничего не спишется'
}

/** As long as the contract lets a comment be. */
export const COMMENT_LIMIT = 150

/** Something must have been said: a reason, or a comment that is not blank (O-VALID-13). */
export const canBeSent = ({ comment, reasonIds }: Feedback): boolean => reasonIds.length > 0 || comment.trim() !== ''
