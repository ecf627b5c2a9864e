import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Loading } from './loading.tsx'
import { RestoreFocus } from './restore-focus.tsx'
import { type Retry, SectionBoundary } from './section-boundary.tsx'

/** The state of a query, or of several combined. */
export interface Read<Data> {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}
interface ReadStateProps<Data> {
  read: Read<Data>
  /** The text of a failure, or a function that renders it. */
  failed: { title: string; text: string; level?: 1 | 2 } | ((retry: Retry) => ReactNode)
  /** Shown while the content loads. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

export const notLoaded = { title: 'Не удалось загрузить', text: 'Попробуйте снова или зайдите позже' }

/** Whether a read has failed and not succeeded since. React Query itself clears the error of a query without data when it is retried. */
export function useFailed({
  data,
  isError,
  isFetching,
}: Pick<Read<unknown>, 'data' | 'isError' | 'isFetching'>): boolean {
  const [hasFailed, setHasFailed] = useState(isError)
  const isFailed = data === undefined && (isError || (hasFailed && isFetching))
  if (isFailed !== hasFailed) setHasFailed(isFailed)
  return isFailed
}

/** Renders the data of a read, its skeleton while it loads, and a retry when the read or the rendering has failed. */
export function ReadState<Data>({ read, failed, skeleton, children }: ReadStateProps<Data>): ReactNode {
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
