import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../src/config/settings.ts'
import { compressFile } from './compress.ts'
import { inlineStylesOf } from './inline-styles.ts'
import type { Places } from './nginx.ts'
import { ServingError, type ServerSettings } from './serving.ts'
import { readSettingsText } from './settings-schema.ts'
import { shown } from './values.ts'

/** Reads the environment's settings and validates them. Throws a ServingError with a message of one line. */
async function readConfig(file: string, origin: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ServingError(`${file} cannot be read (${error.code})`)
  })
  try {
    return readSettingsText(text, origin)
  } catch (error) {
    // A message about JSON has a piece of the file in it.
    throw new ServingError(`${file}: ${(error as Error).message.replaceAll(/\p{Cc}+/gu, ' ')}`)
  }
}

/** Reads the id of the release from `release.json`. Throws a ServingError when its pages name another origin than `origin`. */
async function readRelease(site: string, origin: string): Promise<string> {
  const found = await readFile(join(site, 'release.json'), 'utf8')
    .then(
      (text) => JSON.parse(text) as { release?: unknown; origin?: unknown } | null,
      () => ({ release: 'unreleased', origin: undefined }),
    )
    .catch(() => null)
  const { release, origin: named } = found ?? {}
  if (typeof release !== 'string' || !/^[\w.-]{1,64}$/.test(release))
    throw new ServingError(`${site}/release.json has no id of a release`)
  if (named !== undefined && named !== origin)
    throw new ServingError(
      `PAKET_ORIGIN is ${origin}, but the pages of ${site} name ${shown(typeof named === 'string' ? named : 'none')}: release them for it`,
    )
  return release
}

/** Links the operator's folder, because its files may change while the server runs, such as those for a certificate. */
async function linkWellKnown(folder: string, run: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new ServingError(`PAKET_WELL_KNOWN must be a folder: ${folder}`)
  await symlink(folder, join(run, '.well-known'))
}

/** The files to serve: those of a build or a release. */
export interface Site {
  site: string
  assets: string
  /** The file with the environment's settings; defaults to the build's. */
  config?: string | undefined
}

/** Writes the files that a server needs besides the build into the folder `run`. Throws a ServingError with a message of one line. */
export async function prepareSite(
  { site, assets, config = join(site, 'config.json') }: Site,
  run: string,
  { origin, wellKnown }: Pick<ServerSettings, 'origin' | 'wellKnown'>,
): Promise<{ places: Places; settings: Settings; inlineStyles: readonly string[] }> {
  const pageOf = (name: string) =>
    readFile(join(site, name), 'utf8').catch(() => {
      throw new ServingError(`${site} has no ${name}: is the app built?`)
    })
  const [main] = [await pageOf('index.html'), await pageOf('app.html')]
  const settings = await readConfig(config, origin)
  await mkdir(run, { recursive: true })
  if (wellKnown !== undefined) await linkWellKnown(wellKnown, run)
  // What was checked, not what the file has become since.
  await writeFile(join(run, 'config.json'), JSON.stringify(settings))
  await compressFile(join(run, 'config.json'))
  const release = await readRelease(site, origin)
  return { places: { site, assets, run, release, log: '/dev/stdout' }, settings, inlineStyles: inlineStylesOf(main) }
}
