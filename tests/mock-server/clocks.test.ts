import { describe, expect, it } from 'vitest'
import { startNode } from '#support/processes.ts'
import { ask, mockOfFile, paths } from './support.ts'
import { claimsOf, Visitor } from './visitor.ts'

const mock = mockOfFile()
const YEAR = 'P365D'
const DAY_MS = 86_400_000
/** Rounds to whole days, without -0. */
const days = (ms: number) => Math.round(ms / DAY_MS) || 0
const timeOf = async (path: string) => Date.parse(((await mock.control('GET', path)).body as { now: string }).now)
/** Returns how many whole days a user's clock is ahead of the shared one. */
const daysAhead = async (login: string) => days((await timeOf(`/users/${login}/clock`)) - (await timeOf('/clock')))
const clientData = (token: string) =>
  ask(mock.origin, 'POST', `/bff/api${paths.getClientData}`, {}, { authorization: `Bearer ${token}` })

describe('the clock of a user', () => {
  it('follows the shared clock until it is moved, and again after null', async () => {
    const user = await mock.user()
    expect(await daysAhead(user.login)).toBe(0)
    expect(await user.control('PUT', '/clock', { advance: 'P10D' })).toMatchObject({ stopped: false })
    expect(await user.control('GET', '')).toMatchObject({ clock: { own: true } })
    expect(await daysAhead(user.login)).toBe(10)
    await mock.control('PUT', '/clock', { advance: 'P1D' })
    expect(await daysAhead(user.login)).toBe(10)
    await user.control('PUT', '/clock', { now: null })
    expect(await daysAhead(user.login)).toBe(0)
    await mock.control('PUT', '/clock', { now: null })
  })
  it('does not affect dates and tokens of other users', async () => {
    const [one, other] = [await mock.user('activated'), await mock.user('activated')]
    const token = await other.token()
    await one.control('PUT', '/clock', { now: '2040-05-01T12:00:00Z' })
    expect((await clientData(token)).status).toBe(200)
    expect(claimsOf(await one.token()).iat).toBe(Date.parse('2040-05-01T12:00:00Z') / 1000)
    expect(await daysAhead(other.login)).toBe(0)
  })
  it('is preserved when the user starts over, so that a scenario can begin on any day', async () => {
    const user = await mock.user()
    await user.control('PUT', '/clock', { now: '2030-01-10T00:00:00Z' })
    await user.control('PUT', '', { scenario: 'activated' })
    expect((await user.result('getClientData'))['deactivationDate']).toBe('2030-01-22T03:00:00+03:00')
  })
  it('jumps with the shared clock, and is reset when the shared clock is set', async () => {
    const user = await mock.user()
    await user.control('PUT', '/clock', { now: '2030-01-10T00:00:00Z' })
    await mock.control('PUT', '/clock', { advance: 'P1D' })
    expect(await user.control('GET', '/clock')).toEqual({ now: '2030-01-11T00:00:00.000Z', stopped: true })
    await mock.control('PUT', '/clock', { now: '2031-01-01T00:00:00Z' })
    expect(await user.control('GET', '/clock')).toEqual({ now: '2031-01-01T00:00:00.000Z', stopped: true })
    await mock.control('PUT', '/clock', { now: null })
    expect(await user.control('GET', '/clock')).toMatchObject({ stopped: false })
  })
  it('goes on from where it was stopped, beside the shared clock', async () => {
    const user = await mock.user()
    const stoppedAt = '2030-01-10T00:00:00.000Z'
    await user.control('PUT', '/clock', { now: stoppedAt })
    expect(await user.control('PUT', '/clock', { stopped: false })).toMatchObject({ stopped: false })
    const since = async () => (await timeOf(`/users/${user.login}/clock`)) - Date.parse(stoppedAt)
    await expect.poll(since).toBeGreaterThan(0)
    expect(days(await since())).toBe(0)
    expect(await user.control('PUT', '/clock', { stopped: true })).toMatchObject({ stopped: true })
    expect(days(await since())).toBe(0)
  })
  it('cannot go on while it follows the shared clock, and that one is stopped', async () => {
    const user = await mock.user()
    const pinned = await mock.user()
    await pinned.control('PUT', '/clock', { now: '2030-01-10T00:00:00Z' })
    await mock.control('PUT', '/clock', { stopped: true })
    for (const { control } of [user, pinned])
      expect(await control('PUT', '/clock', { stopped: false })).toMatchObject({
        status: 409,
        detail: 'it follows the shared clock, which is stopped: let that one run',
      })
    await mock.control('PUT', '/clock', { stopped: false })
    expect(await user.control('GET', '/clock')).toMatchObject({ stopped: false })
  })
  it('rejects an invalid time and stays unchanged', async () => {
    const user = await mock.user()
    await user.control('PUT', '/clock', { now: '2030-01-10T00:00:00Z' })
    expect(await user.control('PUT', '/clock', { advance: 'a day' })).toMatchObject({ status: 400 })
    expect(await user.control('GET', '/clock')).toMatchObject({ now: '2030-01-10T00:00:00.000Z' })
  })
})

