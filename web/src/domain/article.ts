/** A text about one subject: a title, an introduction, then points or steps. */
export interface Article {
  title: string
  text?: string | undefined
  points: readonly { title?: string; text: string }[]
  /** The points are steps, rendered as a numbered list. */
  isOrdered?: true
  /** The article ends with a link to support. */
  offersSupport?: true
}
