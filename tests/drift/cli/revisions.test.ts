import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { drift, folderOfFile, root } from '../support.ts'

const folder = folderOfFile()
/** Another project's repository: a description in several files, some of them outside of its folder. */
const files: Record<string, string> = {
  'api/openapi.yaml': `openapi: 3.1.0
info: { title: Library, version: '1' }
paths:
  /books: { $ref: ./paths/books.yaml }
`,
  'api/paths/books.yaml': `get:
  operationId: getBooks
  responses:
    '200':
      description: x
      content: { application/json: { schema: { $ref: "../../common/book.json#/Book" } } }
`,
  'common/book.json':
    '{ "Book": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } } }',
  'README.md': 'no description',
}
let repository = ''
const put = async (name: string, text: string) => {
  await mkdir(dirname(join(repository, name)), { recursive: true })
  await writeFile(join(repository, name), text)
}
const git = (...args: string[]) =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=x', '-c', 'user.email=x@x.example', ...args])
beforeAll(async () => {
  repository = await mkdtemp(join(folder.path, 'repository-'))
  git('init', '-q', '-b', 'main')
  for (const [name, text] of Object.entries(files)) await put(name, text)
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  git('tag', 'v1')
  await put('common/book.json', files['common/book.json']!.replace('"required": ["title"], ', ''))
  git('commit', '-q', '-a', '-m', 'second')
})
const changes = (args: string[], cwd = repository) => drift(['changes', ...args], { cwd })
/** Places are files of the repository, not of the temporary copy. */
const optional = expect.stringMatching(/title[^]*before +v1:common\/book\.json:1 [^]*now +\S*common\/book\.json:1 /)

describe('drift changes over revisions of another repository', { timeout: 60_000 }, () => {
  it('leaves no copy of a revision when it is interrupted', async () => {
    let stop = () => {}
    // Never answers.
    const server = createServer(() => stop())
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`
    const args = [
      join(root, 'scripts/drift/cli/bin.ts'),
      'changes',
      'main:api/openapi.yaml',
      address,
      '--allow-refs=common',
    ]
    const temporary = await mkdtemp(join(folder.path, 'tmp-'))
    const child = spawn(process.execPath, args, { cwd: repository, env: { ...process.env, TMPDIR: temporary } })
    stop = () => void child.kill('SIGINT')
    onTestFinished(() => void child.kill('SIGKILL'))
    const code = await new Promise((done) => void child.on('close', done))
    server.closeAllConnections()
    server.close()
    expect({ code, left: await readdir(temporary) }).toEqual({ code: 130, left: [] })
  })
  it.each<[what: string, args: string[], cwd: string]>([
    [
      'a file of a revision against the file as it is',
      ['v1:api/openapi.yaml', 'api/openapi.yaml', '--allow-refs', 'common'],
      '',
    ],
    ['files of two revisions', ['v1:api/openapi.yaml', 'main:api/openapi.yaml', '--allow-refs=common'], ''],
    ['a file below the folder that it is in', ['v1:./openapi.yaml', './openapi.yaml', '--allow-refs', '..'], 'api'],
    [
      'a revision alone, with the contract named',
      ['v1', '--contract', 'api/openapi.yaml', '--allow-refs', 'common'],
      '',
    ],
    [
      'two revisions, with the contract named',
      ['v1', 'HEAD', '--contract', 'openapi.yaml', '--allow-refs', '../common'],
      'api',
    ],
  ])('compares %s', async (_, args, cwd) => {
    const { code, out, err } = await changes(args, join(repository, cwd))
    expect({ code, err, out }).toEqual({ code: 1, err: '', out: optional })
    expect(out).not.toContain('paket-revision')
  })
  it('finds nothing between a revision and itself', async () => {
    expect(await changes(['v1:api/openapi.yaml', 'v1~0:api/openapi.yaml', '--allow-refs', 'common'])).toMatchObject({
      code: 0,
    })
  })
  it.each(['HEAD', 'api/openapi.yaml'])(
    'reads no file outside of the description’s folder against %s, and says in the words of the repository how to',
    async (now) => {
      const { code, out, err } = await changes(['v1:api/openapi.yaml', now, '--contract', 'api/openapi.yaml'])
      expect({ code, out, err }).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(
          /^Could not check: \S*api\/paths\/books\.yaml:6 refers to \S*common\/book\.json, which is outside of the description's folder, \S*api: if you trust the description, add --allow-refs (\.\/)?common\n$/,
        ),
      })
    },
  )
  it('accepts a folder at a revision', async () => {
    await put('all/openapi.yaml', files['api/openapi.yaml']!.replace('./paths/books.yaml', './books.yaml'))
    await put('all/books.yaml', files['api/paths/books.yaml']!.replace('../../common/', ''))
    await put('all/book.json', files['common/book.json']!)
    git('add', '-A')
    git('commit', '-q', '-m', 'third')
    await put('all/book.json', files['common/book.json']!.replace('string', 'integer'))
    const { code, out } = await changes(['HEAD:all', 'all'])
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/before +HEAD:all\/book\.json:1 /) })
    await rm(join(repository, 'all'), { recursive: true })
  })
  it.each<[string[], RegExp]>([
    [['v1:api/none.yaml'], /v1 has no api\/none\.yaml; git ls-tree/],
    [['v9:api/openapi.yaml'], /v9 is no revision of this repository/],
    [['--', '--output=x:api/openapi.yaml'], /--output=x is no revision/],
    [['v1', '--contract', 'api/none.yaml'], /v1 has no api\/none\.yaml/],
    [['v1:README.md', 'api/openapi.yaml'], /README\.md/],
  ])('%j is refused with a sentence', async (args, message) => {
    expect(await changes(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(message) })
  })
  it('reports that a path is not in a repository', async () => {
    const { code, err } = await changes(['v1:api/openapi.yaml'], folder.path)
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/v1:api\/openapi\.yaml is no file, and here is no git/),
    })
  })
})
