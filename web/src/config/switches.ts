import { proxy } from 'valtio/vanilla'

/** Features that the operator can close while the rest of the app works. */
export const closable = ['buying', 'points', 'promocodes', 'family'] as const
export type ClosableFeature = (typeof closable)[number]

/** What the operator has switched off, by the latest `config.json`. */
export interface Switches {
  /** The message of each closed feature, shown to a user who tries to use it. */
  closed: Partial<Record<ClosableFeature, string>>
  /** The message during maintenance; empty when there is none. */
  maintenance: string
  /** Ids of releases that no page may stay on: such a page reloads as soon as the server has another one. */
  refusedReleases: readonly string[]
  /** Whether a service worker lets the app open without a network. */
  offline: boolean
}
export const switches = proxy<Switches>({ closed: {}, maintenance: '', refusedReleases: [], offline: true })

export function applySwitches({
  closed = {},
  maintenance = '',
  refusedReleases = [],
  offline = true,
}: Partial<Switches>): void {
  Object.assign(switches, { closed, maintenance, refusedReleases, offline })
}
