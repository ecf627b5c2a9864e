import { interruptFlow } from '#flow/run-flow.ts'
import type { Message } from '#modals/catalogue.ts'
import { ask } from '#modals/modal-stack.ts'
import { messageOf } from '#modals/outcome-messages.ts'
import type { Services } from './services.ts'
import { openSupport } from './support.ts'

const never = new AbortController().signal
const here = () => window.location.pathname + window.location.search

/** Tells something outside of a flow and does what is answered. Answers whether to try again. */
export async function tell(message: Message, services: Services, signal: AbortSignal = never): Promise<boolean> {
  const answer = await ask('message', message, signal)
  switch (answer) {
    case 'retry':
    case 'reload':
    case 'check':
      return true
    case 'support':
      void openSupport(services)
      return false
    case 'signIn':
      services.signIn(here())
      return false
    case 'signOut':
      services.signOut()
      return false
    case 'account':
    case 'fridge':
    case 'promo':
    case 'partner':
    case 'accept':
    case 'addCard':
    case 'options':
    case 'dismissed':
      return false
  }
}

type SessionOver = 'authorize-again' | 'sign-out'
let isTold = false
/** The session is over: whatever runs is interrupted, one modal says so, however many calls have failed. */
export function tellSessionOver(outcome: SessionOver, services: Services): void {
  if (isTold) return
  isTold = true
  interruptFlow()
  const message = messageOf({ outcome })
  if (!message) return
  void tellAndLeave(outcome, message, services)
}

async function tellAndLeave(outcome: SessionOver, message: Message, services: Services): Promise<void> {
  const answer = await ask('message', message, never)
  isTold = false
  // Who is told that he is signed out must be so at the provider too: signing in would bring the same session back.
  if (answer === 'signIn' && outcome !== 'sign-out') services.signIn(here())
  else services.signOut()
}
