import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TRANSITION_MS, slideAfter, SLIDE_MS, type StoryMove } from '#domain/stories.ts'

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export interface Slides {
  /** Index of the current slide. */
  at: number
  /** Incremented whenever a slide starts, also when the same one starts again. */
  round: number
  /** Whether the slide's time is running. */
  isRunning: boolean
  /** Whether the user has stopped the story, by its button or the space bar. */
  isStopped: boolean
  stop: (isStopped: boolean) => void
  go: (move: StoryMove) => void
}

/** Advances the slides of a story. `isPressed` pauses the current slide; `onOver` is called after the last one. */
export function useSlides(count: number, isPressed: boolean, onOver: () => void): Slides {
  const [{ at, round }, setShown] = useState({ at: 0, round: 0 })
  /** The latest round whose transition has ended. */
  const [arrived, setArrived] = useState(0)
  // With reduced motion slides change only by a click.
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
    const timer = setTimeout(() => setArrived(round), TRANSITION_MS)
    return () => clearTimeout(timer)
  }, [round, arrived])
  useCountdown(round, isRunning, () => go('next'))
  return { at, round, isRunning, isStopped, stop, go }
}

/** Calls `onEnd` when a slide has run for its whole time; a pause preserves the remaining time. */
function useCountdown(round: number, isRunning: boolean, onEnd: () => void): void {
  const left = useRef({ round, ms: SLIDE_MS })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (left.current.round !== round) left.current = { round, ms: SLIDE_MS }
    if (!isRunning) return
    const now = left.current
    const startedAt = performance.now()
    const timer = setTimeout(() => end(), now.ms)
    return () => {
      clearTimeout(timer)
      now.ms -= performance.now() - startedAt
    }
  }, [round, isRunning])
}

function useHidden(): boolean {
  const [isHidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const onChange = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return isHidden
}
