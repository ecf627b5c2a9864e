import { subscribe } from 'valtio/vanilla'
import { useLocation } from 'wouter'
import type { Message } from '#messages/message.ts'
import { ask } from '#modals/modal-stack.ts'
import { session } from '#session/session.ts'
import { notifyIfOffline } from '#services/needs-network.ts'
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

/** Asks a visitor to sign in before a purchase; the sign-in returns to `returnTo` (O-MODAL-14). When a session is found meanwhile, it navigates there at once. */
export function useSignInToBuy(): (returnTo: string) => Promise<void> {
  const { signIn } = useServices()
  const [, navigate] = useLocation()
  return async (returnTo) => {
    if (notifyIfOffline()) return
    const found = new AbortController()
    const stop = subscribe(
      session,
      () => {
        if (session.state !== 'signedIn') return
        navigate(withVisit(returnTo), { replace: true })
        found.abort()
      },
      // Synchronously: otherwise the main page would redirect to the account first, without the purchase.
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
