import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anyProduct } from '#mock/any/any.ts'
import { runCommand } from '#mock/engine/commands/command-line.ts'
import { startServer } from '#mock/engine/server.ts'
import { paket } from '#mock/product/paket.ts'
import { root } from '../../scripts/processes.ts'
import { describedBy, hostileFolder, hostileRefs, SECRET } from '#support/hostile-refs.ts'
import { ask } from './support.ts'

const checked = (...args: string[]) => runCommand(paket, anyProduct, ['--check', '--contract', ...args])

describe('the mock of a foreign description', () => {
  it.each(hostileRefs)('does not start with a $ref to %s, and says why', async (_, ref, says) => {
    const folder = await hostileFolder()
    const error = await checked(await folder.description(ref)).catch((reason: unknown) => reason as Error)
    expect(error?.message).toMatch(/\.yaml:\d+: the \$ref /)
    expect(error?.message).toMatch(says)
    expect(error?.message).not.toContain(SECRET)
  })
  it('follows a $ref into a folder of --allow-refs', async () => {
    const folder = await hostileFolder()
    const file = await folder.description('../outside/book.yaml')
    await writeFile(folder.place('outside/book.yaml'), 'type: object\nproperties: { title: { example: Dead Souls } }\n')
    await expect(checked(file)).rejects.toThrow('--allow-refs')
    await checked(file, '--allow-refs', folder.place('outside'))
    await expect(checked(folder.place('specs'), '--allow-refs', folder.place('outside'))).rejects.toThrow(
      /--allow-refs is for a file of --contract, and \S+ is a folder/,
    )
  })
  it('asks no host and reads no file that an example names, and answers with the example', async () => {
    const { place } = await hostileFolder()
    const asked: (string | undefined)[] = []
    const server = createServer(({ url }, response) => {
      asked.push(url)
      response.end(`{ "${SECRET}": 1 }`)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.json`
    const data = [host, place('outside/secret.yaml'), '/dev/zero'].map(($ref) => ({ $ref }))
    const line = `schema: { default: ${JSON.stringify(data)} }, examples: { a: { value: ${JSON.stringify(data)} } }`
    await writeFile(place('specs/data.yaml'), describedBy('', line))
    const mock = await startServer(await anyProduct(place('specs/data.yaml')), { port: 0 })
    onTestFinished(() => mock.close())
    expect(await ask(mock.origin, 'GET', '/books')).toMatchObject({ status: 200, body: data })
    expect(asked).toEqual([])
  })
  it('may be given by a pipe', async () => {
    const { place } = await hostileFolder()
    await writeFile(place('specs/plain.yaml'), describedBy('', 'schema: { type: object }'))
    const args = ['cat "$1" | "$2" mock-server/src/main.ts --check --contract /dev/stdin', '']
    const { stdout } = await promisify(execFile)('bash', ['-c', ...args, place('specs/plain.yaml'), process.execPath], {
      cwd: root,
    })
    expect(stdout).toContain('1 calls')
  }, 60_000)
})

it.each(['pipe.yaml', 'zero.yaml', 'large.yaml'])(
  'a folder of --contract with %s ends with a sentence',
  async (name) => {
    const { place } = await hostileFolder()
    await writeFile(place('specs/openapi.yaml'), describedBy(name))
    await expect(checked(place('specs'))).rejects.toThrow(/The contract in \S+specs cannot be read: \S+:11: the \$ref /)
  },
)
