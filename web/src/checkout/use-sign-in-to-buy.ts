import { subscribe } from 'valtio/vanilla'
import { useLocation } from 'wouter'
import type { Message } from '#messages/message.ts'
import { ask } from '#modals/modal-stack.ts'
import { session } from '#session/session.ts'
import { saysNoNetwork } from '#services/needs-network.ts'
import { useServices } from '#services/services.ts'
import { withVisit } from '#analytics/visit.ts'

const prompt: Message = {
  id: 'sign-in-to-buy',
  title: 'Войдите, чтобы подключить Пакет',
  text: 'Понадобится номер телефона. После входа вернём вас к покупке',
  image: 'card',
  buttons: [
    { label: 'Войти', action: 'signIn' },
    { label: 'Не сейчас', action: 'dismissed' },
  ],
}

/** Asks a visitor who buys to sign in first, and brings them back to a path (O-MODAL-14); at once when a session is found meanwhile. */
export function useSignInToBuy(): (returnTo: string) => Promise<void> {
  const { signIn } = useServices()
  const [, navigate] = useLocation()
  return async (returnTo) => {
    if (saysNoNetwork()) return
    const found = new AbortController()
    const stop = subscribe(
      session,
      () => {
        if (session.state !== 'signedIn') return
        navigate(withVisit(returnTo), { replace: true })
        found.abort()
      },
      // At once: the main page would lead to the account without what was to be bought.
      true,
    )
    try {
      if ((await ask('message', prompt, found.signal)) === 'signIn') signIn(returnTo)
    } catch (reason) {
      if (!found.signal.aborted) throw reason
    } finally {
      stop()
    }
  }
}
