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

/** Shows a message outside of a flow and does what its button says. Answers whether to try again. */
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
/** The session is over: whatever runs is interrupted, one modal says so, however many calls have failed. */
export function showSessionOver(outcome: SessionOver, services: Services): void {
  if (isShown || session.state === 'leaving') return
  interruptFlow()
  if (outcome === 'authorize-again') return void showSessionExpired(services)
  // A way out of a partner's app closes the page: there the message comes first.
  if (services.host.token) return void showOnce(outcome).then((answer) => answer && services.signOut())
  markSignedOut()
  services.signOut()
}

async function showSessionExpired(services: Services): Promise<void> {
  const answer = await showOnce('authorize-again')
  if (answer === 'signIn') services.signIn(here())
  // A user who closes it is signed out at the provider too: signing in would bring the same session back.
  else if (answer) services.signOut()
}

/** Shows a user whom the backend signed out that this happened, once they are back from the provider; not a second time while it is open, if the provider still has its session. */
export async function showSignedOut(services: Services): Promise<void> {
  if (!isSignOutUnreported()) return
  forgetSignedOut()
  if ((await showOnce('sign-out')) === 'signIn') services.signIn('/profile', true)
}

/** Null when nothing was chosen: the page has gone from under the question. */
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
