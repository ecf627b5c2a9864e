import { execFile, spawn } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { folderOfFile } from '#support/folders.ts'

// Runs the README's code blocks in their order, as a partner would who pastes them.

const root = resolve(import.meta.dirname, '../..')
const programs: Record<string, string> = {
  'npx paket-codegen': 'sdk/codegen/bin.ts',
  'npx paket-drift': 'scripts/drift/cli/bin.ts',
  'npx tsc': 'node_modules/typescript/bin/tsc',
}
const folder = folderOfFile().path
let readme = ''
let port = 0
beforeAll(async () => {
  await mkdir(join(folder, 'node_modules/@paket'), { recursive: true })
  await symlink(join(root, 'sdk'), join(folder, 'node_modules/@paket/sdk'), 'junction')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  port = await freePort()
  readme = (await readFile(join(root, 'sdk/codegen/README.md'), 'utf8')).replaceAll('4011', String(port))
  for (const [, name = '', text = ''] of readme.matchAll(/`([\w./-]+\.\w+)`[^`]*\n\n```\w+\n([^]*?)```/g)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
})

interface Ended {
  code: number
  output: string
}
/** Runs a command line of the README in the folder, with the repository's programs on the PATH. */
function run(line: string): Promise<Ended> {
  const [name, program] = Object.entries(programs).find(([each]) => line.startsWith(each)) ?? []
  const command = name && program ? line.replace(name, `"${process.execPath}" "${join(root, program)}"`) : line
  return new Promise((done) =>
    execFile('sh', ['-c', command], { cwd: folder }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}

test(
  'the README’s commands work for a bookstore, from its description to its traffic',
  { timeout: 300_000 },
  async () => {
    const lines = [...readme.matchAll(/^ {4}((?:npx|node|sed) .*)$/gm)].map(([, line = '']) => line)
    expect(lines).toEqual([
      'npx paket-codegen lint books.yaml',
      'npx paket-codegen generate books.yaml --out src/generated',
      'node server.js &',
      'npx tsc',
      'node src/shop.ts',
      'sed s/price/cost/g books.yaml > service.yaml',
      'npx paket-drift spec service.yaml --contract books.yaml',
      'npx paket-drift traffic day.ndjson --contract books.yaml',
    ])
    const [lint = '', generate = '', , tsc = '', shop = '', rename = '', spec = '', traffic = ''] = lines
    const said = [...(/^prints (.*?)\. /ms.exec(readme)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text)
    expect(said).toHaveLength(6)

    // The folder also has an openapi-ts.config.js, which the command must ignore.
    const linted = await run(lint)
    expect(linted.output.trim()).toBe(/says `([^`]+)`/.exec(readme)?.[1])
    expect(await run(generate)).toEqual({ code: 0, output: 'src/generated: files written: 2 of 2.\n' })
    const generated = await readFile(join(folder, 'src/generated/operations.gen.ts'), 'utf8')
    expect(generated).toContain('/**\n * GET /books/{id}. ')
    expect(await run(tsc)).toEqual({ code: 0, output: '' })
    expect((await run(shop)).output.split('\n').slice(0, -1)).toEqual(said.map(() => 'noConnection'))
    const server = spawn(process.execPath, ['server.js'], { cwd: folder, stdio: 'inherit' })
    onTestFinished(() => void server.kill())
    await expect
      .poll(() => run(shop).then(({ output }) => output.trim().split('\n')), { timeout: 30_000 })
      .toEqual(said)

    await run(rename)
    const compared = await run(spec)
    expect(compared.code).toBe(1)
    expect(compared.output).toContain('`Book.price` is not returned, but `cost` is new')
    const checked = await run(traffic)
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('2 of 2 calls, 5 of 5 codes') as unknown })
    expect(checked.output).toMatch(/No drift\.\n$/)
  },
)

test('the README’s overlay adds its rule to every call', async () => {
  const [, words = ''] = /```yaml\n(overlay: [^]*?)```/.exec(readme) ?? []
  await writeFile(join(folder, 'words.yaml'), words)
  const call = `{ operationId: postMessage, responses: { '200': { description: x, content: { application/json: { schema: { type: object, properties: { ok: {}, error: {} } } } } } } }`
  const chat = `openapi: 3.0.3\ninfo: { title: Chat, version: '1' }\npaths:\n  /chat.postMessage: { post: ${call} }\n`
  await writeFile(join(folder, 'chat.yaml'), chat)
  const { output } = await run('npx paket-codegen lint chat.yaml --overlay words.yaml')
  expect(output).toBe('chat.yaml: nothing is wrong. 1 of 1 calls say how they fail.\n')
}, 300_000)
