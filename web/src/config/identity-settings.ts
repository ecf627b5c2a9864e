import type { PartnerName } from '#domain/entry-pages.ts'

/** The identity provider, and the app as a client of it. */
export interface IdentitySettings {
  /** Address of the provider: a path of this origin or a whole address. */
  authority: string
  clientId: string
  scope: string
}

/** A partner's page signs in as a client of its own; a partner without one as the website (C-AUTH-04, OP-57). */
export type ChannelClients = Partial<Record<PartnerName, string>>
