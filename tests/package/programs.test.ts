import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as transpile } from 'esbuild'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { bundleNamed } from '@paket/sdk'
import { type Mock, startMock } from '../../mock-server/src/server.ts'
import { root } from '../../scripts/processes.ts'
import { type Edge, expectedOf } from '../sdk/edges.ts'
import { edgeServer } from '../sdk/edge-server.ts'
import {
  edgesIn,
  installed,
  node,
  programs,
  runIn,
  type Runtime,
  withoutNewSignals,
  withoutStreams,
  workerd,
} from './runtimes.ts'
import { partnerProject, type Project } from './support.ts'

const SLOW_MS = 300_000

let project: Project
beforeAll(async () => {
  project = await partnerProject()
}, SLOW_MS)
afterAll(() => project?.remove())

/** Starts a server on a free port; it is closed when the test ends. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a program in Node', () => {
  it(
    'gets a real server’s failure by name, and the data of a success',
    async () => {
      const seen: string[] = []
      const origin = await serve((request, response) => {
        seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
        const isOrder = request.url?.endsWith('/create_order')
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(isOrder ? { code: 2004 } : { code: 0, result: { scoresBalance: 120 } }))
      })
      await project.write(
        'program.js',
        `import { bundleNamed, createClient } from '@paket/sdk'
      const paket = createClient({ baseUrl: '${origin}/bff/api', auth: { getToken: () => 'token' } })
      const order = await paket.createOrder({ source: 'web', bundleId: bundleNamed('standard199').id, usingMainCard: true })
      const { name, outcome, code, docs } = order.failure
      const balance = await paket.getScoresBalance()
      console.log(JSON.stringify({ ok: order.ok, name, outcome, code, docs, points: balance.data.result.scoresBalance }))`,
      )
      const { ok, output } = await project.node('program.js')
      expect(output).toBe(
        JSON.stringify({
          ok: false,
          name: 'alreadyConnecting',
          outcome: 'already-connecting',
          code: 2004,
          docs: 'https://paket.example/errors.html#createOrder.alreadyConnecting',
          points: 120,
        }),
      )
      expect(ok).toBe(true)
      expect(seen).toEqual([
        'POST /bff/api/v1/create_order Bearer token',
        'POST /bff/api/v1/get_scores_balance Bearer token',
      ])
    },
    SLOW_MS,
  )

  it(
    'prints unauthorized when the first call of the README, of at most 10 lines, gets no token',
    async () => {
      const readme = await readFile(project.path('node_modules/@paket/sdk/README.md'), 'utf8')
      const [, firstCall = ''] = /## A first call\n\n```ts\n([^]*?)```/.exec(readme) ?? []
      expect(firstCall.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10)
      const origin = await serve((_, response) => void response.end('{}'))
      await project.write('no-token.js', firstCall.replace('http://localhost:4010', origin))
      expect((await project.node('no-token.js')).output).toMatch(/^unauthorized /)
    },
    SLOW_MS,
  )

  it(
    'tests its own page with stubs from the tarball',
    async () => {
      const { outputFiles } = await transpile({
        entryPoints: [join(import.meta.dirname, 'partner/unit-tests.ts')],
        format: 'esm',
        write: false,
      })
      await project.write('unit-tests.js', outputFiles[0]?.text ?? '')
      const { output } = await project.node('unit-tests.js')
      expect(JSON.parse(output)).toEqual({ seen: ['timeIsOver', 'paid'], calls: 5 })
    },
    SLOW_MS,
  )

  it(
    'can import the entry points, not the files behind them',
    async () => {
      await project.write('deep.js', "import '@paket/sdk/dist/token.js'")
      const { ok, output } = await project.node('deep.js')
      expect(ok).toBe(false)
      expect(output).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
    },
    SLOW_MS,
  )
})

it(
  'an app built by Vite contains only the calls that it uses',
  async () => {
    await project.write('app/index.html', '<script type="module" src="./main.js"></script>')
    await project.write(
      'app/main.js',
      `import { createClientOf } from '@paket/sdk'
    import { createOrder } from '@paket/sdk/operations'
    const paket = createClientOf({ createOrder }, { baseUrl: '/bff/api', auth: { getToken: () => null } })
    document.title = String((await paket.createOrder({ source: 'web', bundleId: location.hash, usingMainCard: true })).ok)`,
    )
    await build({ root: project.path('app'), configFile: false, logLevel: 'silent', build: { target: 'es2022' } })
    const assets = project.path('app/dist/assets')
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
    const code = (await Promise.all(scripts.map((name) => readFile(`${assets}/${name}`, 'utf8')))).join('')
    expect(code).toContain('/v1/create_order')
    expect(code).not.toContain('/v1/get_scores_balance')
    expect(code).not.toMatch(/from\s*["'](?![./])/)
  },
  SLOW_MS,
)

// Browsers with an import map from '@paket/sdk' to dist/index.js load these files unchanged; Node does by their paths.
it(
  'the modules load without a bundler and without package resolution',
  async () => {
    const dist = (file: string) => pathToFileURL(project.path('node_modules/@paket/sdk/dist', file)).href
    await project.write(
      'plain.js',
      `const { createClient } = await import('${dist('index.js')}')
    const { createOrder } = await import('${dist('operations.js')}')
    console.log(typeof createClient, createOrder.id)`,
    )
    expect((await project.node('plain.js')).output).toBe('function createOrder')
  },
  SLOW_MS,
)

test.each(['pack', 'docs'])(
  'npm run %s has --help, and reports in one sentence why it cannot run',
  async (name) => {
    const command = join(root, 'scripts', `${name}.ts`)
    expect((await project.node(command, '--help')).output).toContain(`npm run ${name}:`)
    await project.write('a-file', '')
    const { ok, output } = await project.node(command, '--out', project.path('a-file'))
    expect(ok).toBe(false)
    expect(output).toMatch(/^The (SDK|documents) could not be (packed|built): .*a-file'?$/m)
  },
  SLOW_MS,
)

const runtimes: [name: string, runtime: Runtime, has: Edge['needs'][]][] = [
  ['Node', node(), [undefined, 'streams', 'clock']],
  [
    'Node without what signals have learnt since 2021, and without atob',
    node(withoutNewSignals),
    [undefined, 'streams', 'clock'],
  ],
  ['Node without streams and TextDecoder, as React Native', node(withoutStreams), [undefined]],
  ['workerd', workerd, [undefined, 'streams']],
]
it.each(runtimes)(
  'in %s a call ends correctly, whatever platform, host and server do',
  async (_, runtime, has) => {
    const server = await edgeServer()
    onTestFinished(server.close)
    expect(await runtime(project, server.origin, has)).toEqual(expectedOf(has))
  },
  SLOW_MS,
)

describe('against the mock', () => {
  let mock: Mock
  beforeAll(async () => {
    mock = await startMock({ port: 0 })
  })
  afterAll(() => mock?.close())

  describe.each(programs())('%s', (_, run) => {
    it(
      'runs the first call of the README, and a failure by name',
      async ({ skip }) => {
        const readme = await readFile(project.path('node_modules/@paket/sdk/README.md'), 'utf8')
        const [, firstCall = ''] = /## A first call\n\n```ts\n([^]*?)```/.exec(readme) ?? []
        const [, fault = ''] =
          /curl -X PUT localhost:4010\/__mock\/users\/registered\/faults -d '(.*)'/.exec(readme) ?? []
        await fetch(`${mock.origin}/__mock/users/registered/faults`, { method: 'PUT', body: fault })
        const order = `{ source: 'web', bundleId: '${bundleNamed('standard199').id}', usingMainCard: true }`
        const failing = `console.log((await paket.createOrder(${order})).failure.name)`
        const ran = await run(project, `${firstCall.replace('http://localhost:4010', mock.origin)}\n${failing}`)
        if (!ran) return skip('it is not made for this platform')
        expect(ran).toEqual({ ok: true, output: expect.stringMatching(/^\d+\ntimeIsOver$/) as string })
      },
      SLOW_MS,
    )
  })
})

describe.each(Object.entries(installed))('%s', (_, runtime) => {
  it(
    'ends a call correctly, whatever platform, host and server do',
    async ({ skip }) => {
      const server = await edgeServer()
      onTestFinished(server.close)
      const has = [undefined, 'streams', 'clock'] as const
      const seen = await edgesIn(runtime, project, server.origin, has)
      if (!seen) return skip('it is not made for this platform')
      expect(seen).toEqual(expectedOf([...has]))
    },
    SLOW_MS,
  )
})

it(
  'CommonJS can require it in Node 22 and newer',
  async ({ skip }) => {
    await project.write(
      'required.cjs',
      `const { createClient } = require('@paket/sdk')
      const { fails } = require('@paket/sdk/testing')
      console.log(typeof createClient, fails.createOrder.timeIsOver().status)`,
    )
    const ran = await runIn(installed['Node 22'], project, 'required.cjs')
    if (!ran) return skip('it is not made for this platform')
    expect(ran.output).toContain('function 200')
  },
  SLOW_MS,
)

it(
  'an endless answer does not fill the memory of a Node process',
  async () => {
    const server = await edgeServer()
    onTestFinished(server.close)
    await project.write(
      'memory.js',
      // Garbage is collected explicitly, because the time of a collection depends on the machine.
      `import { setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    const start = process.memoryUsage.rss()
    let peak = start
    const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
    const { createClient } = await import('@paket/sdk')
    const paket = createClient({ baseUrl: '${server.origin}/endless/bff/api', auth: { getToken: () => 'token' } })
    const names = new Set()
    for (let nth = 0; nth < 20; nth++) {
      names.add((await paket.getScoresBalance()).failure.name)
      collect()
    }
    clearInterval(watching)
    console.log(JSON.stringify({ names: [...names], megabytes: Math.round((peak - start) / 1e6) }))`,
    )
    const { output } = await project.node('memory.js')
    const { names, megabytes } = JSON.parse(output) as { names: string[]; megabytes: number }
    expect(names).toEqual(['malformed'])
    expect(megabytes).toBeLessThan(150)
  },
  SLOW_MS,
)
