import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkReports } from '../src/config/report-settings.ts'
import { checkSettings, type Settings } from '../src/config/settings.ts'
import { compressFile } from './compress.ts'
import { inlineStylesOf } from './inline-styles.ts'
import type { Places } from './nginx.ts'
import { checkRefusedReleases } from './refused-releases.ts'
import { ServingError } from './serving.ts'

/** Reads the environment's settings and validates them as the app does. Throws a ServingError with a message of one line. */
async function readConfig(file: string): Promise<{ text: string; settings: Settings }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ServingError(`${file} cannot be read (${error.code})`)
  })
  try {
    const settings = checkSettings(JSON.parse(text))
    if (settings.reports) checkReports(settings.reports)
    checkRefusedReleases(settings)
    return { text, settings }
  } catch (error) {
    const why = (error as Error).message.split('\n')[0] ?? ''
    throw new ServingError(`${file}: ${why.replace('/config.json: ', '')}`)
  }
}

/** The files to serve: those of a build or a release. */
export interface Site {
  site: string
  assets: string
  /** The file with the environment's settings; defaults to the build's. */
  config?: string | undefined
}

/** Writes the files that a server at `origin` needs besides the build into the folder `run`. Throws a ServingError with a message of one line. */
export async function prepareSite(
  { site, assets, config = join(site, 'config.json'), origin }: Site & { origin: string },
  run: string,
): Promise<{ places: Places; settings: Settings; inlineStyles: readonly string[] }> {
  const pageOf = (name: string) =>
    readFile(join(site, name), 'utf8').catch(() => {
      throw new ServingError(`${site} has no ${name}: is the app built?`)
    })
  const [main] = [await pageOf('index.html'), await pageOf('app.html')]
  const { text, settings } = await readConfig(config)
  await mkdir(run, { recursive: true })
  // What was checked, not what the file has become since.
  await writeFile(join(run, 'config.json'), text)
  await compressFile(join(run, 'config.json'))
  const { release, origin: named } = await readFile(join(site, 'release.json'), 'utf8').then(
    (found) => JSON.parse(found) as { release: string; origin?: string },
    () => ({ release: 'unreleased', origin: undefined }),
  )
  if (named !== undefined && named !== origin)
    throw new ServingError(`PAKET_ORIGIN is ${origin}, but the pages of ${site} name ${named}: release them for it`)
  return { places: { site, assets, run, release, log: '/dev/stdout' }, settings, inlineStyles: inlineStylesOf(main) }
}
