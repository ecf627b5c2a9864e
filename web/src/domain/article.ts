/** Something to be read about one subject: a sentence, then points or steps. */
export interface Article {
  title: string
  text?: string | undefined
  points: readonly { title?: string; text: string }[]
  /** The points are done one after another. */
  isOrdered?: true
  /** Ends with a way to support. */
  offersSupport?: true
}
