import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packed } from '#support/packed.ts'
import { contractFile, folderOfFile } from './support.ts'

const run = promisify(execFile)
const folder = folderOfFile()
let installed: string
let files: string[]
beforeAll(async () => {
  const { path } = await packed('drift', folder.path)
  // In a folder without other packages.
  installed = await mkdtemp(join(tmpdir(), 'paket-drift-'))
  await run('tar', ['-xzf', path, '-C', installed])
  files = (await run('tar', ['-tzf', path])).stdout.trim().split('\n')
}, 60_000)
afterAll(() => rm(installed, { recursive: true, force: true }))

const drift = (...args: string[]) => driftOn(process.execPath, ...args)
const driftOn = (node: string, ...args: string[]) =>
  run(node, [join(installed, 'package/dist/drift.js'), ...args], { cwd: folder.path }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      err: stderr,
    }),
  )

/** Returns the oldest supported Node, if it is installed on this machine. */
async function oldNode(): Promise<string | null> {
  for (const place of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(place, 'node')
    const version = await run(node, ['--version']).catch(() => null)
    if (version?.stdout.startsWith('v20.')) return node
  }
  return null
}

describe('the packed drift check', { timeout: 60_000 }, () => {
  it('contains the program, the contract and nothing else', () => {
    const kinds = new Set(files.map((file) => file.replace(/^package\/(openapi\/(?:paths|schemas))\/.+\.yaml$/, '$1')))
    expect([...kinds].toSorted()).toEqual([
      'openapi/paths',
      'openapi/schemas',
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/LICENSES.txt',
      'package/README.md',
      'package/REFERENCE.md',
      'package/RULES.md',
      'package/dist/drift.js',
      'package/examples/README.md',
      'package/examples/kafka/worker.sh',
      'package/examples/kubernetes/drift.yaml',
      'package/examples/parallel/check.sh',
      'package/examples/redis/hand-in.lua',
      'package/examples/redis/worker.sh',
      'package/examples/spark/drift.py',
      'package/openapi/catalogue.yaml',
      'package/openapi/flows.arazzo.yaml',
      'package/openapi/openapi.yaml',
      'package/openapi/outcomes.yaml',
      'package/package.json',
      'package/sbom.cdx.json',
    ])
  })
  it('contains the files that its pages link to', async () => {
    const pages = files.filter((file) => file.endsWith('.md'))
    const links = await Promise.all(
      pages.map(async (page) => {
        const text = await readFile(join(installed, page), 'utf8')
        return [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) =>
          posix.join(posix.dirname(page), to),
        )
      }),
    )
    expect(links.flat().length).toBeGreaterThan(5)
    expect(links.flat().filter((link) => !files.includes(link))).toEqual([])
  })
  it('contains all its dependencies, with their licences', async () => {
    const { bin, ...manifest } = JSON.parse(
      await readFile(join(installed, 'package/package.json'), 'utf8'),
    ) as object & {
      bin: object
    }
    const program = await readFile(join(installed, 'package/dist/drift.js'), 'utf8')
    const imported = [...program.matchAll(/(?:from ?|import\()"([^".][^"]*)"/g)].map(([, name = '']) => name)
    expect(imported.length).toBeGreaterThan(5)
    expect([...new Set(imported)].filter((name) => !isBuiltin(name))).toEqual(['typescript'])
    // npm asks no registry, not even for an optional peer dependency.
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([])
    expect(bin).toEqual({ 'paket-drift': './dist/drift.js' })
    expect(program.startsWith('#!/usr/bin/env node\n')).toBe(true)
    const licences = await readFile(join(installed, 'package/LICENSES.txt'), 'utf8')
    expect([...licences.matchAll(/^(@?[\w/-]+) \d+\.\d+\.\d+: \S/gm)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(['@redocly/openapi-core', 'ajv', 'fast-check', 'js-yaml', 'yaml']),
    )
    // Only the reader of files is bundled, not the linter.
    expect(program).not.toContain('no-ambiguous-paths')
  })
  it('compares with its own contract', async () => {
    expect(await drift('spec', contractFile)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/33 of 33 calls[^]*No drift\.\n$/),
    })
    const other = await folder.file('openapi: 3.0.0\ninfo: { title: x, version: "1" }\npaths: {}\n', 'empty.yaml')
    const { code, out } = await drift('spec', other, '--format', 'github')
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /^::error file=empty\.yaml,line=3,title=call-missing\.[0-9a-f]{8}::`POST \S+` does not exist/m,
      ),
    })
  })
  it('checks traffic', async () => {
    const { code, out } = await drift(
      'traffic',
      await folder.file(
        '{"method":"POST","url":"/bff/api/v1/create_order","status":200,"responseBody":{"code":9999}}',
        'a.ndjson',
      ),
    )
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /createOrder returned the code 9999[^]*\n +contract +@paket\/drift\/openapi\/paths\/orders\/create-order\.yaml:\d+ #/,
      ),
    })
  })
  it('works on Node 20 too', async ({ skip }) => {
    const node = await oldNode()
    if (node === null) return skip('there is no Node 20 on this machine')
    const result = await driftOn(node, 'spec', contractFile)
    expect(result).toEqual(await drift('spec', contractFile))
    expect(result).toMatchObject({ code: 0, out: expect.stringMatching(/33 of 33 calls/) })
  })
  it('reports that revisions need a repository', async () => {
    expect(await drift('changes', 'HEAD')).toMatchObject({ code: 2, err: expect.stringContaining('no git repository') })
  })
})
