import { interruptFlow } from '#flow/run-flow.ts'
import { showMessage } from '#flow/show-failure.ts'
import type { Message, MessageAction } from '#messages/message.ts'
import { ask, untilPageIsGone } from '#modals/modal-stack.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import { session } from '#session/session.ts'
import type { Services } from './services.ts'
import { forgetSignedOut, isSignOutUnreported, markSignedOut } from '#session/signed-out.ts'
import { publicActions } from './message-actions.ts'

const never = new AbortController().signal
const here = () => window.location.pathname + window.location.search

/** Shows a message outside of a flow and runs the action of its button. Resolves with whether the user wants to retry. Rejects when the signal is aborted. */
export async function showMessageOutsideFlow(
  message: Message,
  services: Services,
  signal: AbortSignal = never,
): Promise<boolean> {
  const action = await showMessage(message, { ask: (name, given) => ask(name, given, signal) }, publicActions(services))
  return action === 'retry' || action === 'reload' || action === 'check'
}

type SessionOver = 'authorize-again' | 'sign-out'
let isShown = false
/** Interrupts the running flow and shows that the session is over: in one modal, no matter how many calls have failed. */
export function showSessionOver(outcome: SessionOver, services: Services): void {
  if (isShown || session.state === 'leaving') return
  interruptFlow()
  if (outcome === 'authorize-again') return void showSessionExpired(services)
  // Signing out of a partner's app closes the page, so the message is shown before.
  if (services.host.token) return void showOnce(outcome).then((answer) => answer && services.signOut())
  markSignedOut()
  services.signOut()
}

async function showSessionExpired(services: Services): Promise<void> {
  const answer = await showOnce('authorize-again')
  if (answer === 'signIn') services.signIn(here())
  // Dismissing the modal signs out at the provider too: otherwise the next sign-in would restore the same session.
  else if (answer) services.signOut()
}

/** Shows that the backend has ended the session, after the return from the provider's sign-out. The mark is removed first, so that it is shown only once. */
export async function showSignedOut(services: Services): Promise<void> {
  if (!isSignOutUnreported()) return
  forgetSignedOut()
  if ((await showOnce('sign-out')) === 'signIn') services.signIn('/profile', true)
}

/** Shows the message of the outcome. Resolves with the chosen action; null when the page was left without a choice. */
async function showOnce(outcome: SessionOver): Promise<MessageAction | null> {
  const message = messageOf({ outcome })
  if (!message) return 'dismissed'
  isShown = true
  try {
    return await ask('message', message, untilPageIsGone())
  } catch {
    return null
  } finally {
    isShown = false
  }
}
