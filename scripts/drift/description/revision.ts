import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Gives the contract's folder as it was at a git revision to some work, then throws the copy away. */
export async function withRevision<T>(
  repository: string,
  revision: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-revision-'))
  try {
    const archive = join(folder, 'openapi.tar')
    // `--` ends the options: a revision is never taken for one.
    const found = await run('git', [
      '-C',
      repository,
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${revision}^{commit}`,
    ]).catch(() => null)
    if (!found) throw new Error(`${revision} is no revision of this repository; git log --oneline lists some`)
    const commit = found.stdout.trim()
    await run('git', ['-C', repository, 'archive', '--format=tar', `--output=${archive}`, commit, 'openapi']).catch(
      () => {
        throw new Error(`${revision} has no openapi/ folder`)
      },
    )
    await run('tar', ['-xf', archive, '-C', folder])
    return await work(join(folder, 'openapi'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
