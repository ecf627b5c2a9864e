import { describe, expect, it, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { readContract } from '../contract/contract.ts'
import { startNode } from '../scripts/support.ts'
import { ask, month, paths } from './support.ts'

const { call } = await readContract()
const order = { source: 'web', bundleId: month, usingMainCard: true }
const example = (name: string) => call('createOrder').answers.find((answer) => answer.name === name)

describe('npm run mock -- --plain', () => {
  it('is Prism alone: examples by the Prefer header, requests checked, nothing remembered', async () => {
    const port = await freePort()
    const plain = startNode(['scripts/mock.ts', '--plain', '--port', String(port)])
    await plain.says('Prefer: code=422')
    const origin = `http://localhost:${port}`
    expect(plain.output()).toContain(`Prism alone is at ${origin}/bff/api`)
    const send = (headers: Record<string, string> = {}, body: unknown = order) =>
      ask(origin, 'POST', `/bff/api${paths.createOrder}`, body, { authorization: 'Bearer any', ...headers })

    expect(await send()).toMatchObject({ status: 200, body: example('created')?.value })
    expect(await send({ prefer: 'example=employee' })).toMatchObject({ status: 200, body: example('employee')?.value })
    expect(await send({ prefer: 'code=422' })).toMatchObject({ status: 422, body: { code: 4220 } })
    expect((await send({ prefer: 'code=503, example="orderUnavailable503"' })).body).toEqual(
      example('orderUnavailable503')?.value,
    )
    expect((await send({ prefer: 'example=nobody' })).status).toBe(404)
    expect((await send({ prefer: 'code=teapot' })).status).toBe(400)
    expect((await send({}, { source: 'web' })).status).toBe(422)
    expect((await ask(origin, 'POST', `/bff/api${paths.createOrder}`, order)).status).toBe(401)
    expect((await ask(origin, 'GET', `/bff/api${paths.createOrder}`)).status).toBe(405)
    expect((await ask(origin, 'GET', '/__mock')).status).toBe(404)
    plain.child.kill('SIGINT')
    expect(await plain.ended).toBe(0)
  })
  test('says that its port is taken', async () => {
    const port = String(await freePort())
    const first = startNode(['scripts/mock.ts', '--plain', '--port', port])
    await first.says('Prism alone')
    const second = startNode(['scripts/mock.ts', '--plain', '--port', port])
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`Port ${port} is taken`)
  })
})

test('npm run mock -- --help lists all options', async () => {
  const { ended, output } = startNode(['scripts/run.cjs', 'mock', '--help'])
  expect(await ended).toBe(0)
  for (const option of ['--port', '--app-origin', '--plain', '--check']) expect(output()).toContain(option)
})
