import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { MessageModal } from '#features/messages/message-modal.tsx'
import { session } from '#session/session.ts'
import { PageSkeleton } from '#layout/page-skeleton.tsx'

const notEntered = {
  title: 'Произошла ошибка',
  text: 'Не удалось войти. Проверьте интернет и попробуйте снова',
  image: 'error',
  buttons: [{ label: 'Попробовать еще раз', action: 'reload' }],
} as const
/** Shown after a sign-out if the partner's app does not close the webview. Locked, because any answer signs in again. */
const left = {
  title: 'Вы вышли из аккаунта',
  text: 'Страницу можно закрыть',
  image: 'clock',
  buttons: [{ label: 'Войти', action: 'reload' }],
  locked: true,
} as const
const reload = () => window.location.reload()

/** Inside a partner's app: shows content only with a token (C-HOST-12, OP-68), otherwise an error (C-HOST-10, C-MODAL-30). */
export function WebviewGate({ children }: { children: ReactNode }): ReactNode {
  const { state } = useSnapshot(session)
  if (state === 'signedIn' || state === 'lost') return children
  return (
    <>
      <PageSkeleton />
      {state !== 'checking' && (
        <MessageModal open {...(state === 'leaving' ? left : notEntered)} answer={reload} onLeft={() => undefined} />
      )}
    </>
  )
}
