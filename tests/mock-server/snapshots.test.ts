import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type MockOptions, startMock } from '#mock/server.ts'
import { folderOfFile } from '#support/folders.ts'
import { appOrigin, mockOfFile, press, TestUser } from './support.ts'

const mock = mockOfFile()
const folder = folderOfFile().path

/** Runs another mock during `use`. */
async function withMock<T>(options: MockOptions, use: (origin: string) => Promise<T>): Promise<T> {
  const other = await startMock({ port: 0, appOrigins: [appOrigin], ...options })
  try {
    return await use(other.origin)
  } finally {
    await other.close()
  }
}
interface Snapshot extends Record<string, unknown> {
  login: string
  clock: { now: string; stopped: boolean }
  answers: Record<string, { example: string; set: Record<string, unknown> }>
}
const snapshotOf = async (user: TestUser) => (await user.control('GET', '/snapshot')) as Snapshot

/** A user with an open order, faults, a slow network, a stopped clock and scheduled changes. */
async function busyUser() {
  const user = await mock.user('registered')
  await user.control('PUT', '/clock', { now: '2030-03-01T09:00:00Z' })
  const orderId = await user.order(false)
  await user.poll(orderId)
  await user.break({ operation: 'getBankCards', status: 500, times: 3 })
  await user.control('PUT', '/network', { failurePercent: 10, seed: 7 })
  await user.control('PUT', '/content', { example: 'none', delayMs: 5 })
  await user.control('PUT', '/token', { expiresIn: 100 })
  return { user, orderId }
}

