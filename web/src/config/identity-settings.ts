import type { PartnerName } from '#domain/entry-pages.ts'

/** The identity provider and the client that the app is registered as. */
export interface IdentitySettings {
  /** Address of the provider: a path of this origin or an absolute URL. */
  authority: string
  clientId: string
  scope: string
}

/** Client ids of partners' pages; a partner without one signs in as the website's client (C-AUTH-04, OP-57). */
export type ChannelClients = Partial<Record<PartnerName, string>>
