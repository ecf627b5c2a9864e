import { QueryClientContext } from '@tanstack/react-query'
import {
  Children,
  Fragment,
  isValidElement,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { Boundary } from '#ui/boundary.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { reportCrash } from '#cache/crash.ts'
import { isNotLoaded } from './chunk-not-loaded.tsx'
import { onPageChange } from '#navigation/page-change.ts'
import { usePageTone } from './page-tone.ts'
import { RestoreFocus } from './restore-focus.tsx'
import { SectionClient } from '#cache/section-reads.ts'
import type { Elements } from '#ui/elements.ts'

/** Retries; `busy` while a retry is in progress. */
export interface Retry {
  busy: boolean
  onRetry: () => void
}
interface SectionBoundaryProps {
  /** Rendered instead of the section after a crash. */
  renderBroken?: (retry: Retry) => ReactNode
  /** Rendered when a chunk fails to load; by default the error goes to the parent boundary. */
  notLoaded?: ReactNode
  children: Elements
}

/**
 * The error boundary of a section: a crash leaves the rest of the page intact. The section is rendered again when one of the answers that
 * it reads changes, by a poll or a retry, and on another page.
 */
export function SectionBoundary({
  renderBroken = renderSection,
  notLoaded,
  children,
}: SectionBoundaryProps): ReactNode {
  // There is no query client outside of the account.
  const above = useContext(QueryClientContext)
  const [client] = useState(() => above && new SectionClient(above))
  const [isRetried, setIsRetried] = useState(false)
  function note(error: unknown): void {
    if (isNotLoaded(error)) return
    client?.markCrashed()
    reportCrash(error, 'section')
  }
  return (
    <QueryClientContext value={client}>
      <Boundary
        onCrash={note}
        renderBroken={(error, reset) =>
          isNotLoaded(error) ? (
            <Missing error={error} reset={reset}>
              {notLoaded}
            </Missing>
          ) : (
            <Broken client={client} reset={reset} onRetry={() => setIsRetried(true)} draw={renderBroken} />
          )
        }
      >
        {isRetried && <RestoreFocus />}
        {children}
      </Boundary>
    </QueryClientContext>
  )
}

/** Shown when a chunk has failed to load, which is no bug of this section. */
function Missing({ error, reset, children }: { error: unknown; reset: () => void; children: ReactNode }): ReactNode {
  useEffect(() => onPageChange(reset), [reset])
  if (children === undefined) throw error
  return children
}

interface BrokenProps {
  client: SectionClient | undefined
  reset: () => void
  onRetry: () => void
  draw: (retry: Retry) => ReactNode
}
function Broken({ client, reset, onRetry, draw }: BrokenProps): ReactNode {
  const [before] = useState(() => client?.answers() ?? new Map<string, unknown>())
  const [busy, setBusy] = useState(false)
  // In a layout effect, so that no answer between render and subscription is missed.
  useLayoutEffect(() => client?.onAnotherAnswer(before, reset), [client, before, reset])
  useEffect(() => onPageChange(reset), [reset])
  async function retry(): Promise<void> {
    onRetry()
    if (!client || before.size === 0) return reset()
    setBusy(true)
    await client.refetchAll()
    setBusy(false)
  }
  return draw({ busy, onRetry: () => void retry() })
}

const renderSection = (retry: Retry): ReactNode => <BrokenSection {...retry} />
function BrokenSection({ busy, onRetry }: Retry): ReactNode {
  const isOnWhite = usePageTone() === 'white'
  return (
    <Notice
      isAlert
      tone={isOnWhite ? 'grey' : 'white'}
      className="mt-6 first:mt-0 lg:mt-8"
      title="Эта часть страницы не загрузилась"
      text="Остальное работает как обычно"
      action={
        <Button variant="secondary" width="mobile" busy={busy} onClick={onRetry}>
          Попробовать ещё раз
        </Button>
      }
    />
  )
}

/** Replaces a fragment: gives each child, also in nested fragments, its own error boundary. */
export function Sections({ children }: { children: ReactNode }): ReactNode {
  return Children.map(children, (child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return child
    if (child.type === Fragment) return <Sections>{child.props.children}</Sections>
    return <SectionBoundary>{child}</SectionBoundary>
  })
}
