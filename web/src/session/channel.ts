import type { ChannelClients, IdentitySettings } from '#config/settings.ts'
import { isPartnerName } from '#domain/entry-pages.ts'
import { type BrowserStore, tabStore } from '#session/browser-store.ts'

/** The name of the partner whose page the visit started from. Stored in the tab, because the sign-in returns to another address. */
const KEY = 'paket.channel'

/** The identity settings for this visit: those of the partner whose page it started from, or else the website's (C-AUTH-04). */
export function identityOfChannel(
  { clients, ...identity }: IdentitySettings & { clients: ChannelClients },
  path: string,
  storage: Pick<BrowserStore, 'getItem' | 'setItem'> = tabStore,
): IdentitySettings {
  const name = path.slice(1)
  if (isPartnerName(name)) storage.setItem(KEY, name)
  const channel = storage.getItem(KEY) ?? ''
  return { ...identity, clientId: (isPartnerName(channel) && clients[channel]) || identity.clientId }
}
