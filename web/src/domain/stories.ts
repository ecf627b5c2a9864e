export interface StorySlide {
  title: string
  text: string
  /** Address of a picture without words. */
  image: string
}
/** A picture on the account page, and the slides behind it. */
export interface Story {
  title: string
  slides: readonly StorySlide[]
}

/** How long a slide stays, without its arrival (O-STORY-05, OO-54). */
export const SLIDE_MS = 5000
/** How long a slide arrives (O-STORY-10); the class `duration-500` is the same. */
export const ARRIVAL_MS = 500
/** A shorter press is a tap, a longer one holds the slide (O-STORY-08). */
export const HOLD_MS = 200
/** A finger that moves no further has not moved (O-STORY-09). */
const TOLERANCE_PX = 10

export interface Press {
  /** How far the finger has moved since it came down. */
  dx: number
  dy: number
  /** Where it came down, from the left edge of what is `width` wide. */
  x: number
  width: number
}
export type StoryMove = 'previous' | 'next' | 'stay'

export const hasMoved = ({ dx, dy }: Pick<Press, 'dx' | 'dy'>): boolean =>
  Math.max(Math.abs(dx), Math.abs(dy)) > TOLERANCE_PX

/** What a press asks for: a tap by the half it is in, a swipe by its direction; a move up or down asks for nothing. */
export function storyMove({ dx, dy, x, width }: Press): StoryMove {
  if (!hasMoved({ dx, dy })) return x < width / 2 ? 'previous' : 'next'
  if (Math.abs(dy) > Math.abs(dx)) return 'stay'
  return dx < 0 ? 'next' : 'previous'
}

/** The slide that a move leads to, or null when the story is over: back on the first one starts it again (OO-54). */
export function slideAfter(at: number, move: StoryMove, slides: number): number | null {
  if (move === 'stay') return at
  const next = move === 'next' ? at + 1 : Math.max(at - 1, 0)
  return next < slides ? next : null
}
