import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Catalogue } from './catalogue.ts'
import { ownOutcomes, withDerivedParts } from './derived-parts.ts'
import type { Content, Contract, ContractDocument, Outcome, Retry } from './document.ts'
import { PlacedError, placed } from './source-lines.ts'

/**
 * Bundles the files of a description into one document; internal references remain. Binary examples become strings with
 * one character per byte. Throws an Error that describes the problem, a PlacedError when it has a line.
 */
export async function loadBundled(file: string): Promise<object> {
  // Imported lazily: it takes longer than everything else here.
  const { BaseResolver, bundle, createConfig, getLineColLocation, Source } = await import('@redocly/openapi-core')
  const config = await createConfig({})
  class Resolver extends BaseResolver {
    override async loadExternalRef(address: string) {
      const bytes = isAddress(address) ? null : await readFile(address).catch(() => null)
      return bytes && !isUtf8(bytes) ? new Source(address, bytes.toString('latin1')) : super.loadExternalRef(address)
    }
  }
  const externalRefResolver = new Resolver(config.resolve)
  const { bundle: document, problems } = await bundle({ ref: file, config, externalRefResolver })
  const problem = problems.find(({ severity }) => severity === 'error')
  if (problem) {
    const [location] = problem.location
    const line = location && getLineColLocation(location).start.line
    const text = location?.source.body.split('\n')[(line ?? 0) - 1] ?? ''
    throw new PlacedError(
      `${placed(location?.source.absoluteRef ?? file, line)}: ${problem.message}${problem.message.endsWith('$ref') ? whereTo(text) : ''}`,
    )
  }
  // Redocly types a parsed document as `any`.
  return document.parsed as object
}

/** What a line with a reference refers to, and what to do about it; empty for a line without one. */
function whereTo(line: string): string {
  const reference = /\$ref['"]?\s*:\s*['"]?([^'"\s,}]+)/.exec(line)?.[1]
  if (reference === undefined) return ''
  const [file, place] = reference.split('#')
  const where = file === '' || file === undefined ? 'this file' : file
  return ` ${reference}: correct it, or add ${place === undefined ? where : `#${place} to ${where}`}`
}
const isAddress = (file: string) => /^https?:/.test(file)

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
