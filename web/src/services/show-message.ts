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
export async function tell(message: Message, services: Services, signal: AbortSignal = never): Promise<boolean> {
  const action = await showMessage(message, { ask: (name, given) => ask(name, given, signal) }, publicActions(services))
  return action === 'retry' || action === 'reload' || action === 'check'
}

type SessionOver = 'authorize-again' | 'sign-out'
let isTold = false
/** The session is over: whatever runs is interrupted, one modal says so, however many calls have failed. */
export function tellSessionOver(outcome: SessionOver, services: Services): void {
  if (isTold || session.state === 'leaving') return
  interruptFlow()
  if (outcome === 'authorize-again') return void tellLost(services)
  // A way out of a partner's app closes the page: there it is told first.
  if (services.host.token) return void tellOnce(outcome).then((answer) => answer && services.signOut())
  markSignedOut()
  services.signOut()
}

async function tellLost(services: Services): Promise<void> {
  const answer = await tellOnce('authorize-again')
  if (answer === 'signIn') services.signIn(here())
  // Who closes it is signed out at the provider too: signing in would bring the same session back.
  else if (answer) services.signOut()
}

/** Tells who was signed out by the backend, once he is back from the provider; not again while he reads it, if the provider has kept its session. */
export async function tellSignedOut(services: Services): Promise<void> {
  if (!isSignOutUnreported()) return
  forgetSignedOut()
  if ((await tellOnce('sign-out')) === 'signIn') services.signIn('/profile', true)
}

/** Null when nothing was chosen: the page has gone from under the question. */
async function tellOnce(outcome: SessionOver): Promise<MessageAction | null> {
  const message = messageOf({ outcome })
  if (!message) return 'dismissed'
  isTold = true
  try {
    return await ask('message', message, untilPageIsGone())
  } catch {
    return null
  } finally {
    isTold = false
  }
}
