import { expect, test } from 'vitest'
import { identityOfChannel } from '#web/session/channel.ts'

const identity = { authority: '/oidc', clientId: 'web', scope: 'openid', clients: { megafon: 'm', yandex: 'y' } }
/** The storage of a tab. */
function tab() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value).has(key),
  }
}
const clientAt = (path: string, storage = tab()) => identityOfChannel(identity, path, storage).clientId

test.each([
  ['/', 'web'],
  ['/profile', 'web'],
  ['/megafon', 'm'],
  ['/yandex', 'y'],
  ['/ogon', 'web'],
  ['/toString', 'web'],
])('%s signs in as the client %s [C-AUTH-04]', (path, client) => expect(clientAt(path)).toBe(client))
test('stores the channel in the tab, because the sign-in returns to another address [C-AUTH-04]', () => {
  const storage = tab()
  clientAt('/megafon', storage)
  expect(clientAt('/auth/callback', storage)).toBe('m')
  expect(clientAt('/yandex', storage)).toBe('y')
})
test('nothing but the settings goes to the provider', () => {
  expect(identityOfChannel(identity, '/', tab())).toEqual({ authority: '/oidc', clientId: 'web', scope: 'openid' })
})
