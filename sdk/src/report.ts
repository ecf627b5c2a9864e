/** Logs a bug that must not fail a call, such as a listener or a clock that throws. */
export function report(error: unknown): void {
  try {
    // oxlint-disable-next-line no-console
    console.error(error)
  } catch {
    // Nor may a console that throws.
  }
}
