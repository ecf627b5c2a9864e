import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { type Content, type Contract, loadContent, loadContract, milliseconds } from '@paket/contract'
import openapiTS, { astToString } from 'openapi-typescript'
import { contractIdentity } from './contract-identity.ts'
import { examplesText } from './examples.ts'
import { answers, cache, catalogue, operations, outcomes, polling } from './plugins.ts'

/** Everything that is generated from the contract: file name to text. Deterministic; writes nothing outside a temporary folder. */
export async function generate(contractDirectory: string): Promise<Map<string, string>> {
  const [contract, content] = await Promise.all([loadContract(contractDirectory), loadContent(contractDirectory)])
  const [types, files, read] = await Promise.all([schemaTypes(contract), business(contract), contentRead(content)])
  files.set('schema.ts', types)
  files.set('cms.ts', read)
  files.set('contract.gen.ts', header + contractIdentity(contract))
  files.set('examples.gen.ts', header + examplesText(contract))
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const header = '// Generated from openapi/ by `npm run generate`. Not edited by hand.\n\n'

/** Types of the content system's read, its path and how long it is fresh and kept. */
async function contentRead(content: Content): Promise<string> {
  const [read] = Object.entries(content.paths)
  if (!read) throw new Error('cms.yaml has no read')
  const [path, { get }] = read
  const { freshFor, keptFor } = get['x-cache']
  const constant = { path, freshMs: milliseconds(freshFor), keptMs: milliseconds(keptFor) }
  const doc = "/** The content system's one read: its path, how long it is fresh and kept, in milliseconds. */"
  return `${await schemaTypes(content)}\n${doc}\nexport const contentRead = ${JSON.stringify(constant)} as const\n`
}

async function schemaTypes(contract: Contract | Content): Promise<string> {
  // A copy: openapi-typescript writes into what it reads.
  const ast = await openapiTS(structuredClone(contract) as never, { alphabetize: true })
  return header + astToString(ast)
}

async function business(contract: Contract): Promise<Map<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), 'paket-generate-'))
  try {
    const input = join(directory, 'contract.json')
    const output = join(directory, 'generated')
    await writeFile(input, JSON.stringify(contract))
    await createClient({
      input,
      output: { path: output, entryFile: false, header: [] },
      logs: { level: 'silent', file: false },
      plugins: [
        operations(),
        cache(),
        polling(),
        outcomes(),
        catalogue(),
        answers(),
        { name: 'valibot', metadata: false, requests: false, responses: false },
      ],
    })
    const names = (await readdir(output)).filter((name) => name.endsWith('.ts'))
    return new Map(await Promise.all(names.map(async (name) => [name, await tidy(join(output, name))] as const)))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Node and the bundler want the extension in an import; a bundler leaves out an unused schema only when told that making one does nothing else. */
async function tidy(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  return (
    header +
    text
      .replaceAll(/from '(\.\/[\w.-]+?)(\.ts)?'/g, "from '$1.ts'")
      .replaceAll(/(?<=[\s([])v\.\w+\(/g, '/* @__PURE__ */ $&')
  )
}
