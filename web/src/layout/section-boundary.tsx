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

/** Another try, and whether it is under way. */
export interface Retry {
  busy: boolean
  onRetry: () => void
}
interface SectionBoundaryProps {
  /** What is shown instead of the section when it cannot be drawn. */
  renderBroken?: (retry: Retry) => ReactNode
  /** What is shown instead when a part of the app has not come; left out: what is around it says so. */
  notLoaded?: ReactNode
  children: ReactNode
}

/**
 * What breaks in here leaves everything around it as it is, and is drawn again when what it is drawn from is read again: by itself, by
 * another try, or on another page.
 */
export function SectionBoundary({
  renderBroken = renderSection,
  notLoaded,
  children,
}: SectionBoundaryProps): ReactNode {
  // Outside of the account nothing is read.
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

/** A part of the app has not come: no bug of this section. */
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
  // Before anything else can come.
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

/** Each child is a section of its own, in a fragment as well: what breaks in one leaves the others. Used in place of a fragment. */
export function Sections({ children }: { children: ReactNode }): ReactNode {
  return Children.map(children, (child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return child
    if (child.type === Fragment) return <Sections>{child.props.children}</Sections>
    return <SectionBoundary>{child}</SectionBoundary>
  })
}
