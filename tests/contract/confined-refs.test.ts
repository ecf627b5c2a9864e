import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadDescription } from '@paket/contract/description'
import { describedBy, hostileFolder, hostileRefs, SECRET } from '#support/hostile-refs.ts'

// What a description may make a program read: files below its folder, and folders that the user names.

const rejection = async (file: string) => {
  const error = await loadDescription(file).then(
    (contract) => new Error(`loaded: ${JSON.stringify(contract)}`),
    (reason: unknown) => reason as Error,
  )
  expect(error.message).not.toContain(SECRET)
  return error.message
}

describe('a description', () => {
  test.each(hostileRefs)('with a $ref to %s is rejected with line and reason', async (_, ref, says) => {
    const folder = await hostileFolder()
    const message = await rejection(await folder.description(ref))
    expect(message).toMatch(/\.yaml:\d+: the \$ref /)
    expect(message).toMatch(says)
  })

  test.each([
    ['an external example', 'example: 1, examples: { a: { externalValue: ../outside/secret.yaml } }', 'externalValue'],
    [
      'a mapping of a discriminator',
      'schema: { discriminator: { propertyName: kind, mapping: { a: ../outside/secret.yaml } }, oneOf: [{ type: object }] }',
      '$ref',
    ],
    ['an example', 'examples: { a: { $ref: ../outside/secret.yaml } }', '$ref'],
    ['an extension', 'x-more: { $ref: ../outside/secret.yaml }', '$ref'],
    ['a text', 'schema: { description: { $ref: ../outside/secret.yaml } }', '$ref'],
    ['the key of properties', 'schema: { properties: { $ref: ../outside/secret.yaml } }', '$ref'],
  ])('is rejected for a path out of its folder in %s', async (_, line, word) => {
    const folder = await hostileFolder()
    expect(await rejection(await folder.description('', line))).toMatch(
      new RegExp(`openapi\\.yaml:11: the \\${word} \\.\\./outside/secret\\.yaml leads to \\S+, which is outside of`),
    )
  })
  test.each([
    ['a path', 'paths: { /a: { $ref: ../outside/secret.yaml } }'],
    ['a webhook', 'paths: {}\nwebhooks: { a: { $ref: ../outside/secret.yaml } }'],
    ['a component', 'paths: {}\ncomponents: { schemas: { A: { $ref: ../outside/secret.yaml } } }'],
    ['a parameter', 'paths: { /a: { parameters: [{ $ref: ../outside/secret.yaml }] } }'],
  ])('is rejected for a path out of its folder in %s', async (_, rest) => {
    const { place } = await hostileFolder()
    await writeFile(place('specs/a.yaml'), `openapi: 3.1.0\ninfo: { title: A, version: '1' }\n${rest}\n`)
    expect(await rejection(place('specs/a.yaml'))).toMatch(/a\.yaml:\d: the \$ref .* which is outside of/)
  })

  test.each([
    ['$id', '{ $id: "file:///etc/hostname", type: object }'],
    ['$schema', '{ $schema: "file:///etc/hostname", type: object }'],
    ['$dynamicRef', '{ $dynamicRef: "../outside/secret.yaml" }'],
    ['a default', '{ type: object, default: { $ref: ../outside/secret.yaml } }'],
    ['an enum', '{ enum: [{ $ref: ../outside/secret.yaml }] }'],
  ])('has nothing of a file that %s names: none is read', async (_, schema) => {
    const folder = await hostileFolder()
    const contract = await loadDescription(await folder.description('', `schema: ${schema}`))
    expect(JSON.stringify(contract)).not.toContain(SECRET)
  })

  test('is rejected when it is too large itself, a pipe or a link to a device', async () => {
    const { place } = await hostileFolder()
    expect(await rejection(place('specs/large.yaml'))).toMatch(/large\.yaml: it is too large: .* 64 MB/)
    expect(await rejection(place('specs/pipe.yaml'))).toMatch(/pipe\.yaml: it is a pipe, not a file$/)
    expect(await rejection(place('specs/zero.yaml'))).toMatch(/zero\.yaml: it is a device, not a file$/)
    expect(await rejection('/dev/zero')).toMatch(/it is a device, not a file$/)
  })
  test('is rejected when its files are too large together', async () => {
    const { place } = await hostileFolder()
    const files = ['a', 'b', 'c']
    const text = `# ${'x'.repeat(24 * 2 ** 20)}\ntype: object\n`
    for (const name of files) await writeFile(place(`specs/${name}.yaml`), text)
    const all = files.map((name) => `{ $ref: ${name}.yaml }`).join(', ')
    await writeFile(place('specs/sum.yaml'), describedBy('', `schema: { anyOf: [${all}] }`))
    expect(await rejection(place('specs/sum.yaml'))).toMatch(/sum\.yaml:11: .* which is too large/)
  })
  test('is not followed by an overlay to another file', async () => {
    const folder = await hostileFolder()
    const file = await folder.description('', 'schema: { type: object }')
    const overlay = folder.place('specs/overlay.yaml')
    const actions = 'actions: [{ target: $.paths.*.get, update: { x-failures: [{ $ref: ../outside/secret.yaml }] } }]'
    await writeFile(overlay, `overlay: 1.0.0\nextends: ../outside/secret.yaml\n${actions}`)
    expect(JSON.stringify(await loadDescription(file, [overlay]))).not.toContain(SECRET)
    for (const name of ['pipe', 'large', 'zero'])
      await expect(loadDescription(file, [folder.place(`specs/${name}.yaml`)])).rejects.toThrow(
        new RegExp(`${name}\\.yaml: it is (a pipe|too large|a device)`),
      )
  })
})

