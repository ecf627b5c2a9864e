import { useEffect } from 'react'
import { subscribe } from 'valtio/vanilla'
import { useLocation } from 'wouter'
import { untilIdle } from '#flow/run-flow.ts'
import type { Message } from '#messages/message.ts'
import { ask } from '#modals/modal-stack.ts'
import { onPageChange } from '#navigation/page-change.ts'
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

/** Whether the button of this page was pressed before the session was found, and has not bought yet. */
let isPressed = false

/** Buys on the page of a signed-in user, once, if its button was pressed before the session was found. */
export function usePressBefore(buy: () => void): void {
  useEffect(() => {
    async function buyOnce(): Promise<void> {
      // Only one flow runs at a time, and a purchase that is being recovered comes first.
      await untilIdle()
      if (!isPressed) return
      isPressed = false
      buy()
    }
    void buyOnce()
    // Once: `buy` differs at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** Asks a visitor to sign in before a purchase; the sign-in returns to `returnTo` (O-MODAL-14). When a session is found meanwhile, it navigates there at once, where `usePressBefore` buys. */
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
        isPressed = true
        const forget = onPageChange(() => {
          isPressed = false
          forget()
        })
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
