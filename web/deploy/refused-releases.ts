import { SettingsError } from '../src/config/settings.ts'
import type { Switches } from '../src/config/switches.ts'

const idOfRelease = /^\d{4}-\d{2}-\d{2}\.\d{4}-[0-9a-f]{8}$/

/** Checks the releases that an operator refuses, before a server starts: each is an id as `releaseId` makes it. Throws a SettingsError. */
export function checkRefusedReleases(settings: Partial<Switches>): void {
  if ('leastRelease' in settings)
    throw new SettingsError('leastRelease', 'is replaced by refusedReleases, a list of ids of releases')
  const at = settings.refusedReleases?.findIndex((id) => !idOfRelease.test(id)) ?? -1
  if (at !== -1)
    throw new SettingsError(`refusedReleases.${at}`, 'must be the id of a release, such as 2026-11-23.0415-1a2b3c4d')
}
