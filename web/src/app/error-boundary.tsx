import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ButtonLink } from '#ui/button-link.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'

/** A bug while drawing: the incognito text, and the way to the account (C-ERR-49..51). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }
  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // A bug must be seen by whoever watches the console; nothing personal is in it.
    // oxlint-disable-next-line no-console
    console.error(error, info.componentStack)
  }
  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <Page tone="white">
        <ErrorState
          level={1}
          title="Произошла ошибка"
          text={
            <>
              <p>Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку.</p>
              {error instanceof Error && <p className="mt-3 text-small">{error.message}</p>}
            </>
          }
          actions={<ButtonLink href="/profile">Перейти в личный кабинет</ButtonLink>}
        />
      </Page>
    )
  }
}
