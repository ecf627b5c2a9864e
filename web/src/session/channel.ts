import type { ChannelClients, IdentitySettings } from '#config/identity-settings.ts'
import { isPartnerName } from '#domain/entry-pages.ts'
import { type BrowserStore, tabStore } from '#session/browser-store.ts'

/** The entry channel: a name, stored for the tab, because the sign-in comes back to another address than it left from. */
const KEY = 'paket.channel'

/** The identity settings of the channel that the visit came in by. */
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
