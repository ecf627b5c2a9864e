import {
  type Content,
  type Contract,
  loadContent,
  loadContract,
  milliseconds,
  plainRendering,
  withoutIds,
} from '@paket/contract'
import openapiTS, { astToString } from 'openapi-typescript'
import { stringify } from 'yaml'
import { contractIdentity } from './contract-identity.ts'
import { examplesText } from './examples.ts'
import { generatedFiles } from './generate-client.ts'
import { operations } from './operations.ts'
import { answers, cache, catalogue, outcomes, polling } from './plugins.ts'

/** Everything that is generated from the contract: file name to text. Deterministic; writes nothing outside a temporary folder. */
export async function generate(contractDirectory: string): Promise<Map<string, string>> {
  const [contract, content] = await Promise.all([loadContract(contractDirectory), loadContent(contractDirectory)])
  const published = withoutIds(contract)
  const [types, files, contentTypes] = await Promise.all([
    schemaTypes(published),
    generateBusinessFiles(published),
    contentRead(withoutIds(content)),
  ])
  files.set('schema.ts', types)
  files.set('cms.ts', contentTypes)
  files.set('openapi.yaml', plain(contract))
  files.set('contract.gen.ts', header + contractIdentity(contract))
  files.set('examples.gen.ts', header + examplesText(contract))
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const heading = '// Generated from openapi/ by `npm run generate`. Not edited by hand.'
const header = `${heading}\n\n`

/** The contract for tools that do not know its extensions. */
const plain = (contract: Contract) =>
  `# Generated from openapi/ by \`npm run generate\`. Not edited by hand.\n${stringify(plainRendering(contract), { aliasDuplicateObjects: false, lineWidth: 0 })}`

/** Types of the content system's read, its path and how long it is fresh and cached. */
async function contentRead(content: Content): Promise<string> {
  const [read] = Object.entries(content.paths)
  if (!read) throw new Error('cms.yaml has no read')
  const [path, { get }] = read
  const { freshFor, keptFor } = get['x-cache']
  const constant = { path, freshMs: milliseconds(freshFor), keptMs: milliseconds(keptFor) }
  const doc = "/** The content system's one read: its path, how long it is fresh and cached, in milliseconds. */"
  return `${await schemaTypes(content)}\n${doc}\nexport const contentRead = ${JSON.stringify(constant)} as const\n`
}

async function schemaTypes(contract: Contract | Content): Promise<string> {
  // A copy: openapi-typescript writes into what it reads.
  const ast = await openapiTS(structuredClone(contract) as never, { alphabetize: true })
  return header + astToString(ast)
}

async function generateBusinessFiles(contract: Contract): Promise<Map<string, string>> {
  const valibot = { name: 'valibot', metadata: false, requests: false, responses: false } as const
  const plugins = [
    operations({ schema: './schema.ts' }),
    cache(),
    polling(),
    outcomes(),
    catalogue(),
    answers(),
    valibot,
  ]
  const files = await generatedFiles(contract, plugins, { header: heading, module: { extension: '.ts' } })
  return new Map([...files].map(([name, text]) => [name, markedAsPure(text)]))
}

/** A bundler leaves out an unused schema of valibot only when an annotation says that making one does nothing else. */
const markedAsPure = (text: string) => text.replaceAll(/(?<=[\s([])v\.\w+\(/g, '/* @__PURE__ */ $&')
