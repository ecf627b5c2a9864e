import { isUtf8 } from 'node:buffer'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Catalogue } from './catalogue.ts'
import { DescriptionFiles, NotRead, readDescriptionFile, type RefOptions, whyNotRead } from './description-files.ts'
import { ownOutcomes, withDerivedParts } from './derived-parts.ts'
import type { Content, Contract, ContractDocument, Outcome, Retry } from './document.ts'
import { lostReference } from './lost-reference.ts'
import { checkAliases, fileOf, formatPlace, PlacedError, storeText } from './source-lines.ts'

/**
 * Bundles the files of a description into one document; internal references remain. Binary examples become strings with
 * one character per byte. Throws an Error that describes the problem, a PlacedError when it has a line.
 */
export async function loadBundled(file: string, options?: RefOptions): Promise<object> {
  // Imported lazily: it takes longer than everything else here.
  const { BaseResolver, bundle, createConfig, getLineColLocation, Source } = await import('@redocly/openapi-core')
  const config = await createConfig()
  const files = new DescriptionFiles(file, options)
  const root = resolve(file)
  const refused = new Map<string, string>()
  class Resolver extends BaseResolver {
    override resolveExternalRef(base: string | null, reference: string) {
      return base === null ? reference : fileOf(base, reference)
    }
    override async loadExternalRef(address: string) {
      try {
        const bytes = await files.read(address)
        if (address === root && bytes.includes(0)) throw new NotRead('is no text, so no OpenAPI description')
        const text = isUtf8(bytes) ? bytes.toString('utf8').replaceAll('\r\n', '\n') : bytes.toString('latin1')
        storeText(address, text)
        return new Source(address, text)
      } catch (error) {
        const why = whyNotRead(error)
        if (address === root) throw new PlacedError(`${formatPlace(address)}: it ${why}`)
        refused.set(address, why)
        throw error
      }
    }
    override parseDocument(source: InstanceType<typeof Source>, isRoot?: boolean) {
      const document = super.parseDocument(source, isRoot)
      checkAliases(source.absoluteRef, document.parsed)
      return document
    }
  }
  const externalRefResolver = new Resolver(config.resolve)
  const { bundle: document, problems } = await bundle({ ref: root, config, externalRefResolver })
  const problem = problems.find(({ severity }) => severity === 'error')
  if (problem) {
    const [location] = problem.location
    const line = location && getLineColLocation(location).start.line
    const source = location?.source.absoluteRef ?? file
    const lost = location && lostReference(source, location.pointer ?? '', refused)
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
  return parse(await readDescriptionFile(file)) as T
}

/** Older versions of the contract have no flows. */
async function readRetries(file: string): Promise<Record<string, Retry>> {
  const text = await readDescriptionFile(file).catch(() => null)
  if (text === null) return {}
  return (parse(text) as { components: { failureActions: Record<string, Retry> } }).components.failureActions
}