describe('a sign-in with the user’s clock', () => {
  it('survives a jump of a year; access and ID token have the user’s time', async () => {
    const user = await mock.user()
    const browser = new Visitor(mock.origin)
    // With max_age the ID token contains the time of the sign-in.
    const tokens = await browser.signIn(user.login, { max_age: '86400000' })
    await user.control('PUT', '/clock', { advance: YEAR })
    expect((await clientData(tokens.access_token)).status).toBe(401)
    const { status, body } = await browser.refresh(tokens.refresh_token)
    expect(status).toBe(200)
    const [access, id] = [claimsOf(String(body['access_token'])), claimsOf(String(body['id_token']))]
    // The tokens are signed one after the other.
    expect(id.iat - access.iat).toBeLessThanOrEqual(1)
    expect(days(id.iat * 1000 - Date.now())).toBe(365)
    // A sign-in from a year ago has its own time.
    expect(days(Number(id['auth_time']) * 1000 - Date.now())).toBe(0)
    expect((await browser.authorize({ prompt: 'none' })).headers.get('location')).toContain('code=')
  })
  it.each([
    ['PT59S', 200, undefined],
    ['PT61S', 400, 'authorization code is expired'],
  ])('gets a code that expires after 60 s of that clock: after %s HTTP %i', async (advance, status, reason) => {
    const user = await mock.user()
    const [browser, verifier] = [new Visitor(mock.origin), 'c'.repeat(43)]
    await user.control('PUT', '/clock', { now: '2035-01-01T00:00:00Z' })
    const back = await browser.choose(await browser.authorize({}, verifier), user.login)
    await user.control('PUT', '/clock', { advance })
    const answer = await browser.token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: 'http://localhost:5173/auth/callback',
      client_id: 'paket-web',
    })
    expect({ status: answer.status, errorDescription: answer.body['error_description'] }).toEqual({
      status,
      errorDescription: reason,
    })
  })
  it('expires after 400 days without a refresh, its session after 40,000', async () => {
    const user = await mock.user()
    const browser = new Visitor(mock.origin)
    const tokens = await browser.signIn(user.login)
    const silent = async () => (await browser.authorize({ prompt: 'none' })).headers.get('location')
    await user.control('PUT', '/clock', { advance: 'P401D' })
    expect(await browser.refresh(tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'refresh token is expired' },
    })
    expect(await silent()).toContain('code=')
    await user.control('PUT', '/clock', { advance: 'P40001D' })
    expect(await silent()).toContain('error=login_required')
  })
})

describe('deleting a user', () => {
  it('ends its clock and its session, and no one else’s', async () => {
    const [one, other] = [await mock.user('hr'), await mock.user('hr')]
    const [token, otherToken] = [await one.token(), await other.token()]
    await one.control('PUT', '/clock', { advance: 'P10D' })
    await other.control('PUT', '/clock', { advance: 'P10D' })
    expect(await one.control('DELETE', '')).toEqual({ deleted: one.login })
    expect({ one: await daysAhead(one.login), other: await daysAhead(other.login) }).toEqual({ one: 0, other: 10 })
    expect((await clientData(token)).status).toBe(401)
    // The other user's clock has advanced by ten days, and the token with it.
    await other.control('PUT', '/clock', { now: null })
    expect((await clientData(otherToken)).body).toMatchObject({ code: 0 })
    expect(await other.control('GET', '')).toMatchObject({ scenario: 'hr' })
  })
})

it('eight workers move their own clocks concurrently by a year, twenty times, without affecting each other', async () => {
  const rounds = 20
  const worker = async (nth: number) => {
    const user = await mock.user('activated')
    const browser = new Visitor(mock.origin)
    let { refresh_token: refresh } = await browser.signIn(user.login)
    const seen: number[][] = []
    for (let round = 1; round <= rounds; round += 1) {
      // Each worker has its own step, so that a mix-up of clocks is noticed.
      await user.control('PUT', '/clock', { advance: `P${365 + nth}D` })
      const { status, body } = await browser.refresh(refresh)
      if (status !== 200) throw new Error(`worker ${nth}, round ${round}: ${status} ${JSON.stringify(body)}`)
      refresh = String(body['refresh_token'])
      const { status: answered } = await clientData(String(body['access_token']))
      seen.push([answered, days(claimsOf(String(body['access_token'])).iat * 1000 - Date.now())])
    }
    return seen
  }
  const workers = Array.from({ length: 8 }, (_, nth) => nth)
  const expected = workers.map((nth) => Array.from({ length: rounds }, (_, round) => [200, (round + 1) * (365 + nth)]))
  const before = await timeOf('/clock')
  expect(await Promise.all(workers.map(worker))).toEqual(expected)
  expect(days((await timeOf('/clock')) - before)).toBe(0)
})

it('reads a date without a zone as UTC in any zone of the machine, and no date that no calendar has', async () => {
  const env = { ...process.env, TZ: 'Europe/Moscow' }
  const { waitForOutput, output } = startNode(['mock-server/src/main.ts', '--port', '0'], { env })
  await waitForOutput(';')
  const origin = /http:\S+?(?=;)/.exec(output())![0]
  const put = async (now: string) => {
    const answer = await fetch(`${origin}/__mock/clock`, { method: 'PUT', body: JSON.stringify({ now }) })
    return ((await answer.json()) as { now?: string }).now ?? answer.status
  }
  expect(await put('2026-12-01T09:00:00')).toBe('2026-12-01T09:00:00.000Z')
  expect(await put('2026-12-01T09:00')).toBe('2026-12-01T09:00:00.000Z')
  expect(await put('2026-12-01')).toBe('2026-12-01T00:00:00.000Z')
  expect(await put('2026-12-01 09:00:00+03:00')).toBe('2026-12-01T06:00:00.000Z')
  expect(await put('2026-02-30')).toBe(400)
  expect(await put('1')).toBe(400)
})
