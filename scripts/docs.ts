import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadContent, loadContract } from '@paket/contract'
import { assumedParts } from './docs/assumed-parts.ts'
import { contractReference } from './docs/contract-reference.ts'
import { readDecisions } from './docs/decisions.ts'
import { errorCatalogue } from './docs/error-catalogue.ts'
import { overview } from './docs/overview.ts'
import { sdkReference } from './docs/sdk-reference.ts'
import { inSeconds, root } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'
import { writeThirdParties } from './third-party.ts'

const help = `npm run docs: builds the documentation for partners: pages that work offline.

  --out <dir>   the output folder (sdk/dist/docs)
  --help`
const sdk = join(root, 'sdk')
/** Packages whose scripts and styles are part of the pages: Redoc in Redocly's command, TypeDoc, and lunr in TypeDoc's script. */
const shippedTools = ['@redocly/cli', 'typedoc', 'lunr'].map((name) => `node_modules/${name}/package.json`)

/** Runs one step and reports how long it took. */
async function step(report: (line: string) => void, name: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  report(`  ${name} ${inSeconds(performance.now() - started)}`)
}

const readSources = () =>
  Promise.all([loadContract(join(root, 'openapi')), loadContent(join(root, 'openapi')), readDecisions(root)])

/** Writes the pages that are packed with the SDK: failures, assumed parts, and the contract as plain OpenAPI. */
export async function buildPackedDocs(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  const [contract, content, decisions] = await readSources()
  const linkedPages = ['errors.html', 'assumed.html'] as const
  await writeFile(join(out, 'errors.html'), await errorCatalogue(contract, linkedPages))
  await writeFile(join(out, 'assumed.html'), await assumedParts(contract, content, decisions, linkedPages))
  await cp(join(sdk, 'src/generated/openapi.yaml'), join(out, 'openapi.yaml'))
}

/** Writes all pages to a folder. */
export async function buildDocs(out: string, report: (line: string) => void): Promise<void> {
  await mkdir(out, { recursive: true })
  const [[contract, content, decisions], manifest] = await Promise.all([
    readSources(),
    readFile(join(sdk, 'package.json'), 'utf8'),
  ])
  const { version } = JSON.parse(manifest) as { version: string }
  const write = async (file: string, text: Promise<string>) => writeFile(join(out, file), await text)
  await step(report, 'overview', () => write('index.html', overview(contract, content, version)))
  await step(report, 'failures', () => write('errors.html', errorCatalogue(contract)))
  await step(report, 'assumed parts', () => write('assumed.html', assumedParts(contract, content, decisions)))
  await step(report, 'contract', () => write('contract.html', contractReference(contract)))
  await step(report, 'SDK', () => sdkReference(sdk, join(out, 'reference')))
  await writeThirdParties(out, { type: 'library', name: '@paket/sdk-docs', version }, shippedTools)
}

async function main() {
  const { values } = parseOptions(help, {
    out: { type: 'string', default: join(sdk, 'dist/docs') },
  })
  const out = resolve(values.out)
  console.log('Building the documents:')
  await buildDocs(out, console.log)
  console.log(`Open them: ${pathToFileURL(join(out, 'index.html')).href}`)
}

if (import.meta.main) await runMain(main, 'The documents could not be built: ')