describe('a snapshot', () => {
  it('restores an open order as the same screen in another mock', async () => {
    const { user, orderId } = await busyUser()
    const snapshot = await snapshotOf(user)
    const screen = async (each: TestUser) => ({
      status: await each.status(),
      order: await each.poll(orderId),
      cards: (await each.call('getBankCards')).status,
      state: await each.control('GET', ''),
      content: await each.control('GET', '/content'),
    })
    const there = await withMock({}, async (origin) => {
      const other = new TestUser(origin, user.login)
      await other.control('PUT', '/snapshot', snapshot)
      const { state, order, ...rest } = await screen(other)
      const here = { mock: origin, app: appOrigin }
      return JSON.parse(JSON.stringify({ state, order, ...rest }).replaceAll(here.mock, mock.origin)) as object
    })
    const before = await screen(user)
    expect(before.order['orderStatus']).toBe('registered')
    expect(there).toEqual(before)
  })
  it('is the same after a restore, and continues from there', async () => {
    const { user, orderId } = await busyUser()
    const snapshot = await snapshotOf(user)
    const copy = await mock.user('hr', 'snapshot.copy')
    expect(await copy.control('PUT', '/snapshot', snapshot)).toEqual({ ...snapshot, login: 'snapshot.copy' })
    await copy.break()
    await copy.control('PUT', '/network', {})
    expect((await copy.poll(orderId))['orderStatus']).toBe('registered')
    // The order still belongs to the first user.
    expect((await copy.control('GET', '')) as object).toMatchObject({ orders: [{ id: orderId, polls: 2 }] })
    expect((await user.control('GET', '')) as object).toMatchObject({ orders: [{ id: orderId, polls: 1 }] })
  })
  it('with a running clock continues from its time', async () => {
    const user = await mock.user('activated')
    await user.control('PUT', '/clock', { advance: 'P100D' })
    const snapshot = await snapshotOf(user)
    const copy = await mock.user('hr', 'snapshot.running')
    await copy.control('PUT', '/snapshot', snapshot)
    const { now, stopped } = (await copy.control('GET', '/clock')) as Snapshot['clock']
    expect(stopped).toBe(false)
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(snapshot.clock.now))
    expect(Math.round((Date.parse(now) - Date.now()) / 86_400_000)).toBe(100)
  })
  it('contains neither tokens nor the journal', async () => {
    const { user } = await busyUser()
    const token = await user.token()
    await user.call('getClientData', {}, { authorization: `Bearer ${token}` })
    const text = JSON.stringify(await snapshotOf(user))
    expect(text).not.toContain(token.split('.')[2])
    expect(text).not.toContain('journal')
  })
  it('gets the origins of the mock and app that restore it', async () => {
    const { user } = await busyUser()
    const text = JSON.stringify(await snapshotOf(user))
      .replaceAll(mock.origin, 'http://localhost:9999')
      .replaceAll(appOrigin, 'https://app.example')
    const copy = await mock.user('hr', 'snapshot.moved')
    const moved = JSON.stringify(await copy.control('PUT', '/snapshot', JSON.parse(text)))
    expect(moved).not.toMatch(/9999|app\.example/)
    expect(moved).toContain(`"appOrigin":"${appOrigin}"`)
  })
  it('leads to the payment page, and back, of the mock that restores it, also when taken at 127.0.0.1', async () => {
    const port = new URL(mock.origin).port
    const user = new TestUser(`http://127.0.0.1:${port}`, 'snapshot.numbers')
    await user.control('PUT', '', { scenario: 'registered' })
    const orderId = await user.order(false)
    const snapshot = await snapshotOf(user)
    for (const order of (snapshot['product'] as { orders: { appOrigin: string }[] }).orders)
      order.appOrigin = order.appOrigin.replace('localhost', '127.0.0.1')
    await withMock({ appOrigins: ['https://app.example'] }, async (origin) => {
      const other = new TestUser(origin, user.login)
      await other.control('PUT', '/snapshot', snapshot)
      await other.poll(orderId)
      const { formUrl } = await other.poll(orderId)
      expect(formUrl).toBe(`${origin}/pay/${orderId}`)
      const back = await press(String(formUrl), { action: 'pay' })
      expect(back.headers.get('location')).toContain('https://app.example/payment_gateway?')
    })
  })
  it('leads from the payment page to no origin that this mock does not know', async () => {
    const user = await mock.user('registered')
    const orderId = await user.order(false)
    const text = JSON.stringify((await snapshotOf(user))['product']).replaceAll(appOrigin, 'https://stranger.example')
    await user.control('PUT', '/snapshot', { ...(await snapshotOf(user)), product: JSON.parse(text) })
    const address = `${mock.origin}/pay/${orderId}`
    expect((await fetch(address)).headers.get('content-security-policy')).not.toContain('stranger')
    expect((await press(address, { action: 'back' })).headers.get('location')).toContain(`${appOrigin}/payment_gateway`)
  })
  it.each([
    [{ version: 2 }, /version must be 1, got 2/],
    [{ extra: 1 }, /body\.extra is not a known field/],
    [{ scenario: 'registred' }, /unknown scenario "registred"; did you mean "registered"/],
    [{ clock: { now: 'soon', stopped: true } }, /body\.clock\.now must be a string in date-time format, got "soon"/],
    [
      { answers: { getClientDat: { example: 'activated', set: {} } } },
      /unknown call "getClientDat"; did you mean "getClientData"/,
    ],
    [
      { answers: { getClientData: { example: 'activatd', set: {} } } },
      /unknown example of getClientData "activatd"; did you mean "activated"/,
    ],
    [
      { answers: { getClientData: { example: 'activated', set: { 'result.status': 5 } } } },
      /getClientData, example activated with its overlay: body\.result\.status must be/,
    ],
    [
      { answers: { getClientData: { example: 'activated', set: { 'result.activatonDate': '-1d' } } } },
      /unknown field of getClientData "result\.activatonDate"; did you mean "result\.activationDate"/,
    ],
    [{ faults: [{ operation: 'getClientData', cod: 5 }] }, /unknown field "cod"; did you mean "code"/],
    [{ network: { profile: '5g' } }, /unknown profile "5g"/],
    [{ login: '..' }, /body\.login must be a string in login format/],
    [{ startedAt: '2026-02-30T00:00:00Z' }, /body\.startedAt must be a string in date-time format/],
    [
      { clock: { now: '9999-01-01T00:00:00Z', stopped: true } },
      /body\.clock\.now must be a string in date-time format/,
    ],
    [
      { planned: [{ at: '2030-01-01T00:00:00Z', everyMs: 1000, answers: {} }] },
      /body\.planned\.0\.everyMs is not a known field/,
    ],
    [
      { planned: [{ at: '2030-01-01T00:00:00Z', answers: { getClientData: { set: { 'result.status': '$nope' } } } }] },
      /planned: \$nope is not defined here/,
    ],
    [
      { planned: [{ at: '2030-01-01T00:00:00Z', answers: { getClientData: { set: { 'result.status': 5 } } } }] },
      /getClientData, example activated with its overlay: body\.result\.status must be/,
    ],
    [{ product: null }, /body\.product must be an object, got null/],
    [{ product: { orders: {} } }, /body\.product\.orders must be a list, got {}/],
    [{ product: { orders: [{ polls: -1 }] } }, /body\.product\.orders\.0\.polls must be >= 0, got -1/],
    [{ product: { content: { example: 'nothing' } } }, /body\.product\.content\.example must be one of "/],
    [
      { product: { switches: { closed: { bying: '' } } } },
      /body\.product\.switches\.closed\.bying .*did you mean "buying"/,
    ],
    [
      { product: { machines: { subscription: { state: 'lost' } } } },
      /body\.product\.machines\.subscription\.state must be/,
    ],
    [{ blocked: { nothing: '2030-01-01T00:00:00Z' } }, /unknown call "nothing"/],
    [{ sequences: { getOptionz: 1 } }, /unknown call "getOptionz"; did you mean "getOptions"/],
    [{ sequences: { 'getOptionz when 1': 1 } }, /unknown call "getOptionz"; did you mean "getOptions"/],
  ])('is rejected when it is invalid, and the user is unchanged: %j', async (change, detail) => {
    const user = await mock.user('activated', 'snapshot.same')
    const before = await snapshotOf(user)
    const refused = await user.control('PUT', '/snapshot', { ...before, ...change })
    expect(refused).toMatchObject({ status: 400, detail: expect.stringMatching(detail) as unknown })
    expect({ ...(await snapshotOf(user)), clock: 0 }).toEqual({ ...before, clock: 0 })
  })
  it('cannot be a list or a string', async () => {
    for (const body of [[], 'x', null])
      expect(await mock.control('PUT', '/users/registered/snapshot', body)).toMatchObject({ status: 400 })
  })
})

