import { useEffect, useRef, useState } from 'react'
import { ARRIVAL_MS, slideAfter, SLIDE_MS, type StoryMove } from '#domain/stories.ts'

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export interface Slides {
  at: number
  /** How often the slide has started: one that starts again is shown again. */
  round: number
  /** The slide's time passes. */
  isRunning: boolean
  /** Stopped by its button or the space bar. */
  isStopped: boolean
  stop: (isStopped: boolean) => void
  go: (move: StoryMove) => void
}

/** Which slide is shown, and the time that it stays; `isPressed` stops that for a while. */
export function useSlides(count: number, isPressed: boolean, onOver: () => void): Slides {
  const [{ at, round }, setShown] = useState({ at: 0, round: 0 })
  /** The round whose slide is in its place. */
  const [arrived, setArrived] = useState(0)
  // With reduced motion a slide changes only by a press.
  const [isStopped, stop] = useState(wantsNoMotion)
  const isHidden = useHidden()
  const isRunning = arrived === round && !isPressed && !isStopped && !isHidden

  function go(move: StoryMove): void {
    if (move === 'stay') return
    const next = slideAfter(at, move, count)
    if (next === null) return onOver()
    setShown({ at: next, round: round + 1 })
    if (next === at || wantsNoMotion()) setArrived(round + 1)
  }
  useEffect(() => {
    if (arrived === round) return
    const timer = setTimeout(() => setArrived(round), ARRIVAL_MS)
    return () => clearTimeout(timer)
  }, [round, arrived])
  useCountdown(round, isRunning, () => go('next'))
  return { at, round, isRunning, isStopped, stop, go }
}

/** Ends once the slide's time has passed; what has passed stays passed while it does not run. */
function useCountdown(round: number, isRunning: boolean, onEnd: () => void): void {
  const left = useRef({ round, ms: SLIDE_MS })
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (left.current.round !== round) left.current = { round, ms: SLIDE_MS }
    if (!isRunning) return
    const now = left.current
    const startedAt = performance.now()
    const timer = setTimeout(() => end.current(), now.ms)
    return () => {
      clearTimeout(timer)
      now.ms -= performance.now() - startedAt
    }
  }, [round, isRunning])
}

function useHidden(): boolean {
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isHidden
}
