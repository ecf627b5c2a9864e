import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, posix, relative } from 'node:path'
import { promisify } from 'node:util'
import { inTemporaryFolder } from '../../temporary-folder.ts'
import { CannotCheck } from '../report/cannot-check.ts'

const run = promisify(execFile)
const LARGEST = 64 * 2 ** 20
/** More files than any description refers to. */
const MOST_FILES = 10_000
/** Anything in a file that may be the name of another file. */
const WORDS = /[\w./@+~-]+/g
const isName = (word: string) => /\.(?:ya?ml|json)$/.test(word)

/** A copy of a file or a folder at a revision. */
export interface Copy {
  place: string
  /** The temporary folder, which is the top of the repository in the copy. */
  folder: string
  /** The top of the repository. */
  repository: string
}

/**
 * Calls `work` with a temporary copy of a file (and the files that it names) or a folder at a git revision. `path` is
 * relative to the repository's top. Throws `CannotCheck` when the revision or the path does not exist.
 */
export async function withRevision<T>(
  repository: string,
  revision: string,
  path: string,
  work: (copy: Copy) => Promise<T>,
): Promise<T> {
  const git = async (...args: string[]) =>
    (await run('git', ['-C', repository, ...args], { maxBuffer: LARGEST, encoding: 'buffer' })).stdout
  // `--end-of-options`: a revision that begins with `-` is not read as an option.
  const found = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).catch(
    () => null,
  )
  if (!found) throw new CannotCheck(`${revision} is no revision of this repository; git log --oneline lists some`)
  const commit = found.toString().trim()
  const kind = await git('cat-file', '-t', `${commit}:${path}`).then(String, () => '')
  if (!/^(blob|tree)\n/.test(kind))
    throw new CannotCheck(`${revision} has no ${path}; git ls-tree -r --name-only ${revision} lists what it has`)
  return inTemporaryFolder('paket-revision-', async (folder) => {
    if (kind.startsWith('tree')) {
      const archive = join(folder, '.tar')
      await git('archive', '--format=tar', `--output=${archive}`, commit, '--', path)
      await run('tar', ['-xf', archive, '-C', folder])
      await rm(archive)
    } else await copyFiles(path, folder)
    return work({ place: join(folder, path), folder, repository }).catch((error: unknown) => {
      if (!(error instanceof CannotCheck)) throw error
      // A place in the copy means nothing to the reader, who has the repository.
      const here = relative('', repository) || '.'
      throw new CannotCheck(error.message.replaceAll(relative('', folder), here).replaceAll(folder, here))
    })
  })

  async function copyFiles(first: string, folder: string): Promise<void> {
    const known = new Set([first])
    for (const name of known) {
      const content = await git('cat-file', 'blob', `${commit}:${name}`).catch(() => null)
      if (!content) continue
      const place = join(folder, name)
      await mkdir(dirname(place), { recursive: true })
      await writeFile(place, content)
      for (const [other] of content.toString().matchAll(WORDS)) {
        if (!isName(other)) continue
        const next = posix.join(posix.dirname(name), other)
        if (known.size < MOST_FILES && !next.startsWith('../') && !next.startsWith('/')) known.add(next)
      }
    }
  }
}

/** Returns the git repository of a folder, and the folder's path in it; null when there is none. */
export async function repositoryOf(folder: string): Promise<{ top: string; way: string } | null> {
  const found = await run('git', ['-C', folder, 'rev-parse', '--show-toplevel', '--show-prefix']).catch(() => null)
  if (!found) return null
  const [top = '', way = ''] = found.stdout.split('\n')
  return top === '' ? null : { top, way }
}
