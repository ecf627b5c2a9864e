/** What a change of the family leads to outside of it. */
export interface AfterFamily {
  /** The members on the screen are read again. */
  refresh(): void
  toOptions(): void
  toSupport(): void
}
