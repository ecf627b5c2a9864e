import { type ReactNode, useEffect, useState } from 'react'

interface CountdownProps {
  /** An instant, in milliseconds since 1970. */
  until: number
  onEnd: () => void
}
const twoDigits = (count: number) => String(count).padStart(2, '0')

/** The remaining minutes and seconds; not announced every second. */
export function Countdown({ until, onEnd }: CountdownProps): ReactNode {
  const left = useSecondsLeft(until, onEnd)
  return (
    <span role="timer" aria-live="off" className="text-title-l font-semibold tabular-nums">
      {clockText(left)}
    </span>
  )
}

/** Formats a duration as `20:00`. */
export const clockText = (seconds: number): string =>
  `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`

/** The whole seconds until an instant in milliseconds since 1970; rerenders every second. */
export function useSecondsLeft(until: number, onEnd?: () => void): number {
  const [left, setLeft] = useState(() => secondsLeft(until))
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsLeft(until)
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      onEnd?.()
    }, 1000)
    return () => clearInterval(timer)
  }, [until, onEnd])
  return left
}
const secondsLeft = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))
