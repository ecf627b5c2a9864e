import { execFileSync } from 'node:child_process'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folders.ts'

/** What is in the files that no `$ref` may lead to. */
export const SECRET = 'token4711'
const secret = `type: object\nproperties: { ${SECRET}: { type: string } }\n`

/** A description on line 11 of which is a `$ref`, or what is given instead. */
export const describedBy = (ref: string, line = `schema: { $ref: ${JSON.stringify(ref)} }`): string => `openapi: 3.1.0
info: { title: Library, version: '1' }
paths:
  /books:
    get:
      operationId: getBooks
      responses:
        '200':
          description: Books.
          content:
            application/json: { ${line} }
`

const outside =
  /which is (a link to \S+ )?outside of the description's folder, \S+: if you trust the description, add --allow-refs \S+$/
/** A `$ref` that no program follows, and what it says. `<top>` is the folder above that of the description. */
export const hostileRefs: readonly (readonly [what: string, ref: string, says: RegExp])[] = [
  ['a file above the folder', '../outside/secret.yaml', outside],
  ['a file above it, by a way through the folder', 'sub/../../outside/secret.yaml', outside],
  ['a file above it, by the folder’s own name', '../specs/../outside/secret.yaml', outside],
  ['a fragment of a file above it', '../outside/secret.yaml#/properties', outside],
  ['a file in a folder whose name begins with the folder’s', '../specs-more/secret.yaml', outside],
  ['an absolute path', '<top>/outside/secret.yaml', outside],
  ['two slashes', '//<top>/outside/secret.yaml', outside],
  ['encoded dots', '%2e%2e/outside/secret.yaml', outside],
  ['encoded slashes', '..%2Foutside%2fsecret.yaml', outside],
  ['an encoded absolute path', '%2Fetc/hostname', outside],
  ['a file of the system', '/etc/hostname', outside],
  ['a device', '/dev/zero', outside],
  ['standard input', '/dev/stdin', outside],
  ['memory of the process', '/proc/self/environ', outside],
  ['a link out of the folder', 'link.yaml', outside],
  ['a linked folder outside', 'linked/secret.yaml', outside],
  ['a link to a device', 'zero.yaml', outside],
  ['a file whose own $ref leads out', 'sub/back.yaml', outside],
  ['a folder', 'sub', /folder/],
  ['a pipe', 'pipe.yaml', /which is a pipe, not a file$/],
  ['a socket', 'socket.yaml', /which is a socket, not a file$/],
  [
    'a file without end',
    'large.yaml',
    /which is too large: at most 64 MB are read of a file, with all that its \$refs lead to$/,
  ],
  ['a file address', 'file://<top>/outside/secret.yaml', /file:/],
  ['a file address in capitals', 'FILE://<top>/outside/secret.yaml', /FILE:/],
  ['data', 'data:application/json,{}', /data:/],
  ['another host', 'http://127.0.0.1:9/secret.yaml', /another host/],
  ['a path of Windows', '..\\outside\\secret.yaml', /file/],
  ['a drive of Windows', 'C:\\outside\\secret.yaml', /file/],
  ['a zero byte', '../outside/secret.yaml\0.yaml', outside],
]

/** Makes the folder `specs` with what the references need, and secrets beside it. */
export async function hostileFolder() {
  const top = await temporaryFolder()
  const place = (...path: string[]) => join(top, ...path)
  for (const folder of ['outside', 'specs-more', 'specs/sub']) await mkdir(place(folder), { recursive: true })
  for (const folder of ['outside', 'specs-more']) await writeFile(place(folder, 'secret.yaml'), secret)
  await writeFile(place('specs/sub/back.yaml'), 'type: array\nitems: { $ref: ../../outside/secret.yaml }\n')
  await symlink('../outside/secret.yaml', place('specs/link.yaml'))
  await symlink('../outside', place('specs/linked'))
  await symlink('/dev/zero', place('specs/zero.yaml'))
  execFileSync('mkfifo', [place('specs/pipe.yaml')])
  const server = createServer().listen(place('specs/socket.yaml'))
  onTestFinished(() => void server.close())
  // Sparse: it takes no space.
  await writeFile(place('specs/large.yaml'), '')
  await truncate(place('specs/large.yaml'), 2 ** 30)
  return {
    place,
    /** Writes `specs/openapi.yaml`; returns its path. */
    async description(ref: string, line?: string): Promise<string> {
      await writeFile(place('specs/openapi.yaml'), describedBy(ref.replace('<top>', top), line?.replace('<top>', top)))
      return place('specs/openapi.yaml')
    },
  }
}
