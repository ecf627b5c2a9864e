import { proxy } from 'valtio/vanilla'

/** What can be closed while the rest goes on. */
export const closable = ['buying', 'points', 'promocodes', 'family'] as const
export type ClosableFeature = (typeof closable)[number]

/** What the operator has switched off, as `config.json` said last. */
export interface Switches {
  /** The words for anyone who wants what is closed. */
  closed: Partial<Record<ClosableFeature, string>>
  /** The words of maintenance; empty when there is none. */
  maintenance: string
  /** An earlier release than this is to be left for the one that is served; empty for any. */
  leastRelease: string
  /** Whether the app opens without a network: by a service worker. */
  offline: boolean
}
export const switches = proxy<Switches>({ closed: {}, maintenance: '', leastRelease: '', offline: true })

export function applySwitches({
  closed = {},
  maintenance = '',
  leastRelease = '',
  offline = true,
}: Partial<Switches>): void {
  Object.assign(switches, { closed, maintenance, leastRelease, offline })
}
