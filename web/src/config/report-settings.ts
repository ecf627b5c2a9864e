import { type ReportSettings, SettingsError } from './settings.ts'

/** Validates the settings of reports. Throws a SettingsError for an invalid field. In a file of its own, because most pages never load it. */
export function checkReports({ address, sample = 1 }: { address: unknown; sample?: unknown }): ReportSettings {
  if (typeof address !== 'string' || !/^(\/(?![/\\])|https:\/\/)[^\s;,]+$/.test(address))
    throw new SettingsError('reports.address', 'must be a path of this origin, or an address with https')
  if (typeof sample !== 'number' || !(sample > 0 && sample <= 1))
    throw new SettingsError('reports.sample', 'must be a number over 0, up to 1')
  return { address, sample }
}
