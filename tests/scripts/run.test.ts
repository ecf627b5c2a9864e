import { execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { root } from '../../scripts/processes.ts'
import { temporaryFolder } from '#support/folders.ts'
import { isRunning, startNode } from '#support/processes.ts'

/** A repository with only the entry point, a lock file and one script. */
async function freshClone({ dependencies = {} }: { dependencies?: Record<string, string> } = {}) {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'scripts'))
  await cp(join(root, 'scripts/run.cjs'), join(folder, 'scripts/run.cjs'))
  const own = { name: 'clone', version: '1.0.0', dependencies }
  const packages: Record<string, object> = { '': own }
  for (const [name, version] of Object.entries(dependencies))
    packages[`node_modules/${name}`] = { version, integrity: 'sha512-AAAA' }
  await writeFile(join(folder, 'package.json'), JSON.stringify(own))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...own, lockfileVersion: 3, packages }))
  await writeFile(
    join(folder, 'scripts/hello.ts'),
    "const who: string = process.argv[2] ?? 'nobody'\nconsole.log(`hello ${who}`)\nprocess.exitCode = 7\n",
  )
  return folder
}
/** Puts an npm on the PATH that runs a given script instead. */
async function withNpm(folder: string, script: string) {
  const bin = join(folder, 'stub')
  await mkdir(bin)
  await writeFile(join(bin, 'npm'), `#!/bin/sh\n[ "$1" = ci ] || exit 0\necho called >> ${folder}/calls\n${script}\n`, {
    mode: 0o755,
  })
  return { env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder } }
}
const calls = async (folder: string) =>
  (await readFile(join(folder, 'calls'), 'utf8').catch(() => '')).match(/called/g)?.length ?? 0
/** The part of an installation that matters here: the project's own Node. */
const nodeFolder = `node_modules/node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}/bin`
const installs = (folder: string) =>
  `mkdir -p ${folder}/${nodeFolder} && ln -sf ${process.execPath} ${folder}/${nodeFolder}/node`

describe('Node', () => {
  it.each([
    ['v8.17.0', false],
    ['v18.20.4', false],
    ['v20.0.0', true],
    ['v24.21.0', true],
  ])('%s is asked for 20 or newer', async (version, isEnough) => {
    const folder = await freshClone()
    const disguise = join(folder, 'version.cjs')
    await writeFile(disguise, `Object.defineProperty(process, 'version', { value: '${version}' })`)
    const npm = await withNpm(folder, installs(folder))
    const { exitCode, output } = startNode(['-r', disguise, join(folder, 'scripts/run.cjs'), 'hello'], npm)
    expect(await exitCode).toBe(isEnough ? 7 : 1)
    const sentence = `Node 20 or newer is needed, this is ${version}: install it from https://nodejs.org and run npm run hello again.`
    if (!isEnough) expect(output().trim()).toBe(sentence)
    expect(await calls(folder)).toBe(isEnough ? 1 : 0)
  })
})

