import type { Message } from '#modals/catalogue.ts'
import { ask } from '#modals/modal-stack.ts'
import { useServices } from './services.ts'

const prompt: Message = {
  title: 'Войдите, чтобы подключить Пакет',
  text: 'Понадобится номер телефона. После входа вернём вас к покупке',
  image: 'card',
  buttons: [
    { answer: 'signIn', label: 'Войти' },
    { answer: 'dismissed', label: 'Не сейчас' },
  ],
}
const never = new AbortController().signal

/** A visitor who buys is asked to sign in first, and comes back to a path (O-MODAL-14). */
export function useSignInToBuy(): (returnTo: string) => Promise<void> {
  const { signIn } = useServices()
  return async (returnTo) => {
    if ((await ask('message', prompt, never)) === 'signIn') signIn(returnTo)
  }
}
