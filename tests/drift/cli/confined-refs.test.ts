import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { describedBy, hostileFolder, hostileRefs, SECRET } from '#support/hostile-refs.ts'
import { contractFile, drift, root } from '../support.ts'

/** The reason of a command that must not run. */
async function refusal(...args: string[]): Promise<string> {
  const { code, out, err } = await drift(args)
  expect({ code, out, lines: err.trim().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 })
  expect(err).not.toContain(SECRET)
  return err.trim()
}
async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('drift spec of a description', () => {
  it.each(hostileRefs)('with a $ref to %s reports where it is and why it is not read', async (_, ref, says) => {
    const folder = await hostileFolder()
    const message = await refusal('spec', await folder.description(ref))
    expect(message).toMatch(/^Could not check: \S+\.yaml:\d+ refers to /)
    expect(message).toMatch(says)
  })
  it.each(['pipe.yaml', 'zero.yaml', 'large.yaml'])('that is %s ends with a sentence', async (name) => {
    const { place } = await hostileFolder()
    expect(await refusal('spec', place('specs', name))).toMatch(/yaml is (a pipe|a device|too large)/)
  })
  it('follows a $ref below its folder, and into folders that are allowed', async () => {
    const folder = await hostileFolder()
    await writeFile(folder.place('specs/sub/book.yaml'), '{ type: object, properties: { a: { $ref: ../own.json } } }')
    await writeFile(folder.place('specs/own.json'), '{ "type": "string" }')
    await writeFile(folder.place('outside/book.yaml'), '$ref: ../specs/sub/book.yaml\n')
    for (const ref of ['sub/book.yaml', './sub/book.yaml#', '<top>/specs/sub/../sub/book.yaml', 'sub%2Fbook.yaml'])
      expect((await drift(['spec', await folder.description(ref)])).err, ref).toBe('')
    const file = await folder.description('../outside/book.yaml')
    expect(await refusal('spec', file)).toContain('--allow-refs')
    expect((await drift(['spec', file, '--allow-refs', folder.place('outside')])).err).toBe('')
    expect((await drift(['spec', file, `--allow-refs=${folder.place()}`])).err).toBe('')
  })
  it('may come from a pipe, and then leads to no file', async () => {
    const { place } = await hostileFolder()
    const run = async (ref: string) => {
      await writeFile(place('specs/piped.yaml'), describedBy(ref))
      const command = '"$1" "$2" spec <(cat "$3") --fail-on breaking'
      const args = [
        '-c',
        command,
        '',
        process.execPath,
        join(root, 'scripts/drift/cli/bin.ts'),
        place('specs/piped.yaml'),
      ]
      return promisify(execFile)('bash', args).catch((error: { code: number; stderr: string }) => error)
    }
    expect(await run('#/paths')).toMatchObject({ code: 1, stderr: '' })
    expect(await run(place('outside/secret.yaml'))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/which is outside of the description, which is a stream and has no folder: /),
    })
  }, 60_000)
})

describe('every other command that reads a description', () => {
  it.each<[what: string, args: (file: string) => string[]]>([
    ['the contract of spec', (file) => ['spec', contractFile, '--contract', file]],
    ['the old version', (file) => ['changes', file, contractFile]],
    ['the new version', (file) => ['changes', contractFile, file]],
    ['the contract of traffic', (file) => ['traffic', '-', '--contract', file]],
    ['the service of traffic', (file) => ['traffic', '-', '--service', file]],
    ['the contract of merge', (file) => ['merge', '-', '--contract', file]],
    ['the contract of live', (file) => ['live', 'http://127.0.0.1:9', '--contract', file]],
    ['the contract of an exploration', (file) => ['live', 'http://127.0.0.1:9', '--explore', '--contract', file]],
    ['the contract of proxy', (file) => ['proxy', 'http://127.0.0.1:9', '--contract', file]],
    ['the contract of consumer', (file) => ['consumer', join(root, 'tsconfig.json'), '--contract', file]],
  ])('refuses a $ref out of the folder in %s', async (_, args) => {
    const folder = await hostileFolder()
    const message = await refusal(...args(await folder.description('../outside/secret.yaml')))
    expect(message).toMatch(/openapi\.yaml:11 refers to \S+secret\.yaml, which is outside of .* add --allow-refs \S+$/)
  })

  it.each<[what: string, flows: string]>([
    ['a source', 'sourceDescriptions: [{ name: paket, url: <ref>, type: openapi }]'],
    ['a $ref of a source', 'sourceDescriptions: [{ name: paket, url: back.yaml, type: openapi }]'],
    ['a $ref', 'components: { inputs: { a: { $ref: <ref> } } }'],
  ])('runs no flow with %s out of the contract’s folder', async (_, flows) => {
    const folder = await hostileFolder()
    const file = await folder.description('', 'schema: { type: object }')
    await writeFile(folder.place('specs/back.yaml'), describedBy('../outside/secret.yaml'))
    const text = `arazzo: 1.0.1\nworkflows: []\n${flows.replace('<ref>', '../outside/secret.yaml')}\n`
    await writeFile(folder.place('specs/flows.arazzo.yaml'), text)
    const message = await refusal('live', 'http://127.0.0.1:9', '--contract', file)
    expect(message).toMatch(/(flows\.arazzo|back)\.yaml:\d+ refers to \S+secret\.yaml, which is outside of/)
    await rm(folder.place('specs/flows.arazzo.yaml'))
    await symlink('zero.yaml', folder.place('specs/flows.arazzo.yaml'))
    expect(await refusal('live', 'http://127.0.0.1:9', '--contract', file)).toMatch(/arazzo\.yaml is a device/)
  })
  it.each([
    ['an extension', 'x-more: { $ref: ../outside/secret.yaml }'],
    ['an external example', 'examples: { a: { externalValue: /dev/zero } }'],
    [
      'a mapping',
      'schema: { discriminator: { propertyName: kind, mapping: { a: ../outside/secret.yaml } }, oneOf: [{ type: object }] }',
    ],
  ])('gives the program that runs flows nothing outside of the folder by %s', async (_, line) => {
    const folder = await hostileFolder()
    const file = await folder.description('', line)
    await writeFile(
      folder.place('specs/flows.arazzo.yaml'),
      `arazzo: 1.0.1
info: { title: Flows, version: '1' }
sourceDescriptions: [{ name: paket, url: openapi.yaml, type: openapi }]
workflows: [{ workflowId: a, steps: [{ stepId: s, operationId: getBooks }] }]
`,
    )
    const message = await refusal('live', 'http://127.0.0.1:9', '--flow', 'a', '--contract', file)
    expect(message).toMatch(/The flows could not be run: \S+openapi\.yaml refers to \S+, which is outside of/)
  })
  it('reads no pipe beside a contract', async () => {
    const { place } = await hostileFolder()
    await mkdir(place('contract'))
    await writeFile(place('contract/openapi.yaml'), describedBy('', 'schema: { type: object }'))
    for (const name of ['outcomes.yaml', 'catalogue.yaml']) await symlink('../specs/pipe.yaml', place('contract', name))
    expect(await drift(['changes', place('contract'), place('contract')])).toMatchObject({ code: 0, err: '' })
    await rm(place('contract/openapi.yaml'))
    await symlink('../specs/pipe.yaml', place('contract/openapi.yaml'))
    expect(await refusal('changes', place('contract'), contractFile)).toMatch(/openapi\.yaml is a pipe, not a file$/)
  })
  it.each(['--ignore', '--baseline', '--consumers'])('reads %s up to a limit', async (option) => {
    const { place } = await hostileFolder()
    for (const name of ['large', 'pipe', 'zero'])
      expect(await refusal('spec', contractFile, option, place(`specs/${name}.yaml`))).toMatch(
        /yaml is (a pipe|a device|too large)/,
      )
  })
})

