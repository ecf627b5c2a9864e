import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from '#mock/engine/commands/command-line.ts'
import { paket } from '#mock/product/paket.ts'
import { freePort } from '../../scripts/ports.ts'
import { temporaryFolder } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'

const start = (...args: string[]) => startNode(['mock-server/src/main.ts', ...args])
const portsFile = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const firstFreePort = existsSync(portsFile) ? Number(readFileSync(portsFile, 'utf8')) : 0
const anyProduct = () => Promise.reject(new Error('no file is given'))
const listening = (port: number, host: string) =>
  new Promise<Server>((done) => {
    const server = createServer().listen(port, host, () => done(server))
    onTestFinished(() => void server.close())
  })

describe('the process', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s, then exits with 0 and frees its port', async (signal) => {
    const port = await freePort()
    const mock = start('--port', String(port))
    await mock.waitForOutput('The mock is at')
    expect(mock.output()).toContain(`http://localhost:${port}`)
    expect((await fetch(`http://localhost:${port}/__mock/health`)).status).toBe(200)
    // An open connection does not block the exit.
    mock.child.kill(signal)
    expect(await mock.exitCode).toBe(0)
    await expect(fetch(`http://localhost:${port}/__mock/health`)).rejects.toThrow('fetch failed')
    expect(mock.output().trim().split('\n')).toHaveLength(1)
  })
  it('answers on an open connection after it got no CPU for 7 s', async () => {
    const mock = start('--port', '0')
    await mock.waitForOutput('The mock is at')
    const [origin = ''] = /http:[^;]+/.exec(mock.output()) ?? []
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const health = () =>
      new Promise((done, fail) => {
        get(`${origin}/__mock/health`, { agent }, (answer) =>
          answer.resume().once('end', () => done(answer.statusCode)),
        ).once('error', fail)
      })
    await health()
    await sleep(100)
    mock.child.kill('SIGSTOP')
    const answered = health()
    await sleep(7_000)
    mock.child.kill('SIGCONT')
    expect(await answered).toBe(200)
  }, 60_000)
  it('reports in one sentence that its port is in use, and exits with 1', async () => {
    const port = await freePort()
    await listening(port, '127.0.0.1')
    const mock = start('--port', String(port))
    expect(await mock.exitCode).toBe(1)
    expect(mock.output()).toBe(
      `Port ${port} is in use: stop the program that listens there, or choose another port with --port.\n`,
    )
  })
  it('detects that its port is in use on ::1 only', async () => {
    const port = String(await freePort())
    await listening(Number(port), '::1')
    await expect(runCommand(paket, anyProduct, ['--port', port])).rejects.toThrow(`Port ${port} is in use`)
  })
  // Root may have every port, and in many containers every user may have port 80.
  it.skipIf(process.getuid?.() === 0 || firstFreePort <= 80)('says in one sentence that its port is not allowed', () =>
    expect(runCommand(paket, anyProduct, ['--port', '80'])).rejects.toThrow('Port 80 is not allowed for this user'),
  )
  it('says in one sentence that the machine has no such address', async () => {
    vi.stubEnv('PAKET_MOCK_TOKEN', 'a token that is long enough')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(runCommand(paket, anyProduct, ['--host', '192.0.2.1'])).rejects.toThrow(
      'This machine does not have the address of --host',
    )
  })
  it('says in one sentence that its state can no longer be written, and exits with 1', async () => {
    const folder = await temporaryFolder()
    const state = join(folder, 'state.json')
    const port = await freePort()
    const mock = start('--port', String(port), '--state', state)
    await mock.waitForOutput('The mock is at')
    await rm(folder, { recursive: true })
    const sentence = `The state cannot be written to ${state} (ENOENT): choose another file with --state.\n`
    await (await fetch(`http://localhost:${port}/__mock/users`)).text()
    await mock.waitForOutput(sentence)
    mock.child.kill('SIGTERM')
    expect(await mock.exitCode).toBe(1)
    expect(mock.output().split('\n').slice(1).join('\n')).toBe(sentence.repeat(2))
  }, 60_000)
  it('listens on the port of PAKET_MOCK_PORT without --port', async () => {
    const port = await freePort()
    vi.stubEnv('PAKET_MOCK_PORT', String(port))
    onTestFinished(() => void vi.unstubAllEnvs())
    const mock = start()
    await mock.waitForOutput('The mock is at')
    expect(mock.output()).toContain(`http://localhost:${port}`)
  }, 60_000)
  it('names PAKET_MOCK_PORT when it is no port', async () => {
    vi.stubEnv('PAKET_MOCK_PORT', 'abc')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(runCommand(paket, anyProduct, [])).rejects.toThrow(
      'PAKET_MOCK_PORT must be a number from 0 to 65535, got abc.',
    )
  })
  it('prints a line for each request that breaks the contract, without its values', async () => {
    const port = await freePort()
    const mock = start('--port', String(port))
    await mock.waitForOutput('The mock is at')
    const origin = `http://localhost:${port}`
    const { accessToken } = (await (await fetch(`${origin}/__mock/users/registered/token`)).json()) as {
      accessToken: string
    }
    const answer = await fetch(`${origin}/bff/api/v1/create_order`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: '+7 900 123-45-67', usingMainCard: true, '\u001B[2J\n': 1 }),
    })
    expect(answer.status).toBe(422)
    await mock.waitForOutput('createOrder 422')
    expect(mock.output().split('\n')[1]).toMatch(
      /^createOrder 422: body\.bundleId is required; body\.\\u001b\[2J {2}is not a known field; body\.source must be one of "[^+]*"$/,
    )
  }, 60_000)
  it('explains each invalid option', async () => {
    const wrong = [
      ['--port', 'abc', '--port must be a number from 0 to 65535, got abc.'],
      ['--port', '65536', '--port must be a number from 0 to 65535, got 65536.'],
      ...['--port', '--state', '--load', '--contract', '--name'].map((each) => [each, '', `${each} must not be empty`]),
      ['--port', '4010.5', '--port must be a number'],
      [
        '--app-origin',
        'localhost:5173',
        '--app-origin must be an origin such as http://localhost:5173, got localhost:5173.',
      ],
      ['--app-origin', 'http://localhost:5173/', '--app-origin must be an origin'],
      ['--name', 'devbox.example:4010', '--name must be a name without a port'],
      ['--host', 'devbox.example', '--host must be an address such as 0.0.0.0 or 192.168.1.20, got devbox.example.'],
      ['--host', 'devbox.example', 'To accept it as a host name, use --name devbox.example.'],
      ['--host', '0.0.0.0:4520', 'got 0.0.0.0:4520: write --host 0.0.0.0 --port 4520.'],
      ['--host', 'http://[::1]', 'got http://[::1]: write --host ::1.'],
      ['--host', '0.0.0.0', '--host 0.0.0.0 makes the mock reachable from the network: set PAKET_MOCK_TOKEN'],
      ['--scenarios', '/nowhere', 'The scenarios in /nowhere cannot be read'],
      ['--scenarios', import.meta.dirname, `${import.meta.dirname} contains no scenario: its file would end in .yaml.`],
      ['--prot', '4010', 'unknown option "--prot"; did you mean "--port"? (--help lists the options)'],
      [
        '--state',
        '/nowhere/state.json',
        'The state cannot be written to /nowhere/state.json (ENOENT): choose another file',
      ],
      ['--load', import.meta.filename, `${import.meta.filename}: it is not JSON`],
      [
        '--out',
        'session.yaml',
        '--out session.yaml names the file of a recording: add --record <file> or --record-from',
      ],
      [
        '--record-from=http://localhost:9',
        '--out=/nowhere/session.yaml',
        '--out /nowhere/session.yaml: the folder /nowhere does not exist',
      ],
      ['--contract', '/nowhere.yaml', '--contract /nowhere.yaml: there is no such file or folder.'],
    ] as const
    for (const [option = '', value = '', sentence] of wrong)
      await expect(runCommand(paket, anyProduct, ['--port', '0', option, value])).rejects.toThrow(sentence)
  }, 60_000)
})
