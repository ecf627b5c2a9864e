export interface StorySlide {
  title: string
  text: string
  /** Address of a picture without words. */
  image: string
}
/** A story: a picture on the account page, and the slides that it opens. */
export interface Story {
  title: string
  slides: readonly StorySlide[]
}

/** How long a slide is shown after its transition (O-STORY-05, OO-54). */
export const SLIDE_MS = 5000
/** How long a slide's transition takes (O-STORY-10); the same as the class `duration-500`. */
export const TRANSITION_MS = 500
/** A shorter press is a tap; a longer one pauses the slide (O-STORY-08). */
export const HOLD_MS = 200
/** A finger that moves no further counts as still (O-STORY-09). */
const TOLERANCE_PX = 10

export interface Press {
  /** How far the finger has moved since the press began, in px. */
  dx: number
  dy: number
  /** Where the press began, in px from the slide's left edge. */
  x: number
  /** Width of the slide in px. */
  width: number
}
export type StoryMove = 'previous' | 'next' | 'stay'

export const hasMoved = ({ dx, dy }: Pick<Press, 'dx' | 'dy'>): boolean =>
  Math.max(Math.abs(dx), Math.abs(dy)) > TOLERANCE_PX

/** What a press does: a tap goes back or forward by the half of the slide that it hits, a swipe by its direction. A vertical swipe does nothing. */
export function storyMove({ dx, dy, x, width }: Press): StoryMove {
  if (!hasMoved({ dx, dy })) return x < width / 2 ? 'previous' : 'next'
  if (Math.abs(dy) > Math.abs(dx)) return 'stay'
  return dx < 0 ? 'next' : 'previous'
}

/** Index of the slide after a move; null when the story is over. Going back from the first slide restarts it (OO-54). */
export function slideAfter(at: number, move: StoryMove, slides: number): number | null {
  if (move === 'stay') return at
  const next = move === 'next' ? at + 1 : Math.max(at - 1, 0)
  return next < slides ? next : null
}
