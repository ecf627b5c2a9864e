import { type ReactNode, useEffect, useRef } from 'react'
import { Boundary } from '#ui/boundary.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { reportCrash } from '#cache/crash.ts'
import { FullDialog } from './full-dialog.tsx'
import { isNotLoaded, NotLoadedPage, watchLoading } from '#layout/chunk-not-loaded.tsx'
import { dropAsked } from './modals.tsx'
import { onPageChange } from '#navigation/page-change.ts'

const ACCOUNT = '/profile'

/**
 * Shown when the app itself crashes while rendering; the sections of a page have boundaries of their own. Needs no further chunk. Resets on
 * another page.
 */
export function ErrorBoundary({ children }: { children: ReactNode }): ReactNode {
  const boundary = useRef<Boundary>(null)
  useEffect(watchLoading, [])
  useEffect(() => onPageChange(() => boundary.current?.reset()), [])
  return (
    <Boundary
      ref={boundary}
      onCrash={onRenderCrash}
      renderBroken={(error) => (isNotLoaded(error) ? <NotLoadedPage /> : <Broken />)}
    >
      {children}
    </Boundary>
  )
}

function onRenderCrash(error: unknown): void {
  if (!isNotLoaded(error)) reportCrash(error, 'page')
  dropAsked()
}

const leave = () => window.location.assign(ACCOUNT)

/** A render error: the incognito text in a modal whose every end leads to the account (C-ERR-49..51). What was thrown is not shown (OP-110). */
const Broken = (): ReactNode => (
  <FullDialog label="Произошла ошибка" onClose={leave}>
    <ErrorState
      level={1}
      title="Произошла ошибка"
      text={
        <>
          <p>Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку.</p>
          <p className="mt-3">
            Если вы оплачивали Пакет, не платите ещё раз: чем закончилась оплата, покажем в личном кабинете.
          </p>
        </>
      }
      actions={<ButtonLink href={ACCOUNT}>Перейти в личный кабинет</ButtonLink>}
    />
  </FullDialog>
)
