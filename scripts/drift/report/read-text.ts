import { NotRead, readDescriptionFile } from '@paket/contract'
import { CannotCheck, messageOf } from './cannot-check.ts'

/** Reads a text file. Throws `CannotCheck` when it cannot be read; returns `otherwise`, if given, when there is none. */
export const readText = (file: string, otherwise?: string): Promise<string> =>
  readDescriptionFile(file).catch((error: NodeJS.ErrnoException) => {
    if (otherwise !== undefined && error.code === 'ENOENT') return otherwise
    throw new CannotCheck(`${file} ${error instanceof NotRead ? error.message : `cannot be read: ${messageOf(error)}`}`)
  })
