/** Why a check could not run: reported in one sentence, exit code 2. Anything else that is thrown is a bug of this program. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck'
}

const WORDS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder: name a file in it',
  EACCES: 'it may not be read or written here',
  ENOTDIR: 'a part of its way is no folder',
}
/** The sentence in anything that was thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return WORDS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}
