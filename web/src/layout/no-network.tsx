import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { moscowTime } from '#domain/moscow-date.ts'

function subscribe(call: () => void): () => void {
  window.addEventListener('online', call)
  window.addEventListener('offline', call)
  return () => {
    window.removeEventListener('online', call)
    window.removeEventListener('offline', call)
  }
}

/** A notice without a network, with the age of the oldest stored answer. */
export function NoNetwork(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const [now] = useState(() => new Date())
  const reads = useQueryClient().getQueryCache().getAll()
  const known = reads.filter(({ state }) => state.data !== undefined).map(({ state }) => state.dataUpdatedAt)
  return (
    <output className="block">
      {!isOnline && (
        <p className="bg-orange-soft px-4 py-2 text-center text-small text-balance text-orange">
          {known.length > 0
            ? `Нет соединения с интернетом. Данные на ${moscowTime(new Date(Math.min(...known)), now)}`
            : 'Нет соединения с интернетом. Данные покажем, когда оно появится'}
        </p>
      )}
    </output>
  )
}