describe('a description at an address', () => {
  const endless: RequestListener = (_, response) => {
    const more = () => {
      while (response.write(`# ${'x'.repeat(65_536)}\n`));
      response.once('drain', more)
    }
    more()
  }
  it('is read up to the limit', async () => {
    const origin = await served(endless)
    expect(await refusal('spec', `${origin}/openapi.yaml`)).toMatch(
      /openapi\.yaml is too large: at most 64 MB are read of a file, with all that its \$refs lead to$/,
    )
  })
  it('is read up to the limit when it is packed', async () => {
    // 600 MB in 600 kB.
    const packed = Buffer.concat(Array.from({ length: 75 }, () => gzipSync(Buffer.alloc(8 * 2 ** 20, '#'))))
    const origin = await served((_, response) => response.setHeader('content-encoding', 'gzip').end(packed))
    expect(await refusal('spec', `${origin}/openapi.yaml`)).toMatch(/openapi\.yaml is too large/)
  }, 60_000)
  it('is read up to the limit when it is in many documents', async () => {
    let asked = 0
    const origin = await served((_, response) => {
      asked += 1
      response.end(`${describedBy(`${asked}.yaml`)}# ${'x'.repeat(10 * 2 ** 20)}\n`)
    })
    expect(await refusal('spec', `${origin}/openapi.yaml`)).toMatch(/refers to \S+\/6\.yaml, which is too large/)
    expect(asked).toBe(7)
  })
  it('is not read for longer than a minute, however many documents it has', async () => {
    let asked = 0
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + asked * 5000)
    onTestFinished(() => clock.mockRestore())
    const origin = await served((_, response) => {
      asked += 1
      response.end(describedBy(`${asked}.yaml`))
    })
    expect(await refusal('spec', `${origin}/openapi.yaml`)).toMatch(
      /cannot be read: all documents together took more than 60 s$/,
    )
  })
  it('has a limit of redirects', async () => {
    let asked = 0
    const origin = await served((_, response) => {
      asked += 1
      response.writeHead(302, { location: `/${asked}` }).end()
    })
    expect(await refusal('spec', `${origin}/openapi.yaml`)).toMatch(/cannot be read: it redirects too often$/)
    expect(asked).toBeLessThan(30)
  })
  it.each(['file:///etc/hostname', 'data:application/json,{}', '/etc/hostname', '..%2f..%2fetc/hostname'])(
    'leads to no file by %s',
    async (ref) => {
      const origin = await served(({ url }, response) => {
        if (url === '/openapi.yaml') response.end(describedBy(ref))
        else response.writeHead(404).end()
      })
      const secret = (await readFile('/etc/hostname', 'utf8')).trim()
      const message = await refusal('spec', `${origin}/openapi.yaml`)
      expect(message).toMatch(/404 Not Found|only files and http\(s\) are read/)
      if (secret.length > 3) expect(message).not.toContain(secret)
    },
  )
  it('leads to no file by a redirect', async () => {
    const origin = await served((_, response) => response.writeHead(302, { location: 'file:///etc/hostname' }).end())
    expect(await refusal('spec', `${origin}/openapi.yaml`)).toContain('cannot be read')
  })
})
