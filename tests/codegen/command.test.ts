import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderOfFile } from '#support/folders.ts'

// What the command writes for another project's contract, and its messages for a wrong one.

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const codegen = (...args: string[]) => run(process.execPath, [join(root, 'sdk/codegen/bin.ts'), ...args])
const bookstore = join(root, 'tests/support/bookstore.yaml')

const folder = folderOfFile().path
beforeAll(async () => {
  await codegen('generate', bookstore, '--out', join(folder, 'generated'))
}, 60_000)

test('generated types narrow by call and by name, and reject an unknown name and an invalid request', async () => {
  await mkdir(join(folder, 'node_modules/@paket'), { recursive: true })
  await symlink(join(root, 'sdk'), join(folder, 'node_modules/@paket/sdk'), 'junction')
  await writeFile(
    join(folder, 'consumer.ts'),
    `import { createClientOf } from '@paket/sdk/runtime'
import { addBook, getBook } from './generated/operations.gen.ts'

const books = createClientOf({ addBook, getBook }, { baseUrl: 'https://books.example/api' })
const book = await books.getBook({ path: { id: 7 }, query: { fields: ['title'] } })
if (book.ok) {
  const title: string = book.data.title
  const subtitle: string | null | undefined = book.data.subtitle
  void [title, subtitle]
} else if (book.failure.name === 'notSoldHere') {
  const code: 'embargoed' | 'region_locked' = book.failure.code
  void code
} else if (book.failure.name === 'tooManyRequests') {
  const status: 429 = book.failure.status
  void status
}
const added = await books.addBook({ body: { title: 'Dead Souls', price: 450 } })
if (added.ok) void (added.data.ok satisfies true)
// @ts-expect-error: no such failure
if (!book.ok && book.failure.name === 'tooCheap') void 0
// @ts-expect-error: the path has a parameter
void books.getBook()
// @ts-expect-error: a field of the body is missing
void books.addBook({ body: { title: 'x' } })
`,
  )
  const options = {
    ...JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')).compilerOptions,
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['consumer.ts'] }))
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
}, 60_000)

