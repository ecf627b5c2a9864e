import { type ReactNode, useEffect, useRef, useState } from 'react'
import { RetryState } from '#ui/retry-state.tsx'
import { Loading } from './loading.tsx'

/** A read of the backend or the content system, as a query of it says; several of them may be one. */
export interface Read<Data> {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}
/** Another try, and whether it is under way. */
export interface Retry {
  busy: boolean
  onRetry: () => void
}
interface ReadStateProps<Data> {
  read: Read<Data>
  /** What is said where nothing could be read, or how that is drawn. */
  failed: { title: string; text: string } | ((retry: Retry) => ReactNode)
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

/** What is read, as far as it is known: its place while it loads, and a way to try again where it cannot be read. */
export function ReadState<Data>({ read, failed, skeleton, children }: ReadStateProps<Data>): ReactNode {
  const isFailed = useFailed(read)
  const [isRetried, setIsRetried] = useState(false)
  if (read.data !== undefined)
    return (
      <>
        {isRetried && <Come />}
        {children(read.data)}
      </>
    )
  if (isFailed) {
    const onRetry = () => {
      setIsRetried(true)
      void read.refetch()
    }
    const retry = { busy: read.isFetching, onRetry }
    if (typeof failed === 'function') return failed(retry)
    return <RetryState {...failed} retryLabel="Попробовать ещё раз" {...retry} />
  }
  return (
    <>
      <Loading />
      {skeleton}
    </>
  )
}

/** The button that was pressed has left: whoever stood on it goes on right before what has come. */
function Come(): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [])
  return (
    <span ref={place} tabIndex={-1} className="sr-only">
      Загружено
    </span>
  )
}
