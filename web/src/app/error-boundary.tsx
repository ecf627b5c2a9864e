import { type ReactNode, useEffect, useRef } from 'react'
import { interruptFlow } from '#flow/run-flow.ts'
import { dismissAll } from '#modals/modal-stack.ts'
import { Boundary } from '#ui/boundary.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Container } from '#ui/container.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CrossIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { reportCrash } from '#cache/crash.ts'
import { isNotLoaded, NotLoadedPage, watchLoading } from '#layout/chunk-not-loaded.tsx'
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
  // What is asked over the page is gone with it.
  interruptFlow()
  dismissAll()
}

const leave = () => window.location.assign(ACCOUNT)
const open = (dialog: HTMLDialogElement | null) => void (dialog?.open === false && dialog.showModal())

/** A render error: the incognito text in a modal whose every end leads to the account (C-ERR-49..51). What was thrown is not shown (OP-110). */
function Broken(): ReactNode {
  return (
    <dialog
      ref={open}
      aria-label="Произошла ошибка"
      onClose={leave}
      className="m-0 size-full max-h-none max-w-none bg-paper text-ink"
    >
      <Page tone="white">
        <Container>
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
        </Container>
      </Page>
      <button
        type="button"
        aria-label="Закрыть"
        onClick={leave}
        className="absolute top-4 right-3 flex size-11 items-center justify-center rounded-xl bg-grey text-ink transition-colors hover:bg-sunken lg:top-6 lg:right-6"
      >
        <CrossIcon className="size-5" />
      </button>
    </dialog>
  )
}
