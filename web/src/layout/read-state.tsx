import { type ReactNode, useState } from 'react'
import { RetryState } from '#ui/retry-state.tsx'
import { Loading } from './loading.tsx'
import { RestoreFocus } from './restore-focus.tsx'
import { type Retry, SectionBoundary } from './section-boundary.tsx'

/** A read of the backend or the content system, as a query of it says; several of them may be one. */
export interface Read<Data> {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}
interface ReadStateProps<Data> {
  read: Read<Data>
  /** What is said where nothing could be read, or how that is drawn. */
  failed: { title: string; text: string; level?: 1 | 2 } | ((retry: Retry) => ReactNode)
  /** Where the content will stand. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

export const notLoaded = { title: 'Не удалось загрузить', text: 'Попробуйте снова или зайдите позже' }

/** Whether a read has failed and not succeeded since: without data a query forgets its failure as soon as it is tried again. */
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

/** What is read, as far as it is known: its place while it loads, and a way to try again where it cannot be read, or not be drawn. */
export function ReadState<Data>({ read, failed, skeleton, children }: ReadStateProps<Data>): ReactNode {
  const isFailed = useFailed(read)
  const [isRetried, setIsRetried] = useState(false)
  const unread = (retry: Retry) =>
    typeof failed === 'function' ? (
      failed(retry)
    ) : (
      <RetryState {...failed} retryLabel="Попробовать ещё раз" {...retry} />
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

/** Inside of the boundary: what the answer makes of the page may throw. */
function Drawn<Data>({ data, draw }: { data: Data; draw: (data: Data) => ReactNode }): ReactNode {
  return draw(data)
}
