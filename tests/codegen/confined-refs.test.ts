import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { describedBy, hostileFolder, hostileRefs, SECRET } from '#support/hostile-refs.ts'

const run = promisify(execFile)
const bin = resolve(import.meta.dirname, '../../sdk/codegen/bin.ts')
const codegen = (...args: string[]) => run(process.execPath, [bin, ...args], { timeout: 60_000 })
const generated = async (folder: string) =>
  (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).join('')

test('nothing is generated from a description with a $ref out of its folder, whatever way it takes', async () => {
  const { place } = await hostileFolder()
  for (const [nth, [, ref]] of hostileRefs.entries())
    await writeFile(place(`specs/${nth}.yaml`), describedBy(ref.replace('<top>', place())))
  // One process runs all commands, because each start takes a second.
  const each = `
    for (let nth = 0; nth < ${hostileRefs.length}; nth++) {
      const file = ${JSON.stringify(place('specs'))} + '/' + nth + '.yaml'
      process.argv.splice(1, 4, 'generate', file, '--out', ${JSON.stringify(place('out'))})
      await import(${JSON.stringify(pathToFileURL(bin).href)} + '?' + nth)
      console.error('exit ' + process.exitCode + '\f')
      process.exitCode = 0
    }`
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', each], { timeout: 60_000 })
  const said = stderr.split('\f')
  for (const [nth, [what, , says]] of hostileRefs.entries()) {
    const lines = said[nth]?.trim().split('\n') ?? []
    expect(lines, what).toHaveLength(2)
    expect(lines[0], what).toMatch(/^paket-codegen: \S+\.yaml:\d+: the \$ref /)
    expect(lines[0], what).toMatch(says)
    expect(lines[1], what).toBe('exit 2')
  }
  expect(stderr).not.toContain(SECRET)
  await expect(readdir(place('out'))).rejects.toThrow('ENOENT')
}, 90_000)

test('the $ref of an example, an extension or a default is data: no file of it is in what is generated', async () => {
  const { place } = await hostileFolder()
  const data = '{ $ref: ../outside/secret.yaml }'
  const line = `examples: { a: { value: ${data} } }, schema: { type: object, default: ${data}, enum: [${data}] }`
  await writeFile(place('specs/data.yaml'), describedBy('', line))
  await codegen('generate', place('specs/data.yaml'), '--out', place('out'))
  expect(await generated(place('out'))).not.toContain(SECRET)
}, 60_000)

test('--allow-refs generates types of files in a folder that it names', async () => {
  const { place } = await hostileFolder()
  await mkdir(place('common'))
  for (const folder of ['outside', 'common'])
    await writeFile(place(folder, 'book.yaml'), `type: object\nproperties: { from${folder}: { type: string } }\n`)
  const files = ['outside', 'common'].map((folder) => `{ $ref: ../${folder}/book.yaml }`).join(', ')
  await writeFile(place('specs/both.yaml'), describedBy('', `schema: { anyOf: [${files}] }`))
  const args = ['generate', place('specs/both.yaml'), '--out', place('out'), '--allow-refs', place('common')]
  await expect(codegen(...args)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--allow-refs') })
  await codegen(...args, '--allow-refs', place('outside'))
  const text = await generated(place('out'))
  expect(text).toContain('fromcommon')
  expect(text).toContain('fromoutside')
}, 60_000)

test('a description may come from a pipe; it has no folder, so a $ref of it leads to no file', async () => {
  const { place } = await hostileFolder()
  const lint = (text: string, how: string, ...more: string[]) =>
    execFileSync('bash', ['-c', how, '', process.execPath, bin, 'lint', ...more], {
      input: text,
      cwd: place(),
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const plain = describedBy('', 'schema: { type: object }')
  const ways = ['"$@" <(cat)', 'cat | "$@" /dev/stdin']
  for (const how of ways) expect(lint(plain, how)).toContain('nothing is wrong')
  for (const how of ways)
    for (const ref of ['outside/secret.yaml', place('outside/secret.yaml'), '../shm/x.yaml', 'zero'])
      expect(() => lint(describedBy(ref), how), `${how} ${ref}`).toThrow(
        /:11: the \$ref .* which is outside of the description, which is a stream and has no folder/,
      )
  await writeFile(place('outside/book.yaml'), 'type: object')
  expect(lint(describedBy(place('outside/book.yaml')), '"$@" --allow-refs outside <(cat)')).toContain(
    'nothing is wrong',
  )
}, 60_000)
