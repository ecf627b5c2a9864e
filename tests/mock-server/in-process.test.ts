import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '@paket/sdk'
import { createMock, type LocalMockOptions, startMock } from '#mock/server.ts'
import type * as packed from '#mock/package.d.ts'
import { paths } from './support.ts'

/** A mock without a port, and a client for it. */
function local(options: LocalMockOptions = {}) {
  const mock = createMock(options)
  onTestFinished(() => mock.close())
  const paket = createClient({
    baseUrl: `${mock.origin}/bff/api`,
    fetch: mock.fetch,
    auth: { getToken: () => mock.token() },
  })
  const put = (path: string, body: unknown) =>
    mock.fetch(`/__mock${path}`, { method: 'PUT', body: JSON.stringify(body) })
  return { mock, paket, put }
}

describe('a mock inside the process', () => {
  it('answers the SDK by its scenario, without a port', async () => {
    const { paket } = local({ scenario: 'activated' })
    const answer = await paket.getClientData()
    expect(answer).toMatchObject({ ok: true, data: { result: { status: 'activated' } } })
  })
  it('shares no state with another one', async () => {
    const [one, other] = [local({ scenario: 'registered' }), local({ scenario: 'registered' })]
    await one.put('/users/registered', { scenario: 'activated' })
    expect(await one.paket.getClientData()).toMatchObject({ data: { result: { status: 'activated' } } })
    expect(await other.paket.getClientData()).not.toMatchObject({ data: { result: { status: 'activated' } } })
  })
  it.each(['reset', 'truncate'])('breaks a connection on a fault: %s', async (broken) => {
    const { mock, put } = local({ scenario: 'activated' })
    await put('/users/activated/faults', [{ operation: 'getClientData', break: broken }])
    const headers = { authorization: `Bearer ${await mock.token()}`, 'content-type': 'application/json' }
    const asking = mock
      .fetch(`/bff/api${paths.getClientData}`, { method: 'POST', headers, body: '{}' })
      .then((answer) => answer.text())
    await expect(asking).rejects.toThrow()
  })
  it('ends a call that its caller aborts', async () => {
    const { mock, put } = local({ scenario: 'activated' })
    await put('/users/activated/network', { profile: 'slow-3g' })
    const headers = { authorization: `Bearer ${await mock.token()}`, 'content-type': 'application/json' }
    const leaving = new AbortController()
    const asking = mock.fetch(`/bff/api${paths.getClientData}`, {
      method: 'POST',
      headers,
      body: '{}',
      signal: leaving.signal,
    })
    leaving.abort(new Error('gone'))
    await expect(asking).rejects.toThrow('gone')
  })
  it('serves pages, redirects and health as with a port', async () => {
    const { mock } = local()
    expect(await (await mock.fetch('/__mock/health')).json()).toMatchObject({ status: 'ok' })
    expect(await (await mock.fetch('https://anywhere.example/__mock')).text()).toContain('Paket mock')
    const signIn = await mock.fetch('/__mock/users/hr/sign-in')
    expect({ status: signIn.status, cookies: signIn.headers.getSetCookie().length }).toEqual({
      status: 303,
      cookies: 3,
    })
  })
  it('reports errors in its scenarios in every answer', async () => {
    const { mock } = local({ moreScenariosDir: '/nowhere' })
    expect(await (await mock.fetch('/__mock/health')).json()).toMatchObject({
      detail: expect.stringContaining('/nowhere'),
    })
    await expect(mock.token()).rejects.toThrow('/nowhere')
  })
})

it('matches the package’s type declarations', () => {
  const entry: typeof packed = { createMock, startMock }
  expect(Object.keys(entry)).toEqual(['createMock', 'startMock'])
})
