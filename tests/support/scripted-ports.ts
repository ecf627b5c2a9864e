import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import type { FlowPorts } from '#web/flow/ports.ts'
import type { ModalName } from '#web/modals/define-modal.ts'
import type { Progress } from '#web/modals/modal-stack.ts'
import type { Message } from '#web/messages/message.ts'
import { answerOf, type Press } from './presses.ts'

/** Throws when a message has no button for an answer; every modal can be dismissed. */
export function expectButtonFor(answer: unknown, given: object): void {
  if (answer === 'dismissed' || !('buttons' in given)) return
  if (!(given as Message).buttons.some(({ action }) => action === answer))
    throw new Error(`no button answers ${JSON.stringify(answer)}: ${JSON.stringify(given)}`)
}

/** Ports that answer from a script and record what happens, in order. A modal without an answer in the script fails the test. */
export function scriptedPorts(
  answers: { [Name in ModalName]?: Press<Name>[] } = {},
  knowsPaymentPage = true,
  /** The stored intent of an earlier purchase. */
  earlierIntent: PurchaseIntent | null = null,
) {
  const seen: string[] = []
  /** The spinner's steps, in order, each with its subject. */
  const steps: string[] = []
  let progress: Progress | undefined
  const recordStep = () =>
    progress && steps.push(`${progress.steps[progress.at]} of ${progress.steps.length}: ${progress.what}`)
  /** The props of the modals, in order. */
  const given: object[] = []
  let stored = earlierIntent
  const io: FlowPorts = {
    needs: () => undefined,
    ask: async (name, shown) => {
      given.push(shown)
      seen.push(`${name}: ${'title' in shown ? shown.title : JSON.stringify(shown)}`)
      const next = answers[name]?.shift()
      if (next === undefined) throw new Error(`unscripted modal: ${name} ${JSON.stringify(shown)}`)
      expectButtonFor(next, shown)
      // The script's type has the presses of this modal.
      return answerOf(name, shown, next)
    },
    untilSeen: () => Promise.resolve(),
    spinner: (text, work, shown) => {
      seen.push(`spinner: ${text}`)
      progress = shown
      recordStep()
      return work()
    },
    advance() {
      progress &&= { ...progress, at: progress.at + 1 }
      recordStep()
    },
    sleep: (ms) => {
      seen.push(`sleep ${ms}`)
      return Promise.resolve()
    },
    isOnline: () => true,
    openPayment: (url) => {
      seen.push(`payment page ${url}`)
      return Promise.resolve(knowsPaymentPage ? 'back' : 'unknown')
    },
    exclusively: (work) =>
      work({
        read: () => stored,
        write(intent) {
          stored = intent
          seen.push(describeIntent(intent))
        },
      }),
  }
  const lastMessage = () => seen.findLast((line) => line.startsWith('message: '))
  return { io, seen, steps, given, lastMessage, stored: () => stored }
}

function describeIntent(intent: PurchaseIntent | null): string {
  if (!intent) return 'forget'
  const { orderId, payment, lastOrderId, isTold, mayRepeat, end } = intent
  const notes = [isTold && 'shown', mayRepeat && 'may be repeated'].filter(Boolean).map((note) => `, ${note}`)
  if (end) return `${end} ${orderId}${isTold && end !== 'givenUp' ? ', shown' : ''}`
  return (orderId ? `follow ${orderId} ${payment}` : `make after ${lastOrderId} ${payment}`) + notes.join('')
}