describe('dependencies', () => {
  const run = (folder: string, options: object, name = 'hello') =>
    startNode([join(folder, 'scripts/run.cjs'), name, 'you'], options)

  it('are installed once, and again when the lock file has changed', async () => {
    const folder = await freshClone()
    const npm = await withNpm(folder, `${installs(folder)}; echo 'npm warn EBADENGINE Unsupported engine' >&2`)
    const first = run(folder, npm)
    expect(await first.exitCode).toBe(7)
    expect(first.output()).toMatch(/^Installing .*\nDependencies are installed \(\d+ s\)\.\nhello you\n$/)
    const second = run(folder, npm)
    expect(await second.exitCode).toBe(7)
    expect(second.output()).toBe('hello you\n')
    expect(await calls(folder)).toBe(1)
    await writeFile(
      join(folder, 'package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/new': { version: '1.0.0' } } }),
    )
    await run(folder, npm).exitCode
    expect(await calls(folder)).toBe(2)
  })

  it('are accepted when they were installed by hand and match the lock file', async () => {
    const folder = await freshClone()
    const npm = await withNpm(folder, 'exit 1')
    execFileSync('sh', ['-c', installs(folder)])
    await cp(join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json'))
    expect(await run(folder, npm).exitCode).toBe(7)
    expect(await calls(folder)).toBe(0)
  })

  it('without a network fail with one sentence, and the next run installs again', async () => {
    const folder = await freshClone({ dependencies: { 'left-behind': '1.0.0' } })
    const env = { PATH: process.env['PATH'], HOME: folder, npm_config_registry: 'http://127.0.0.1:9/' }
    const started = Date.now()
    const { exitCode, output } = run(folder, { env: { ...env, npm_config_cache: join(folder, 'cache') } })
    expect(await exitCode).toBe(1)
    expect(Date.now() - started).toBeLessThan(20_000)
    expect(output().split('\n').slice(1)).toEqual([
      'Could not reach the npm registry to install dependencies: check the network or proxy and run npm run hello again.',
      '',
    ])
    expect(existsSync(join(folder, 'node_modules/.paket-installed'))).toBe(false)
  }, 30_000)

  it('are not waited for when the registry accepts connections but does not answer', async () => {
    const folder = await freshClone({ dependencies: { 'left-behind': '1.0.0' } })
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const env = { PATH: process.env['PATH'], HOME: folder, npm_config_cache: join(folder, 'cache') }
    const registry = { npm_config_registry: `http://127.0.0.1:${port}/`, PAKET_REGISTRY_PATIENCE_MS: '2000' }
    const { exitCode, output } = run(folder, { env: { ...env, ...registry } })
    expect(await exitCode).toBe(1)
    expect(output()).toContain('Could not reach the npm registry')
  })

  it('fail with one sentence when npm skips the project’s Node', async () => {
    const folder = await freshClone()
    const { exitCode, output } = run(folder, await withNpm(folder, `mkdir -p ${folder}/node_modules/.bin`))
    expect(await exitCode).toBe(1)
    expect(output()).toContain('npm did not install the project’s Node, the package node-')
    expect(existsSync(join(folder, 'node_modules/.paket-installed'))).toBe(false)
  })

  it('print npm’s own message when they fail for another reason', async () => {
    const folder = await freshClone()
    const npm = await withNpm(folder, "echo 'npm warn EBADENGINE x' >&2; echo 'npm error code EUSAGE' >&2; exit 1")
    const { exitCode, output } = run(folder, npm)
    expect(await exitCode).toBe(1)
    expect(output()).toMatch(/Dependencies could not be installed:\nnpm error code EUSAGE\n$/)
  })

  it('preserve the count as the last line of npm test when they fail', async () => {
    const folder = await freshClone()
    const { exitCode, output } = run(folder, await withNpm(folder, 'exit 1'), 'test')
    expect(await exitCode).toBe(1)
    expect(output().trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
  })

  it('are installed again after an interruption', async () => {
    const folder = await freshClone()
    const { child, exitCode, waitForOutput } = run(folder, await withNpm(folder, `${installs(folder)}; sleep 20`))
    await waitForOutput('Installing')
    await new Promise((done) => setTimeout(done, 300))
    child.kill('SIGTERM')
    expect(await exitCode).not.toBe(0)
    expect(existsSync(join(folder, 'node_modules/.paket-installed'))).toBe(false)
  })
})

/** A clone with its dependencies and a script. */
async function installedClone(name: string, script: string): Promise<string> {
  const folder = await freshClone()
  execFileSync('sh', ['-c', installs(folder)])
  await cp(join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json'))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', scripts: { [name]: `node scripts/run.cjs ${name}` } }),
  )
  await writeFile(join(folder, `scripts/${name}.ts`), script)
  return folder
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s for the process id of npm also ends the script',
  async (signal) => {
    const script = 'console.log(`runs as ${process.pid}`)\nsetInterval(() => {}, 1000)\n'
    const folder = await installedClone('wait', script)
    const npm = spawn('npm', ['run', 'wait'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    let id = 0
    onTestFinished(() => {
      npm.kill('SIGKILL')
      if (isRunning(id)) process.kill(id, 'SIGKILL')
    })
    for await (const text of npm.stdout.setEncoding('utf8')) {
      id = Number(/runs as (\d+)/.exec(String(text))?.[1] ?? 0)
      if (id > 0) break
    }
    npm.kill(signal)
    await vi.waitUntil(() => !isRunning(id), { timeout: 5000 })
  },
  30_000,
)

describe('with a proxy for all requests', () => {
  it.each([
    ['', 'localhost'],
    ['', '127.0.0.1'],
    ['', '[::1]'],
    ['intranet.example, .corp.example', 'localhost'],
    ['*', 'localhost'],
  ])('and NO_PROXY=%j, a script reaches %s without it', async (given, host) => {
    const folder = await installedClone('ask', 'console.log(await (await fetch(process.argv[2]!)).text())\n')
    const server = createHttpServer((_, response) => response.end('direct')).listen(0, host.replaceAll(/[[\]]/g, ''))
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const address = `http://${host}:${(server.address() as AddressInfo).port}/`
    const { no_proxy: _, NO_PROXY: __, ...rest } = process.env
    const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', ...(given && { NO_PROXY: given }) }
    const { exitCode, output } = startNode([join(folder, 'scripts/run.cjs'), 'ask', address], {
      env: { ...rest, ...proxy },
    })
    expect({ code: await exitCode, output: output() }).toEqual({ code: 0, output: 'direct\n' })
  })
  it('other addresses still go through it, but for those of NO_PROXY', async () => {
    const folder = await installedClone('show', 'console.log(process.env.no_proxy)\n')
    const env = { ...process.env, no_proxy: '', NO_PROXY: 'intranet.example' }
    const { exitCode, output } = startNode([join(folder, 'scripts/run.cjs'), 'show'], { env })
    expect(await exitCode).toBe(0)
    expect(output()).toBe('intranet.example,localhost,127.0.0.1,[::1]\n')
  })
})
