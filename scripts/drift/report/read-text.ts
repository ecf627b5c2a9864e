import { readFile } from 'node:fs/promises'
import { CannotCheck, messageOf } from './cannot-check.ts'

/** Reads a text file. Throws `CannotCheck` when it cannot be read; returns `otherwise`, if given, when there is none. */
export const readText = (file: string, otherwise?: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (otherwise !== undefined && error.code === 'ENOENT') return otherwise
    throw new CannotCheck(`${file} cannot be read: ${messageOf(error)}`)
  })
