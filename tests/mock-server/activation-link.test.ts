import { afterEach, expect, test } from 'vitest'
import { mockOfFile, type TestUser } from './support.ts'

const mock = mockOfFile()
afterEach(() => mock.control('PUT', '/clock', { now: null }))
const open = async (user: TestUser) =>
  ((await user.call('activateByLink', { activationId: 'of-the-sms', source: 'web' })).body as { code: number }).code

test.each([
  ['PT1199S', 0],
  ['PT1202S', 2001],
])('a link that is %s old answers %i [O-ACTIVATE-19]', async (advance, code) => {
  const user = await mock.user('link-sent')
  await mock.control('PUT', '/clock', { advance })
  expect(await open(user)).toBe(code)
})

test('a link activates once, and the subscription follows', async () => {
  const user = await mock.user('link-sent')
  expect(await open(user)).toBe(0)
  expect(await open(user)).toBe(2002)
  expect((await user.result('getClientData'))['status']).toBe('waiting_for_activation')
})
