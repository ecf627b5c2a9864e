import { type ReactNode, useState } from 'react'
import { ClientDataAwaited } from './client-data-awaited.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Loading } from './loading.tsx'
import { RestoreFocus } from './restore-focus.tsx'
import { type Retry, SectionBoundary } from './section-boundary.tsx'
import { useFailed } from './use-failed.ts'
import type { Elements } from '#ui/elements.ts'

/** The state of a query, or of several combined. */
export interface Read<Data> {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}
interface ReadStateProps<Data> {
  /** `noClientData`: it needs client data, which could not be read. */
  read: Read<Data> | 'noClientData'
  /** The text of a failure, or a function that renders it. */
  failed: { title: string; text: string; level?: 1 | 2 } | ((retry: Retry) => ReactNode)
  /** Shown while the content loads. */
  skeleton: Elements
  children: (data: Data) => ReactNode
}

export const notLoaded = { title: 'Не удалось загрузить', text: 'Попробуйте снова или зайдите позже' }

/** Renders the data of a read, its skeleton while it loads, and a retry when the read or the rendering has failed. */
export function ReadState<Data>({ read, ...shown }: ReadStateProps<Data>): ReactNode {
  if (read !== 'noClientData') return <OneRead {...shown} read={read} />
  return <ClientDataAwaited level={typeof shown.failed === 'function' ? 2 : shown.failed.level} />
}

interface OneReadProps<Data> extends ReadStateProps<Data> {
  read: Read<Data>
}
function OneRead<Data>({ read, failed, skeleton, children }: OneReadProps<Data>): ReactNode {
  const isFailed = useFailed(read)
  const [isRetried, setIsRetried] = useState(false)
  const unread = (retry: Retry) =>
    typeof failed === 'function' ? (
      failed(retry)
    ) : (
      <ErrorState
        {...failed}
        actions={
          <Button busy={retry.busy} onClick={retry.onRetry}>
            Попробовать ещё раз
          </Button>
        }
      />
    )
  if (read.data !== undefined)
    return (
      <SectionBoundary renderBroken={unread}>
        {isRetried && <RestoreFocus />}
        <Drawn data={read.data} draw={children} />
      </SectionBoundary>
    )
  if (isFailed) {
    const onRetry = () => {
      setIsRetried(true)
      void read.refetch()
    }
    return unread({ busy: read.isFetching, onRetry })
  }
  return (
    <>
      <Loading />
      {skeleton}
    </>
  )
}

/** A component, so that an error of `draw` is thrown inside the boundary. */
function Drawn<Data>({ data, draw }: { data: Data; draw: (data: Data) => ReactNode }): ReactNode {
  return draw(data)
}
