import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contractFile, drift as driftHere, type CommandResult, folderOfFile, root } from '../support.ts'

// Tests what needs a process: exit codes, streams, working directory, environment, signals. Everything else runs in the test's own process.

const folder = folderOfFile()
function drift(
  args: readonly string[],
  {
    input = '',
    onError = () => {},
  }: { input?: Buffer | string; onError?: (text: string, stop: () => void) => void } = {},
): Promise<CommandResult & { code: number | null }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'scripts/drift.ts'), ...args], {
      cwd: folder.path,
      env: { ...process.env, NO_COLOR: '1', EMPTY: '' },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
      onError(err, () => child.kill('SIGINT'))
    })
    child.on('close', (code) => done({ code: code ?? -1, out, err }))
    child.stdin.end(input)
  })
}

describe('the drift check as a process', { timeout: 60_000 }, () => {
  it('writes the report to the standard output and exits with 0 when both agree', async () => {
    expect(await drift(['spec', contractFile])).toEqual({
      code: 0,
      out: expect.stringMatching(/No drift\.\n$/),
      err: '',
    })
  })
  it('reads gzipped standard input and exits with 1 for drift', async () => {
    const line = { method: 'POST', url: '/bff/api/v1/create_order', status: 200, responseBody: { code: 9999 } }
    expect(await drift(['traffic', '-'], { input: gzipSync(JSON.stringify(line)) })).toEqual({
      code: 1,
      out: expect.stringMatching(/createOrder returned the code 9999[^]*stdin #1/),
      err: '',
    })
  })
  it('divides a file among one worker per processor; their merged report equals that of a single process', async () => {
    const line = (code: number) =>
      JSON.stringify({ method: 'POST', url: '/bff/api/v1/create_order', status: 200, responseBody: { code } })
    await folder.file(
      Array.from({ length: 300 }, (_, at) => line(at % 3 === 0 ? 9999 : 2004)).join('\n'),
      'many.ndjson',
    )
    const options = ['--format', 'json', '--fail-on', 'note']
    const { code, out } = await drift(['traffic', 'many.ndjson', '--workers', '200', ...options])
    const part = await driftHere(['traffic', 'many.ndjson', '--partial'], { cwd: folder.path })
    const whole = await driftHere(['merge', '-', ...options], { cwd: folder.path, input: part.out })
    expect({ code, out }).toEqual({ code: 1, out: whole.out })
    expect(JSON.parse(out)).toMatchObject({
      read: 300,
      findings: [{ rule: 'seen-code-unknown', seen: { count: 100 } }],
    })
    expect(await drift(['traffic', 'none.ndjson', '--workers', '2'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Could not check: (Worker 2 of 2 ended early: )?none\.ndjson cannot be read/),
    })
  })
  it('names the unreadable file in one line on standard error, and exits with 2', async () => {
    await folder.file('name: x\n', 'other.yaml')
    expect(await drift(['spec', 'other.yaml'])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^Could not check: other\.yaml is no OpenAPI description[^\n]*\n$/),
    })
  })
  it('reads the token from its environment', async () => {
    expect(await drift(['live', 'http://127.0.0.1:9', '--token-env', 'EMPTY'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('The environment variable EMPTY is empty'),
    })
  })
  it('the proxy writes its report when it is interrupted', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.end('{"code":9999}'))
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    let [isAsked, isStopped] = [false, false]
    const result = await drift(['proxy', target, '--port', '0'], {
      onError: (text, stop) => {
        const origin = /http:\/\/127\.0\.0\.1:\d+(?= passes)/.exec(text)?.[0]
        if (origin && !isAsked) {
          isAsked = true
          void fetch(`${origin}/bff/api/v1/create_order`, { method: 'POST', body: '{}' })
        }
        // A second signal stops it at once.
        if (text.includes('breaking: createOrder returned the code 9999') && !isStopped) {
          isStopped = true
          stop()
        }
      },
    })
    server.close()
    expect(result).toEqual({
      code: 1,
      out: expect.stringMatching(/as it was used, against the contract[^]*Drift: /),
      err: expect.stringContaining('Ctrl-C ends it'),
    })
  })
})
