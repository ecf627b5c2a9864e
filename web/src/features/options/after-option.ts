/** What a change of an option leads to outside of it. */
export interface AfterOption {
  /** What a switch of the renewal changes is read again. */
  refresh(isOn: boolean): void
  toOptions(): void
  toCards(): void
  toSupport(): void
}
