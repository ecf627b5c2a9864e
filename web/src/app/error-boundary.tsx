import { Component, type ErrorInfo, type ReactNode } from 'react'
import { interruptFlow } from '#flow/run-flow.ts'
import { dismissAll } from '#modals/modal-stack.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Container } from '#ui/container.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CrossIcon } from '#ui/icons.tsx'
import { Page } from '#ui/page.tsx'
import { onPageChange } from './page-change.ts'

interface State {
  error: unknown
}
const whole: State = { error: null }
const ACCOUNT = '/profile'

/** What Vite could not load: no connection, or another release has other files. */
const notLoaded = new WeakSet()
const noteNotLoaded = ({ payload }: { payload: object }) => void notLoaded.add(payload)

/** What is shown where a page cannot be drawn: no part of it needs anything more to be loaded. Gone with the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state = whole
  #stop = () => {}
  #reset = () => this.setState(whole)
  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }
  override componentDidMount(): void {
    window.addEventListener('vite:preloadError', noteNotLoaded)
    const stop = onPageChange(this.#reset)
    this.#stop = () => {
      stop()
      window.removeEventListener('vite:preloadError', noteNotLoaded)
    }
  }
  override componentWillUnmount(): void {
    this.#stop()
  }
  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // A bug must be seen by whoever watches the console; nothing personal is in it.
    // oxlint-disable-next-line no-console
    console.error(error, info.componentStack)
    // What is asked over the page is gone with it.
    interruptFlow()
    dismissAll()
  }
  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return typeof error === 'object' && notLoaded.has(error) ? <NotLoaded /> : <Broken error={error} />
  }
}

function NotLoaded(): ReactNode {
  return (
    <Page tone="white">
      <Container>
        <ErrorState
          level={1}
          title="Страница не загрузилась"
          text="Проверьте интернет и обновите её"
          actions={<Button onClick={() => window.location.reload()}>Обновить</Button>}
        />
      </Container>
    </Page>
  )
}

const leave = () => window.location.assign(ACCOUNT)
const open = (dialog: HTMLDialogElement | null) => void (dialog?.open === false && dialog.showModal())

/** A bug while drawing: the incognito text in a modal whose every end leads to the account (C-ERR-49..51). */
function Broken({ error }: { error: unknown }): ReactNode {
  return (
    <dialog
      ref={open}
      aria-label="Произошла ошибка"
      onClose={leave}
      className="m-0 size-full max-h-none max-w-none bg-white text-ink"
    >
      <Page tone="white">
        <Container>
          <ErrorState
            level={1}
            title="Произошла ошибка"
            text={
              <>
                <p>Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку.</p>
                {error instanceof Error && <p className="mt-3 text-small">{error.message}</p>}
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