describe('the command', { timeout: 60_000 }, () => {
  test('reports what is wrong with a description, and where', async () => {
    const broken = (await readFile(bookstore, 'utf8'))
      .replace('code: withdrawn, name: withdrawn', 'code: withdrawn, name: notSoldHere')
      .replace('http: 422', 'http: 499')
      .replace('require: [title]', 'needs: [title]')
    await writeFile(join(folder, 'broken.yaml'), broken)
    const { code, stderr } = await codegen('lint', join(folder, 'broken.yaml')).then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    )
    expect(code).toBe(1)
    expect(stderr).toContain('getBook (GET /books/{id}): x-validity must NOT have additional properties: needs')
    expect(stderr).toContain('addBook (POST /books): unreadable means HTTP 499, which has no response')
  })

  test('names a generated file that is not up to date', async () => {
    const out = join(folder, 'stale')
    await cp(join(folder, 'generated'), out, { recursive: true })
    expect((await codegen('generate', bookstore, '--out', out, '--check')).stdout).toContain('files written: 0 of 2.')
    await writeFile(join(out, 'types.gen.ts'), '')
    await expect(codegen('generate', bookstore, '--out', out, '--check')).rejects.toMatchObject({ code: 1 })
  })

  test('reports an error when the folder is a broken symbolic link', async () => {
    await symlink(join(folder, 'nowhere/generated'), join(folder, 'link'))
    await expect(codegen('generate', bookstore, '--out', join(folder, 'link'))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('link cannot be written to: ENOENT') as unknown,
    })
  })

  test.each([
    [
      'a schema that is itself',
      'allOf: [{ $ref: "#/components/schemas/NewBook" }]',
      'Maximum call stack size exceeded',
    ],
    ['a field that JavaScript cannot have', 'properties: { __proto__: { type: string } }', 'rename it'],
  ])('generates nothing from %s, and names the file and the reason', async (_, schema, why) => {
    const text = (await readFile(bookstore, 'utf8')).replace(/(?<=^ {4}NewBook:\n)( {6}.*\n)+/m, `      ${schema}\n`)
    await writeFile(join(folder, 'odd.yaml'), text)
    const generated = codegen('generate', join(folder, 'odd.yaml'), '--out', join(folder, 'odd'))
    await expect(generated).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(`odd.yaml: no types can be made of it: .*${why}`) as unknown,
    })
  })

  const mistakes: [mistake: string, change: (text: string) => string, says: string][] = [
    ['another kind of file', () => 'name: x', 'wrong.yaml: it is no OpenAPI description'],
    ['text that is no YAML', (text) => text.replace('paths:', 'paths: ['), 'wrong.yaml:8: it is no valid YAML'],
    [
      'a $ref to nowhere',
      (text) => text.replace('schemas/Book', 'schemas/Bok'),
      'wrong.yaml:28: the $ref #/components/schemas/Bok leads nowhere: components/schemas has no Bok, but Book, NewBook, Added, NotAdded, Refusal. Correct the reference or add Bok',
    ],
    [
      'a $ref to a part that there is not',
      (text) => text.replace('components/schemas/Book', 'componets/schemas/Book'),
      'wrong.yaml:28: the $ref #/componets/schemas/Book leads nowhere: wrong.yaml has no componets, but components, openapi, info, servers, security and 1 more.',
    ],
    [
      'a $ref to a file that there is not',
      (text) => text.replace('#/components/schemas/Book', 'schemas/book.yaml'),
      'wrong.yaml:28: the $ref schemas/book.yaml leads to schemas/book.yaml, which is no file: correct the path or add the file',
    ],
    [
      'a $ref to a file that is no description, without what is in it',
      (text) => text.replace('#/components/schemas/Book', 'secret.txt'),
      'wrong.yaml:83: secret of components/schemas is a string, not an object: does a $ref lead to another file than is meant?\n',
    ],
    [
      'a $ref to a folder',
      (text) => text.replace('#/components/schemas/Book', './generated#/Book'),
      'wrong.yaml:28: the $ref ./generated#/Book leads to generated, which is a folder: name a file in it',
    ],
    [
      'two calls of one name',
      (text) => text.replace('operationId: addBook', 'operationId: getBook'),
      'wrong.yaml:44: two calls are named getBook, the other at wrong.yaml:10',
    ],
    [
      'a call that makes its client a promise',
      (text) => text.replace('operationId: addBook', 'operationId: then'),
      'wrong.yaml:44: then (POST /books): `await` takes a client with a call named then for a promise: choose another operationId',
    ],
    [
      'no words at all',
      (text) =>
        text
          .replaceAll(/^ +(x-validity|x-failures|- \{ (code|http)): .*\n/gm, '')
          .replaceAll(/^ +(x-failures:|- \{ (code|http):.*)\n/gm, ''),
      'wrong.yaml:7: no call has x-validity or x-failures',
    ],
    [
      'a description without calls',
      () => 'openapi: 3.1.0\ninfo: {}\nwebhooks: {}\npaths:\n',
      'wrong.yaml:4: it has no calls',
    ],
    [
      'a code that is a success and a failure',
      (text) => text.replace('codeAt: reason, ', '').replace('code: 3', 'code: true'),
      'wrong.yaml:48: addBook (POST /books): x-failures lists code true, which x-validity accepts',
    ],
    [
      'a path that no answer has',
      (text) => text.replace('at: error.code', 'at: eror.code'),
      'wrong.yaml:16: getBook (GET /books/{id}) has no schema and no example of an answer with eror.code, which x-validity examines (a doubt)\n',
    ],
    [
      'a call that only OpenAPI 3.2 has',
      (text) =>
        text.replace('openapi: 3.0.3', 'openapi: 3.2.0').replace('  /books:\n', '$&    query: { responses: {} }\n'),
      'wrong.yaml:43: /books: query is left out: calls are get, put, post, delete, options, head, patch, trace; what is needed of it has to be one of these (a doubt)\n',
    ],
    [
      'a method that only OpenAPI 3.2 allows',
      (text) =>
        text
          .replace('openapi: 3.0.3', 'openapi: 3.2.0')
          .replace('  /books:\n', '$&    additionalOperations: { COPY: {} }\n'),
      'wrong.yaml:43: /books: additionalOperations is left out',
    ],
    [
      'the first nullable of OpenAPI 3.0 in 3.1, not in an example',
      (text) =>
        text
          .replace('openapi: 3.0.3', 'openapi: 3.1.0')
          .replace(/^ +price:/m, '        default: { nullable: true, default: { nullable: true } }\n$&'),
      "wrong.yaml:91: nullable is ignored, because OpenAPI 3.1.0 does not have it; so are 1 more: write type: [string, 'null'] (a doubt)\n",
    ],
    [
      'the first call that takes only a file',
      (text) =>
        text
          .replace(
            '  /books:\n',
            "$&    put: { operationId: addCover, requestBody: { content: { image/png: {} } }, responses: { '204': { description: Added. } } }\n",
          )
          .replace(/^ {10}application\/json:(?=\n +schema: .*NewBook)/m, '          multipart/form-data:'),
      'wrong.yaml:43: addCover (PUT /books) takes neither JSON nor a form of texts, so its body is notSent; the same holds for addBook (a doubt)\n',
    ],
    [
      'a call that answers only a text',
      (text) =>
        text.replace(
          '  /books:\n',
          "$&    get: { operationId: listBooks, responses: { '200': { description: All., content: { text/csv: {} } } } }\n",
        ),
      'wrong.yaml:43: listBooks (GET /books) answers no JSON, so its answer is malformed (a doubt)\n',
    ],
    [
      'a parameter in a cookie',
      (text) => text.replace('name: X-Shop, in: header', 'name: shop, in: cookie'),
      'wrong.yaml:12: getBook (GET /books/{id}) has parameters in cookies, which are not sent (a doubt)\n',
    ],
    [
      'a whole query as a parameter',
      (text) => text.replace('name: fields, in: query', 'name: fields, in: querystring'),
      'wrong.yaml:12: getBook (GET /books/{id}) has a whole query as a parameter, which is not sent (a doubt)\n',
    ],
    [
      'a style of a path that is not sent',
      (text) => text.replace('name: id, in: path,', '$& style: matrix,'),
      'wrong.yaml:12: getBook (GET /books/{id}) has parameters of a path or headers that are not sent as described: their style is simple, without explode (a doubt)\n',
    ],
    [
      'an object in a header that is exploded',
      (text) => text.replace(/(name: X-Shop, in: header,)(.*)type: string/, '$1 explode: true,$2type: object'),
      'wrong.yaml:12: getBook (GET /books/{id}) has parameters of a path or headers that are not sent as described',
    ],
    [
      'JSON in a header',
      (text) => text.replace(/(name: X-Shop, in: header,).*/, '$1 content: { application/json: {} } }'),
      'wrong.yaml:12: getBook (GET /books/{id}) has parameters of a path or headers with content, which are sent as texts and not as JSON (a doubt)\n',
    ],
    [
      'a key in the query and a password, neither of which is sent',
      (text) =>
        text
          .replace('security: []', 'security: [{ key: [] }, { login: [] }]')
          .replace(
            'components:\n',
            '$&  securitySchemes: { key: { type: apiKey, name: shopKey, in: query }, login: { type: http, scheme: basic } }\n',
          ),
      'wrong.yaml:9: getBook (GET /books/{id}) needs a key in the query, which auth does not send: describe it as a parameter too; the same holds for addBook (a doubt)\n' +
        'wrong.yaml:9: getBook (GET /books/{id}) needs a password, which auth does not send: describe its header, Authorization, as a parameter too; the same holds for addBook (a doubt)\n',
    ],
    [
      'a misspelt word',
      (text) => text.replace('x-validity', 'x-validty'),
      'wrong.yaml:16: getBook (GET /books/{id}): x-validty is no word of the vocabulary: x-validity is',
    ],
    [
      'a path with a command for the terminal, which gets none',
      (text) => text.replace('x-validity', 'x-validty').replace('  /books/{id}:', String.raw`  "/\e[2J\n/{id}":`),
      String.raw`wrong.yaml:16: getBook (GET /\u001b[2J /{id}): x-validty is no word`,
    ],
  ]
  /** The message for each mistake. One process runs all commands, because each start takes seconds. */
  let written: string[] = []
  beforeAll(async () => {
    const text = await readFile(bookstore, 'utf8')
    for (const [nth, [, change]] of mistakes.entries()) {
      await mkdir(join(folder, `mistake-${nth}`, 'generated'), { recursive: true })
      await writeFile(join(folder, `mistake-${nth}`, 'secret.txt'), 'token 4711')
      await writeFile(join(folder, `mistake-${nth}`, 'wrong.yaml'), change(text))
    }
    const each = `
      for (let nth = 0; nth < ${mistakes.length}; nth++) {
        process.chdir(${JSON.stringify(join(folder, 'mistake-'))} + nth)
        process.argv.splice(1, 2, 'lint', 'wrong.yaml')
        await import(${JSON.stringify(pathToFileURL(join(root, 'sdk/codegen/bin.ts')).href)} + '?' + nth)
        console.error('\f')
      }`
    const command = run(process.execPath, ['--input-type=module', '--eval', each])
    written = (await command.catch((error: { stderr: string }) => error)).stderr.split('\f')
  }, 60_000)
  test.each(mistakes.map(([mistake, , says], nth) => [mistake, nth, says] as const))(
    'names the file and the line of %s',
    (_, nth, says) => {
      expect(written[nth]).toContain(says)
      expect(written[nth]).not.toMatch(/^ +at /m)
    },
  )

  test.each([
    ['a parameter too', 'security: [{ key: [] }]', 'name: fields, in: query'],
    ['one of two options, the other a token', 'security: [{ key: [] }, { token: [] }]', 'name: other, in: query'],
    ['a password whose header is a parameter', 'security: [{ login: [] }]', 'name: authorization, in: header'],
  ])('doubts no key that is %s', async (_, security, parameter) => {
    const schemes =
      '{ key: { type: apiKey, name: fields, in: query }, token: { type: http, scheme: Bearer }, login: { type: http, scheme: basic } }'
    const text = (await readFile(bookstore, 'utf8'))
      .replace('security: []', '')
      .replace('      operationId: getBook\n', `$&      ${security}\n`)
      .replace('name: fields, in: query', parameter)
      .replace('components:\n', `$&  securitySchemes: ${schemes}\n`)
    await writeFile(join(folder, 'keys.yaml'), text)
    expect((await codegen('lint', join(folder, 'keys.yaml'))).stderr).not.toContain('needs')
  })

  test('names the line of an error in an overlay, and in what it adds', async () => {
    const lint = async (actions: string) => {
      const head = `overlay: 1.0.0\ninfo: { title: Words, version: '1' }\nactions:\n`
      await writeFile(join(folder, 'words.yaml'), head + actions)
      const plain = (await readFile(bookstore, 'utf8')).replace(/^ +x-validity: \{ at: ok.*\n/m, '')
      await writeFile(join(folder, 'plain.yaml'), plain)
      const args = [join(root, 'sdk/codegen/bin.ts'), 'lint', 'plain.yaml', '--overlay', 'words.yaml']
      return (await run(process.execPath, args, { cwd: folder }).catch((error: { stderr: string }) => error)).stderr
    }
    expect(await lint("  - target: $.paths['/bok'].get\n    update: {}\n")).toContain(
      'words.yaml:4: the target of action 1',
    )
    expect(await lint("  - target: $.paths['/books'].post\n    update:\n      x-validity: { needs: [] }\n")).toContain(
      'words.yaml:6: addBook (POST /books): x-validity must NOT have additional properties: needs',
    )
  })

  test('without a description prints what it needs', async () => {
    await expect(codegen('lint')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('lint takes one description, not none. See paket-codegen --help.') as unknown,
    })
  })
  test.each(['--help', '-h'])('%s prints the help', async (option) => {
    expect((await codegen(option)).stdout).toContain('paket-codegen lint <description>')
  })
})
