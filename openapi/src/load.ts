import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Catalogue } from './catalogue.ts'
import { ownOutcomes, withDerivedParts } from './derived-parts.ts'
import type { Content, Contract, ContractDocument, Outcome, Retry } from './document.ts'
import { lostReference } from './lost-reference.ts'
import { checkAliases, isAddress, PlacedError, formatPlace } from './source-lines.ts'

/**
 * Bundles the files of a description into one document; internal references remain. Binary examples become strings with
 * one character per byte. Throws an Error that describes the problem, a PlacedError when it has a line.
 */
export async function loadBundled(file: string): Promise<object> {
  // Imported lazily: it takes longer than everything else here.
  const { BaseResolver, bundle, createConfig, getLineColLocation, Source } = await import('@redocly/openapi-core')
  const config = await createConfig()
  class Resolver extends BaseResolver {
    override async loadExternalRef(address: string) {
      if (isAddress(address)) throw new Error(`${address} is not asked`)
      const bytes = await readFile(address).catch(() => null)
      return bytes && !isUtf8(bytes) ? new Source(address, bytes.toString('latin1')) : super.loadExternalRef(address)
    }
    override parseDocument(source: InstanceType<typeof Source>, isRoot?: boolean) {
      const document = super.parseDocument(source, isRoot)
      checkAliases(source.absoluteRef, document.parsed)
      return document
    }
  }
  const externalRefResolver = new Resolver(config.resolve)
  const { bundle: document, problems } = await bundle({ ref: file, config, externalRefResolver })
  const problem = problems.find(({ severity }) => severity === 'error')
  if (problem) {
    const [location] = problem.location
    const line = location && getLineColLocation(location).start.line
    const source = location?.source.absoluteRef ?? file
    const lost = location && lostReference(source, location.pointer ?? '')
    throw new PlacedError(`${formatPlace(source, line)}: ${lost ?? problem.message}`)
  }
  // Redocly types a parsed document as `any`.
  return document.parsed as object
}

/** Loads the contract's description as one document. Throws an Error that names the folder. */
export const loadDocument = (directory: string): Promise<ContractDocument> =>
  readable(directory, async () =>
    // The contract's own lint rules validate its shape.
    withDerivedParts((await loadBundled(join(directory, 'openapi.yaml'))) as ContractDocument),
  )

/** Loads the contract with the catalogue, the outcomes and the flows' retries as `x-` extensions. */
export const loadContract = (directory: string): Promise<Contract> =>
  readable(directory, async () => {
    const [document, catalogue, outcomes, retries] = await Promise.all([
      loadDocument(directory),
      loadCatalogue(directory),
      loadOutcomes(directory),
      readRetries(join(directory, 'flows.arazzo.yaml')),
    ])
    const all = { ...outcomes, ...ownOutcomes(document, outcomes) }
    return { ...document, 'x-catalogue': catalogue, 'x-outcomes': all, 'x-retries': retries }
  })

/** Loads the catalogue: bundles, counter-offers, later prices. */
export const loadCatalogue = (directory: string): Promise<Catalogue> => readYaml(join(directory, 'catalogue.yaml'))

/** Loads the contract of the content system as one document. */
export const loadContent = async (directory: string): Promise<Content> =>
  (await loadBundled(join(directory, 'cms.yaml'))) as Content

/** Loads the outcomes that several failures share, by name. */
export const loadOutcomes = (directory: string): Promise<Record<string, Outcome>> =>
  readYaml(join(directory, 'outcomes.yaml'))

async function readable<T>(directory: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The contract in ${directory} cannot be read: ${why}`, { cause: error })
  }
}

async function readYaml<T>(file: string): Promise<T> {
  return parse(await readFile(file, 'utf8')) as T
}

/** Older versions of the contract have no flows. */
async function readRetries(file: string): Promise<Record<string, Retry>> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return {}
  return (parse(text) as { components: { failureActions: Record<string, Retry> } }).components.failureActions
}
