import { describe, expect, it, test } from 'vitest'
import { freePort, isInUse } from '../../scripts/ports.ts'
import { readContract } from '../contract/contract.ts'
import { startNode } from '#support/processes.ts'
import { ask, month, paths } from './support.ts'

const { call } = await readContract()
const order = { source: 'web', bundleId: month, usingMainCard: true }
const example = (name: string) => call('createOrder').answers.find((answer) => answer.name === name)

describe('npm run mock -- --plain', () => {
  it('runs Prism’s own command with the contract: examples by the Prefer header, validated requests, no state', async () => {
    const port = String(await freePort())
    const plain = startNode(['scripts/mock.ts', '--plain', '--port', port, '-h', '127.0.0.1'])
    await plain.waitForOutput('Prism is listening')
    const origin = `http://127.0.0.1:${port}`
    const send = (headers: Record<string, string> = {}, body: unknown = order) =>
      ask(origin, 'POST', paths.createOrder, body, { authorization: 'Bearer any', ...headers })
    expect(await send()).toMatchObject({ status: 200, body: example('created')?.value })
    expect(await send({ prefer: 'example=employee' })).toMatchObject({ status: 200, body: example('employee')?.value })
    expect(await send({ prefer: 'code=422' })).toMatchObject({ status: 422, body: { code: 4220 } })
    expect((await send({}, { source: 'web' })).status).toBe(422)
    plain.child.kill('SIGINT')
    expect(await plain.exitCode).toBe(0)
  })
  it('accepts any description and Prism’s options, and nothing of it outlives the command', async () => {
    const port = String(await freePort())
    const plain = startNode(['scripts/mock.ts', '--plain', 'tests/support/bookstore.yaml', '-p', port, '--errors'])
    await plain.waitForOutput('Prism is listening')
    expect(await ask(`http://127.0.0.1:${port}`, 'GET', '/books/7')).toMatchObject({
      status: 200,
      body: { title: 'Dead Souls' },
    })
    plain.child.kill('SIGKILL')
    await plain.exitCode
    expect(await isInUse(Number(port))).toBe(false)
  })
  it('names a description that does not exist', async () => {
    const { exitCode, output } = startNode(['scripts/mock.ts', '--plain', 'no-such-file.yaml'])
    expect(await exitCode).toBe(1)
    expect(output()).toMatch(/no-such-file\.yaml/)
    expect(output()).not.toMatch(/Unknown argument/)
  })
})

test.each(['--help', '-h'])('npm run mock -- %s lists all options', async (help) => {
  const { exitCode, output } = startNode(['scripts/run.cjs', 'mock', help])
  expect(await exitCode).toBe(0)
  const options = ['--port', '--contract', '--app-origin', '--host', '--plain', '--check', '--help']
  for (const option of options) expect(output()).toContain(option)
})
