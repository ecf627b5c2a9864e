import { type ReportSettings, SettingsError } from './settings.ts'

/** Throws a SettingsError for a field that is wrong. Apart from the others: only who reports needs it, and who starts a server. */
export function checkReports({ address, sample = 1 }: { address: unknown; sample?: unknown }): ReportSettings {
  if (typeof address !== 'string' || !/^(\/(?![/\\])|https:\/\/)[^\s;,]+$/.test(address))
    throw new SettingsError('reports.address', 'must be a path of this origin, or an address with https')
  if (typeof sample !== 'number' || !(sample > 0 && sample <= 1))
    throw new SettingsError('reports.sample', 'must be a number over 0, up to 1')
  return { address, sample }
}