it('a link to a snapshot whose # was encoded leads to the panel', async () => {
  const answer = await fetch(`${mock.origin}/__mock%23grace?snapshot=abc`, { redirect: 'manual' })
  expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
    status: 303,
    location: '/__mock#grace?snapshot=abc',
  })
})

describe('the state file', () => {
  it('preserves users, clocks and content across a restart', async () => {
    const state = join(folder, 'state.json')
    const snapshot = await withMock({ state }, async (origin) => {
      const [busy, other] = [new TestUser(origin, 'busy'), new TestUser(origin, 'activated')]
      await busy.control('PUT', '', { scenario: 'registered' })
      await busy.control('PUT', '/clock', { now: '2030-03-01T09:00:00Z' })
      await busy.order(false)
      await other.status()
      const put = (path: string, body: object) =>
        fetch(`${origin}/__mock${path}`, { method: 'PUT', body: JSON.stringify(body) })
      await put('/clock', { advance: 'P1D' })
      await put('/content', { example: 'none' })
      return snapshotOf(busy)
    })
    expect((await stat(state)).mode & 0o077).toBe(0)
    await withMock({ state }, async (origin) => {
      const busy = new TestUser(origin, 'busy')
      const restored = JSON.stringify(await snapshotOf(busy))
      expect(JSON.parse(restored)).toMatchObject({ clock: { now: '2030-03-02T09:00:00.000Z' }, scenario: 'registered' })
      expect(JSON.parse(restored)).toMatchObject({
        startedAt: snapshot['startedAt'],
        product: { orders: [{ kind: 'newCard' }] },
      })
      const other = new TestUser(origin, 'activated')
      const { now } = (await other.control('GET', '/clock')) as Snapshot['clock']
      expect(Math.round((Date.parse(now) - Date.now()) / 86_400_000)).toBe(1)
      expect(await other.control('GET', '')).toMatchObject({ clock: { own: false } })
      expect(await (await fetch(`${origin}/__mock/content`)).json()).toMatchObject({ example: 'none' })
    })
  })
  it('is written while the mock runs', async () => {
    const state = join(folder, 'running.json')
    await withMock({ state }, async (origin) => {
      await new TestUser(origin, 'hr').status()
      await expect.poll(() => readFile(state, 'utf8'), { timeout: 20_000 }).toContain('"hr"')
    })
  })
  it.each([
    [{ clock: undefined }, /: clock is required$/],
    [{ clock: {} }, /: clock must NOT have fewer than 1 properties, got {}$/],
    [{ clock: { stoppedAt: 'now' } }, /: clock\.stoppedAt must be a whole number, got "now"$/],
    [{ clock: { aheadMs: 253_000_000_000_000 } }, /: clock: a clock goes from 1970 to 9998$/],
    [{ shared: { example: 'nothing', delayMs: 0 } }, /: shared\.switches is required; shared\.example must be one of/],
    [{ scenarios: [{ name: 'mine' }] }, /: scenarios\.0\.text is required$/],
    [
      { scenarios: [{ name: 'mine', text: 'answers: 5' }] },
      /: scenarios\.0: Mistakes in the scenario:\n {2}mine\.yaml:1 answers must be/,
    ],
    [{ users: {} }, /: users must be a list, got {}$/],
    [{ users: ['activated'] }, /: users\.0 must be an object, got "activated"$/],
    [{ users: [{ clock: { aheadMs: 0 } }] }, /: users\.0\.snapshot is required$/],
    [{ user: { clock: null } }, /: users\.0\.clock must be an object, got null$/],
    [{ user: { clock: { aheadMs: -99_000_000_000_000 } } }, /: users\.0\.clock: a clock goes from 1970 to 9998$/],
    [
      { snapshot: { scenario: 'activatd' } },
      /: users\.0\.snapshot: unknown scenario "activatd"; did you mean "activated"/,
    ],
    [{ snapshot: { startedAt: 5 } }, /: users\.0\.snapshot\.startedAt must be a string in date-time format, got 5$/],
    [
      { snapshot: { faults: [{ operation: '*', status: 503 }, { status: 5 }] } },
      /: users\.0\.snapshot: faults\.1: unknown/,
    ],
    [{ snapshot: { network: { seed: 'x' } } }, /: users\.0\.snapshot: network: seed must be a whole number/],
  ])('fails the start with the place of what is wrong: %j', async (change, message) => {
    const { user, snapshot, ...others } = change as Record<string, object>
    const good = await snapshotOf(await mock.user('activated', 'state.good'))
    const load = join(folder, 'place.json')
    const shared = { example: null, delayMs: 0, switches: { closed: {}, maintenance: '', refusedReleases: [] } }
    const state = {
      version: 1,
      clock: { aheadMs: 0 },
      shared,
      scenarios: [],
      users: [{ snapshot: { ...good, ...snapshot }, clock: { aheadMs: 0 }, ...user }],
    }
    await writeFile(load, JSON.stringify({ ...state, ...others }))
    await expect(startMock({ port: 0, load })).rejects.toThrow(message)
  })
  it('is not overwritten after another mock has written it', async () => {
    const state = join(folder, 'shared.json')
    const first = await startMock({ port: 0, state })
    await withMock({ state }, async (origin) => {
      await new TestUser(origin, 'hr').status()
    })
    await new TestUser(first.origin, 'grace').status()
    const own = `${state}.${process.pid}`
    await expect(first.close()).rejects.toThrow(
      `Another mock has written ${state}: the state of this one is in ${own}.`,
    )
    expect(await readFile(state, 'utf8')).toMatch(/"hr"/)
    expect(await readFile(own, 'utf8')).toMatch(/"grace"/)
    await withMock({ state: own }, async (origin) => {
      expect(await (await fetch(`${origin}/__mock/users`)).json()).toMatchObject([{ login: 'grace' }])
    })
  })
  it.each([
    ['UTF-8', 'utf8', ''],
    ['UTF-8 with a byte order mark', 'utf8', '\ufeff'],
    ['UTF-16, as PowerShell writes it', 'utf16le', '\ufeff'],
  ] as const)('can be a user’s snapshot at start, in %s', async (_what, encoding, mark) => {
    const { user } = await busyUser()
    const load = join(folder, 'one.json')
    await writeFile(load, mark + JSON.stringify(await snapshotOf(user)), encoding)
    await withMock({ load }, async (origin) => {
      expect(await new TestUser(origin, user.login).control('GET', '')).toMatchObject({ orders: [{ kind: 'newCard' }] })
    })
  })
  it.each([
    ['nothing.json', null, /nothing\.json cannot be read/],
    ['broken.json', '{', /broken\.json: .*JSON/],
    ['other.json', '{"log":{}}', /other\.json: it is neither a user's snapshot nor a state file/],
    ['null.json', 'null', /null\.json: it is neither a user's snapshot nor a state file/],
    ['cut.json', '{"users":[]}', /cut\.json: version is required; clock is required; shared is required; scenarios is/],
    ['wrong.json', '{"login":"a"}', /wrong\.json: version is required/],
    ['name.json', '{"login":5}', /name\.json: version is required.* login must be a string in login format, got 5/],
  ])('fails the start with its name when it is invalid: %s', async (name, text, message) => {
    const load = join(folder, name)
    if (text !== null) await writeFile(load, text)
    await expect(startMock({ port: 0, load })).rejects.toThrow(message)
  })
})
