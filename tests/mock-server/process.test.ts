import { createServer, type Server } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../mock-server/src/engine/commands/command-line.ts'
import { paket } from '../../mock-server/src/product/paket.ts'
import { freePort } from '../../scripts/ports.ts'
import { startNode } from '../scripts/support.ts'

const start = (...args: string[]) => startNode(['mock-server/src/main.ts', ...args])
const listening = (port: number, host: string) =>
  new Promise<Server>((done) => {
    const server = createServer().listen(port, host, () => done(server))
    onTestFinished(() => void server.close())
  })

describe('the process', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s, then ends with 0 and frees its port', async (signal) => {
    const port = await freePort()
    const mock = start('--port', String(port))
    await mock.says('The mock is at')
    expect(mock.output()).toContain(`http://localhost:${port}`)
    expect((await fetch(`http://localhost:${port}/__mock/health`)).status).toBe(200)
    // A connection that stays open does not hold it.
    mock.child.kill(signal)
    expect(await mock.ended).toBe(0)
    await expect(fetch(`http://localhost:${port}/__mock/health`)).rejects.toThrow('fetch failed')
    expect(mock.output().trim().split('\n')).toHaveLength(1)
  })
  it.each(['127.0.0.1', '::1'])('says in one sentence that its port is taken on %s, and ends with 1', async (host) => {
    const port = await freePort()
    await listening(port, host)
    const mock = start('--port', String(port))
    expect(await mock.ended).toBe(1)
    expect(mock.output()).toBe(`Port ${port} is taken: stop what listens there, or choose another with --port.\n`)
  })
  it('lists its options with --help', async () => {
    const mock = start('--help')
    expect(await mock.ended).toBe(0)
    for (const option of ['--port', '--contract', '--app-origin', '--host', '--help'])
      expect(mock.output()).toContain(option)
  })
  it('refuses what is wrong in words, without a stack, and ends with 1', async () => {
    const mock = start('--port', 'abc')
    expect(await mock.ended).toBe(1)
    expect(mock.output()).toBe('--port must be a number from 0 to 65535, got abc.\n')
  })
  it('says of each wrong option what is wrong, and what to type', async () => {
    const wrong = [
      ['--port', 'abc', '--port must be a number from 0 to 65535, got abc.'],
      ['--port', '65536', '--port must be a number from 0 to 65535, got 65536.'],
      ['--port', '', '--port must be a number'],
      ['--port', '4010.5', '--port must be a number'],
      [
        '--app-origin',
        'localhost:5173',
        '--app-origin must be an origin as http://localhost:5173, got localhost:5173.',
      ],
      ['--app-origin', 'http://localhost:5173/', '--app-origin must be an origin'],
      ['--name', 'devbox.example:4010', '--name must be a name without a port'],
      ['--host', 'devbox.example', '--host must be an address, as 0.0.0.0 or 192.168.1.20, got devbox.example.'],
      ['--host', '0.0.0.0', '--host 0.0.0.0 lets others of the network in: set PAKET_MOCK_TOKEN'],
      ['--scenarios', '/nowhere', 'The scenarios in /nowhere cannot be read'],
      ['--prot', '4010', 'unknown option "--prot"; did you mean "--port"? (--help lists the options)'],
      [
        '--state',
        '/nowhere/state.json',
        'The state cannot be written to /nowhere/state.json (ENOENT): choose another file',
      ],
      ['--load', import.meta.filename, `${import.meta.filename}: it is not JSON`],
      ['--out', 'session.yaml', '--out session.yaml is where a recording goes: give --record <file> or --record-from'],
      ['--record-from=http://localhost:9', '--out=/nowhere/session.yaml', 'There is no folder /nowhere for --out'],
      ['--contract', '/nowhere', 'The contract in /nowhere cannot be read'],
    ] as const
    const anyProduct = () => Promise.reject(new Error('no file is given'))
    for (const [option, value, sentence] of wrong)
      await expect(runCommand(paket, anyProduct, ['--port', '0', option, value])).rejects.toThrow(sentence)
  }, 60_000)
})