describe('a description in several files', () => {
  const book = 'type: object\nproperties: { title: { type: string } }\n'
  const titleOf = async (file: string, allowRefs: string[] = []) =>
    JSON.stringify(await loadDescription(file, [], { allowRefs }))

  test.each([
    ['a file', 'sub/book.yaml'],
    ['a file, from its folder', './sub/../sub/book.yaml'],
    ['JSON', 'sub/book.json'],
    ['a part of a file', 'sub/books.yaml#/components/schemas/Book'],
    ['a part by an encoded name', 'sub/books.yaml#/components/schemas/a%20~1b'],
    ['a file whose $ref leads back up', 'sub/deep/up.yaml'],
    ['a file with a space in its name', 'sub/my%20book.yaml'],
    ['a file whose name begins with two dots', '..book.yaml'],
    ['an absolute path in the folder', '<top>/specs/sub/book.yaml'],
    ['a link inside of the folder', 'sub/here.yaml'],
    ['the description itself', 'openapi.yaml#/components/schemas/Own'],
  ])('may refer to %s', async (_, ref) => {
    const folder = await hostileFolder()
    const write = async (name: string, text: string) => {
      await mkdir(dirname(folder.place('specs', name)), { recursive: true })
      await writeFile(folder.place('specs', name), text)
    }
    for (const name of ['sub/book.yaml', 'sub/my book.yaml', '..book.yaml']) await write(name, book)
    await write('sub/book.json', '{ "type": "object", "properties": { "title": { "type": "string" } } }')
    await write(
      'sub/books.yaml',
      'components: { schemas: { Book: { $ref: deep/up.yaml }, "a /b": { $ref: "#/components/schemas/Book" } } }',
    )
    await write('sub/deep/up.yaml', '$ref: ../book.json\n')
    await symlink('book.yaml', folder.place('specs/sub/here.yaml'))
    const file = await folder.description(ref)
    await writeFile(
      file,
      `${await readFile(file, 'utf8')}components: { schemas: { Own: { properties: { title: { type: string } } } } }\n`,
    )
    expect(await titleOf(file)).toContain('"title":{"type":"string"}')
  })

  test('may be in a linked folder, and refer to a folder that is allowed by any of its names', async () => {
    const folder = await hostileFolder()
    const { place } = folder
    await writeFile(place('outside/book.yaml'), book)
    await symlink('specs', place('link'))
    await symlink('outside', place('common'))
    await writeFile(place('specs/sub/own.yaml'), book)
    await folder.description('sub/own.yaml')
    expect(await titleOf(place('link/openapi.yaml'))).toContain('"title"')
    for (const ref of ['../outside/book.yaml', '../common/book.yaml', 'linked/book.yaml']) {
      const file = await folder.description(ref)
      await expect(titleOf(file), ref).rejects.toThrow('--allow-refs')
      expect(await titleOf(file, [place('outside'), place('common')]), ref).toContain('"title"')
    }
    await folder.description('../outside/book.yaml')
    expect(await titleOf(place('link/openapi.yaml'), [place('outside')])).toContain('"title"')
    await expect(titleOf(place('link/openapi.yaml'), [place('specs-more')])).rejects.toThrow('--allow-refs')
  })
  test('is given the folder to allow, which then suffices', async () => {
    const folder = await hostileFolder()
    await writeFile(folder.place('outside/book.yaml'), book)
    const file = await folder.description('../outside/book.yaml')
    const [, advised = ''] = /--allow-refs (\S+)$/.exec(await rejection(file)) ?? []
    expect(advised).not.toBe('')
    expect(await titleOf(file, [advised])).toContain('"title"')
  })
})
