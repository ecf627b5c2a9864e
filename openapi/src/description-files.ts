import { createReadStream, type Stats } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { formatPlace, hasScheme } from './source-lines.ts'

/** Bytes that a description may have with all its files: the largest public ones have half of it. */
const MOST_BYTES = 64 * 2 ** 20

export interface RefOptions {
  /** Folders with files that a `$ref` may lead to, besides the folder of the description. */
  allowRefs?: readonly string[] | undefined
}
/** The help of `--allow-refs <folder>`, the same for every command that reads a description. */
export const allowRefsHelp =
  'follow a $ref into this folder too, repeatable; without it, only below the folder of the description'

/** Why a file of a description is not read. The message completes a sentence about it: `is a device, not a file`. */
export class NotRead extends Error {}

/**
 * The only reader of descriptions, which others may have written: it follows a `$ref` below the description's folder
 * alone, also through links, and reads regular files of limited size.
 */
export class DescriptionFiles {
  readonly #root: string
  /** Null for a description from a pipe, which has no folder. */
  readonly #folder: string | null
  readonly #allowRefs: readonly string[]
  #allowed: Promise<string[]> | undefined
  #bytes = 0

  constructor(file: string, { allowRefs = [] }: RefOptions = {}) {
    this.#root = resolve(file)
    this.#folder = isStream(this.#root) ? null : dirname(this.#root)
    this.#allowRefs = allowRefs.map((folder) => resolve(folder))
  }

  /**
   * Reads the description itself, or a file that a `$ref` leads to. Throws NotRead when the file is not allowed, not
   * regular or too large, and the error of the system when there is none.
   */
  async read(file: string): Promise<Buffer> {
    if (hasScheme(file)) throw new NotRead('is an address: write the path of a file')
    const path = resolve(file)
    const isRoot = path === this.#root
    const place = isRoot ? path : await this.#confined(path)
    const found = await stat(place)
    const kind = isRoot && isStream(path) ? undefined : kindOf(found)
    if (kind !== undefined) throw new NotRead(`is ${kind}, not a file`)
    if (!found.isFile() || found.size === 0) return this.collect(createReadStream(place) as AsyncIterable<Buffer>)
    // Several times faster than a stream, of which a description in many files would have many.
    this.#count(found.size)
    return readFile(place)
  }

  /** Collects what a pipe or an address sends. Throws NotRead at once when it is too much. */
  async collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
    const all: Uint8Array[] = []
    for await (const chunk of chunks) {
      this.#count(chunk.length)
      all.push(chunk)
    }
    return Buffer.concat(all)
  }
  #count(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > MOST_BYTES)
      throw new NotRead(
        `is too large: at most ${MOST_BYTES / 2 ** 20} MB are read of a file, with all that its $refs lead to`,
      )
  }

  /** Returns the path of a file without links. Throws NotRead when it is outside of the allowed folders. */
  async #confined(path: string): Promise<string> {
    const allowed = await (this.#allowed ??= this.#withoutLinks())
    // Before the system is asked: on Windows, that alone would connect to the host of a network path.
    if (!allowed.some((folder) => isBelow(folder, path))) throw this.#outside(path)
    const place = await realpath(path)
    if (!allowed.some((folder) => isBelow(folder, place))) throw this.#outside(place, 'is a link to')
    return place
  }
  /** The allowed folders, as they were given and without links. */
  async #withoutLinks(): Promise<string[]> {
    const folders = [...(this.#folder === null ? [] : [this.#folder]), ...this.#allowRefs]
    return [...folders, ...(await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder))))]
  }
  #outside(path: string, linkTo?: string): NotRead {
    const link = linkTo === undefined ? 'is' : `${linkTo} ${formatPlace(path)},`
    const where =
      this.#folder === null
        ? `${link} outside of the description, which is a stream and has no folder`
        : `${link} outside of the description's folder, ${formatPlace(this.#folder)}`
    return new NotRead(`${where}: if you trust the description, add --allow-refs ${formatPlace(dirname(path))}`)
  }
}

/** Reads one file as text, which may refer to no other. Throws as `DescriptionFiles` does. */
export const readDescriptionFile = async (file: string): Promise<string> =>
  (await new DescriptionFiles(file).read(file)).toString('utf8')

/** Completes a sentence about a file that `read` has not read. */
export function whyNotRead(error: unknown): string {
  if (error instanceof NotRead) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'is no file: correct the path or add the file'
  if (code === 'EISDIR') return 'is a folder: name a file in it'
  return `cannot be read: ${code ?? (error as Error).message}`
}

/** Standard input, and what a shell passes by `<(…)`. */
const isStream = (path: string) => /^\/(dev\/(stdin$|fd\/)|proc\/\w+\/fd\/)/.test(path)
/** What is neither a file nor a folder, which the system reports by itself. */
function kindOf(found: Stats): string | undefined {
  if (found.isFIFO()) return 'a pipe'
  if (found.isSocket()) return 'a socket'
  return found.isFile() || found.isDirectory() ? undefined : 'a device'
}
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
