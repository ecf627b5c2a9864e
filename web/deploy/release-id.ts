import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** Returns the time of the last commit, so that the same sources give the same id; SOURCE_DATE_EPOCH overrides it. */
function sourceDate(folder: string): Date {
  const given = process.env['SOURCE_DATE_EPOCH']
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: folder, encoding: 'utf8' })
  const seconds = Number(given ?? stdout?.trim())
  return seconds > 0 ? new Date(seconds * 1000) : new Date()
}

/** Returns the id of a build, such as `2026-11-23.0415-1a2b3c4d`: the time of the sources (UTC) and a hash of `built`. */
export function releaseId(folder: string, built: readonly string[]): string {
  const [day, time = ''] = sourceDate(folder).toISOString().split('T')
  const hash = createHash('sha256').update(built.toSorted().join('\n')).digest('hex').slice(0, 8)
  return `${day}.${time.slice(0, 5).replace(':', '')}-${hash}`
}
