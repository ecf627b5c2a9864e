import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, processOn, isInUse } from '../../scripts/ports.ts'
import { portProblem, table, testUsers } from '../../scripts/start.ts'
import { startNode } from '#support/processes.ts'

function listen(host: string, port = 0): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(port, host, () => {
      const address = server.address()
      done(typeof address === 'object' && address ? address.port : 0)
    })
    onTestFinished(() => void server.close())
  })
}
/** Listens on three ports, each the next one. */
async function listenInARow(): Promise<[number, number, number]> {
  const first = await freePort()
  try {
    return [await listen('127.0.0.1', first), await listen('::1', first + 1), await listen('127.0.0.1', first + 2)]
  } catch {
    return listenInARow()
  }
}

const rangeFile = '/proc/sys/net/ipv4/ip_local_port_range'
/** The first port of outgoing connections: by default Linux's, which an administrator may have lowered. */
const firstOfConnections = existsSync(rangeFile) ? parseInt(readFileSync(rangeFile, 'utf8')) : 32_768

describe('a port in use', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('is detected on %s', async (host) => {
    expect(await isInUse(await listen(host))).toBe(true)
  })
  it('is not reported when it is free', async () => {
    expect(await isInUse(await freePort())).toBe(false)
  })
  it.skipIf(firstOfConnections < 32_768)('is not proposed from those that outgoing connections get', async () => {
    expect(await freePort()).toBeLessThan(firstOfConnections)
  })
  it('is proposed only once, while its server starts', async () => {
    const ports = await Promise.all(Array.from({ length: 600 }, freePort))
    expect(new Set(ports).size).toBe(600)
  })
  it.runIf(process.platform === 'linux')('is reported with the process that listens on it', async () => {
    expect(await processOn(await listen('127.0.0.1'))).toContain(`process ${process.pid} (`)
    expect(await processOn(await freePort())).toBe('')
  })
  it('is reported in one sentence with advice', async () => {
    const [mock, web] = [await listen('127.0.0.1'), await freePort()]
    const sentence = await portProblem({ web, mock }, 'npm start')
    expect(sentence).toContain(`Port ${mock} is in use`)
    expect(sentence).toContain(`npm start -- --mock-port ${mock + 1}.`)
    expect(sentence).not.toContain('\n')
    expect(await portProblem({ web: mock, mock: web }, 'npm start')).toContain(`--port ${mock + 1}`)
    expect(await portProblem({ web, mock: web }, 'npm start')).toContain('cannot both listen')
    expect(await portProblem({ web, mock: await freePort() }, 'npm start')).toBe('')
  })
  it('is reported with a port that is free, and that the other server will not listen on', async () => {
    const [one, next, afterNext] = await listenInARow()
    const other = afterNext + 1
    expect(await portProblem({ web: one, mock: other }, 'npm start')).toMatch(
      new RegExp(`--port (?!${next}|${afterNext}|${other}\\.)\\d+\\.$`),
    )
    expect(await portProblem({ web: afterNext, mock: other }, 'npm start')).not.toContain(`--port ${other}.`)
  })
  it('is reported with a valid port when it is the last one', async () => {
    const last = 65_535
    if (!(await isInUse(last))) await listen('127.0.0.1', last)
    const sentence = await portProblem({ web: await freePort(), mock: last }, 'npm start')
    expect(Number(/--mock-port (\d+)\.$/.exec(sentence)?.[1])).toBeLessThan(last)
  })
  it.each([
    ['PAKET_MOCK_PORT', 'abc', []],
    ['PAKET_WEB_PORT', '70000', []],
    ['--mock-port', 'abc', ['--mock-port', 'abc']],
  ])('names where a wrong one was given: %s', async (place, text, args) => {
    const env = { ...process.env, ...(args.length === 0 && { [place]: text }) }
    for (const script of ['start', 'dev', ...(args.length === 0 ? ['e2e'] : [])]) {
      const { exitCode, output } = startNode([`scripts/${script}.ts`, ...args], { env })
      expect(await exitCode).toBe(1)
      expect(output()).toBe(`${place} must be a whole number from 1 to 65535, got "${text}".\n`)
    }
  })
  it('makes npm start exit with 1 before it does anything', async () => {
    const port = await listen('127.0.0.1')
    const { exitCode, output } = startNode([
      'scripts/start.ts',
      '--mock-port',
      String(port),
      '--port',
      String(await freePort()),
    ])
    expect(await exitCode).toBe(1)
    expect(output().trim().split('\n')).toEqual([expect.stringContaining(`Port ${port} is in use`)])
  })
  it('makes npm run serve exit with 1, in one line that names another', async () => {
    const port = await listen('127.0.0.1')
    const { exitCode, output } = startNode(['scripts/serve.ts'], { env: { ...process.env, PAKET_PORT: String(port) } })
    expect(await exitCode).toBe(1)
    expect(output().trim()).toMatch(
      new RegExp(`^Port ${port} is in use.*: stop it, or .* PAKET_PORT=${port + 1} npm run serve\\.$`),
    )
  })
})

it.each([
  ['--prot', '5000', /^Unknown option '--prot'\. See --help\.$/],
  ['--port', 'abc', /^--port must be a whole number from 1 to 65535, got "abc"\.$/],
])('npm start %s %s says what is wrong in one line', async (option, value, line) => {
  const { exitCode, output } = startNode(['scripts/start.ts', option, value])
  expect(await exitCode).toBe(1)
  expect(output().trim()).toMatch(line)
})

it('aligns a table', () => {
  expect(
    table([
      ['a', 'one'],
      ['long', 'two'],
    ]),
  ).toBe('  a     one\n  long  two')
})

it('lists the test users in groups, with their titles', () => {
  const user = (name: string, title: string, group: string) => ({ name, title, group })
  expect(
    testUsers([
      user('anonymous', 'Visitor', 'Without a sign-in'),
      user('registered', 'New subscriber', 'Subscribers'),
      user('hr', 'Employee', 'May not buy'),
      user('slave', 'Family member', 'May not buy'),
    ]).split('\n'),
  ).toEqual([
    '  Subscribers',
    '    registered  New subscriber',
    '  May not buy',
    '    hr          Employee',
    '    slave       Family member',
  ])
})
