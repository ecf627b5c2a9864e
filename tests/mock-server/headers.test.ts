import { describe, expect, it } from 'vitest'
import { readContract } from '../contract/contract.ts'
import { ask, type CallName, mockOfFile, paths } from './support.ts'

const mock = mockOfFile()
const { calls } = await readContract()

describe('an answer', () => {
  it('has a unique request id, for each call and kind of answer', async () => {
    const user = await mock.user()
    const answers = await Promise.all(calls.map(({ id, requests }) => user.call(id as CallName, requests[0]?.value)))
    const unauthorized = await ask(mock.origin, 'POST', `/bff/api${paths.getOptions}`, {})
    const broken = await user.call('createOrder', {})
    const ids = [...answers, unauthorized, broken].map(({ headers }) => headers.get('x-request-id'))
    expect(ids).not.toContain(null)
    expect(new Set(ids).size).toBe(calls.length + 2)
    expect({ unauthorized: unauthorized.status, broken: broken.status }).toEqual({ unauthorized: 401, broken: 422 })
  })
})

describe('a 429', () => {
  it('has a Retry-After header', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', status: 429, retryAfter: 5, times: 1 })
    const answer = await user.call('getBankCards')
    expect(answer).toMatchObject({ status: 429, body: { message: 'Too many requests' } })
    expect(answer.headers.get('retry-after')).toBe('5')
    const after = await user.call('getBankCards')
    expect({ status: after.status, retryAfter: after.headers.get('retry-after') }).toEqual({
      status: 200,
      retryAfter: null,
    })
    expect(await user.journal()).toMatchObject([{ status: 429, example: 'tooManyRequests', accepted: false }, {}])
  })
  it('defaults to 30 s, which other origins can read', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', status: 429 })
    const order = calls.find(({ id }) => id === 'createOrder')?.requests[0]?.value
    const answer = await user.call('createOrder', order, { origin: 'http://localhost:3000' })
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after')
  })
  it('does not use up the idempotency key', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', status: 429, times: 1 })
    const order = calls.find(({ id }) => id === 'createOrder')?.requests[0]?.value
    const key = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' }
    expect((await user.call('createOrder', order, key)).status).toBe(429)
    expect((await user.call('createOrder', order, key)).body).toMatchObject({ code: 0 })
  })
})
