/** What keeps the check from being made: told in one sentence, exit code 2. Everything else that is thrown is a mistake of ours. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck'
}

/** The sentence in anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
