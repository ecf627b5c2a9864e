import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contract, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const LONG = 400_000
/** Linear work ends within seconds, quadratic work takes an hour. */
const DEADLINE_MS = 60_000

/** An endless loop blocks its process, so all commands run in a child process, which is killed at the deadline. */
let child: ChildProcess | undefined
afterAll(() => child?.kill())
async function drift(...args: string[]): Promise<unknown> {
  child ??= fork(join(import.meta.dirname, 'drift-child.ts'), { execArgv: [] })
  const running = child
  running.send(args)
  try {
    const [result] = (await once(running, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })) as [unknown]
    return result
  } catch (error) {
    child = undefined
    running.kill('SIGKILL')
    throw error
  }
}
const isDone = { code: expect.toBeOneOf([0, 1, 2]) }

describe('the drift check ends in time for malicious input', { timeout: DEADLINE_MS + 30_000 }, () => {
  const changed = (change: (document: Record<string, unknown>) => void) => {
    const { document } = contract()
    change(document)
    return document
  }
  it.each<[string, () => unknown]>([
    [
      'slashes in the address of a server',
      () => changed((all) => (all['servers'] = [{ url: `${'/'.repeat(LONG)}x` }])),
    ],
    ['opened braces there', () => changed((all) => (all['servers'] = [{ url: '{'.repeat(LONG) }]))],
    ['slashes in the base path', () => ({ swagger: '2.0', basePath: `${'/'.repeat(LONG)}x`, paths: {} })],
    [
      'slashes in a path',
      () => changed((all) => Object.assign(all['paths']!, { [`${'/'.repeat(LONG)}x`]: { post: { responses: {} } } })),
    ],
    [
      'opened braces in a path',
      () => changed((all) => Object.assign(all['paths']!, { [`/${'{'.repeat(LONG)}`]: { post: { responses: {} } } })),
    ],
    ['spaces where the text cannot be read', () => `a: [${' '.repeat(LONG)}x: ]y${' '.repeat(LONG)}`],
  ])('with %s', async (_, content) => {
    expect(await drift('spec', await folder.file(content()))).toMatchObject(isDone)
  })
  it('with many slashes in the URLs of a recording', async () => {
    const line = (url: string) => JSON.stringify({ method: 'POST', url, status: 200, responseBody: { code: 0 } })
    const lines = [
      `/bff/api/${'/'.repeat(LONG)}x`,
      `https://host.example/${'{'.repeat(LONG)}`,
      '/bff/api/v1/create_order',
    ]
    const recording = await folder.file(lines.map(line).join('\n'), 'long.ndjson')
    expect(await drift('traffic', recording)).toMatchObject(isDone)
    expect(await drift('traffic', recording, '--base', `${'/'.repeat(100_000)}x`)).toMatchObject(isDone)
  })
  it('with nested YAML aliases, each repeating the previous one ten times', async () => {
    const ten = (name: string) => Array.from({ length: 10 }, (_, nth) => `p${nth}: *${name}`).join(', ')
    const levels = Array.from(
      { length: 12 },
      (_, nth) => `x-${nth}: &a${nth + 1} { properties: { ${ten(`a${nth}`)} } }`,
    )
    const paths = 'paths: { /x: { get: { responses: { 200: { content: { a/b: { schema: *a12 } } } } } } }'
    const service = await folder.file(['openapi: 3.1.0', 'x: &a0 {}', ...levels, paths].join('\n'), 'aliases.yaml')
    const line = JSON.stringify({ method: 'POST', url: '/bff/api/v1/create_order', status: 500 })
    const recording = await folder.file(line, 'one.ndjson')
    expect(await drift('traffic', recording, '--service', service)).toMatchObject(isDone)
  })
  it('with many slashes in the service’s URL', async () => {
    const address = `http://127.0.0.1:9${'/'.repeat(100_000)}x`
    expect(await drift('live', address, '--dry-run')).toMatchObject(isDone)
  })
})
