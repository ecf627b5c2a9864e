/** Tells whoever watches the console of a bug that must not end a call: a listener that throws, a clock that does. */
export function report(error: unknown): void {
  try {
    // oxlint-disable-next-line no-console
    console.error(error)
  } catch {
    // A console that cannot write it is no reason to fail either.
  }
}
