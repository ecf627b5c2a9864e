import { useState } from 'react'

interface QueryState {
  data?: unknown
  isError: boolean
  isFetching: boolean
}

/** Whether a read has failed and not succeeded since. React Query itself clears the error of a query without data when it is retried. */
export function useFailed({ data, isError, isFetching }: QueryState): boolean {
  const [hasFailed, setHasFailed] = useState(isError)
  const isFailed = data === undefined && (isError || (hasFailed && isFetching))
  if (isFailed !== hasFailed) setHasFailed(isFailed)
  return isFailed
}
