/** Why a check could not run: reported in one sentence, exit code 2. Anything else that is thrown is a bug of this program. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck'
}

/** The sentence in anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
