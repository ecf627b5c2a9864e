import type { FlowPorts } from '../../web/src/flow/ports.ts'
import type { Message, ModalName, Modals } from '../../web/src/modals/catalogue.ts'

/** Whether a message has a button for an answer; every modal can be dismissed. */
const isOffered = (answer: unknown, given: object): boolean =>
  answer === 'dismissed' ||
  !('buttons' in given) ||
  (given as Message).buttons.some((button) => button.answer === answer)

/** Ports that answer from a script and write down what happened, in order. A modal that the script does not have fails the test. */
export function scriptedPorts(
  answers: { [Name in ModalName]?: Modals[Name]['answers'][] } = {},
  knowsPaymentPage = true,
) {
  const seen: string[] = []
  /** What the modals were given, in order. */
  const given: object[] = []
  const io: FlowPorts = {
    ask: (name, shown) => {
      given.push(shown)
      seen.push(`${name}: ${'title' in shown ? shown.title : JSON.stringify(shown)}`)
      const next = answers[name]?.shift()
      if (next === undefined) return Promise.reject(new Error(`unscripted modal: ${name} ${JSON.stringify(shown)}`))
      if (!isOffered(next, shown))
        return Promise.reject(new Error(`no button answers ${JSON.stringify(next)}: ${JSON.stringify(shown)}`))
      // The script has the answers of this very modal.
      return Promise.resolve(next as never)
    },
    spinner: (text, work) => {
      seen.push(`spinner: ${text}`)
      return work()
    },
    sleep: (ms) => {
      seen.push(`sleep ${ms}`)
      return Promise.resolve()
    },
    openPayment: (url) => {
      seen.push(`payment page ${url}`)
      return Promise.resolve(knowsPaymentPage ? 'back' : 'unknown')
    },
    follow: (order) => {
      if (!order) seen.push('follow nothing')
      else if ('orderId' in order) seen.push(`follow ${order.orderId} ${order.payment}`)
      else seen.push(`make after ${order.lastOrderId} ${order.payment}`)
    },
  }
  return { io, seen, given }
}
