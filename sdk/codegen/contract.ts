import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle, createConfig } from '@redocly/openapi-core'
import { parse } from 'yaml'

export interface Provenance {
  kind: 'documented' | 'assumed'
  /** Where in the sources; a part of a call may have a decision only. */
  section?: string
  decisions?: string[]
}
export interface FailureEntry {
  name: string
  outcome: string
  code?: number | number[]
  http?: number | string | (number | string)[]
  description?: string
  'x-provenance'?: Provenance
}
interface Schema {
  $ref?: string
  anyOf?: Schema[]
}
interface Body {
  content?: { 'application/json'?: { schema?: Schema } }
}
export interface Parameter {
  name: string
  in: string
  'x-provenance': Provenance
}
export interface Operation {
  operationId: string
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: { $ref: string }[]
  requestBody: Body
  responses: Record<string, Body>
  'x-validity': {
    reject: { codes?: number[]; from?: number; except?: number[] }
    require?: string[]
    'x-provenance'?: Provenance
  }
  'x-failures': FailureEntry[]
  'x-cache': {
    key?: string
    freshFor?: string
    keptFor?: string
    retry?: { every: string; on: string[] }
    poll?: { every: string; while?: string } | { action: string }
    invalidates?: string[]
    invalidatesIf?: { field: string; is: unknown; keys: string[] }[]
    invalidatesOnFailure?: { names: string[]; keys: string[] }[]
    optimistic?: { call: string; fields: string[] }
    atMostEvery?: string
  }
  'x-provenance': Provenance
}
export interface Contract {
  paths: Record<string, { post: Operation }>
  externalDocs: { url: string }
  security: Record<string, string[]>[]
  components: {
    parameters?: Record<string, Parameter>
    headers?: Record<string, { 'x-provenance'?: Provenance }>
  }
  'x-failures': FailureEntry[]
  'x-cache': { freshFor: string; keys: Record<string, string> }
  'x-catalogue': Catalogue
  'x-outcomes': Record<string, { say: string; source: string }>
  'x-retries': Record<string, Retry>
}
/** A failure action of the flows: after so many seconds again, so many times after the first. */
interface Retry {
  retryAfter: number
  retryLimit: number
  'x-failures-in-a-row': number
}
interface Catalogue extends Record<string, unknown> {
  bundles: Record<string, unknown>[]
  counterOffers: Record<string, unknown>[]
  laterPrices: Record<string, unknown>[]
}

/** The content system's read, as far as something is made of it. */
export interface Content {
  paths: Record<string, { get: { 'x-cache': { freshFor: string; keptFor: string } } }>
}
async function bundled(file: string): Promise<unknown> {
  const { bundle: document, problems } = await bundle({ ref: file, config: await createConfig({}), dereference: false })
  const [problem] = problems
  if (problem) throw new Error(`${file} cannot be bundled: ${problem.message}`)
  return document.parsed
}
export const loadContent = async (directory: string) => (await bundled(join(directory, 'cms.yaml'))) as Content

/** The contract as one document: the split files bundled, the catalogue, the outcomes and the flows' retries beside them as `x-` words. */
export async function loadContract(directory: string): Promise<Contract> {
  const document = (await bundled(join(directory, 'openapi.yaml'))) as Contract
  const yaml = async (file: string) => parse(await readFile(join(directory, file), 'utf8'))
  return {
    ...document,
    'x-catalogue': await yaml('catalogue.yaml'),
    'x-outcomes': await yaml('outcomes.yaml'),
    'x-retries': await retries(join(directory, 'flows.arazzo.yaml')),
  }
}

/** An older version of the contract has no flows. */
async function retries(file: string): Promise<Record<string, Retry>> {
  if (!existsSync(file)) return {}
  return parse(await readFile(file, 'utf8')).components.failureActions
}

/** `#/components/schemas/Name` to `Name`. */
export function schemaName(schema: Schema | undefined, where: string): string {
  const name = schema?.$ref?.match(/^#\/components\/schemas\/(\w[\w-]*)$/)?.[1]
  if (!name) throw new Error(`${where}: a schema of its own in openapi/schemas/ is needed`)
  return name
}
const json = (part: Body | undefined) => part?.content?.['application/json']?.schema
export const requestSchema = (operation: Operation) =>
  schemaName(json(operation.requestBody), `${operation.operationId}, request`)
/** The accepted answer: the first branch of the 200 (the second is the refusal). */
export function dataSchema(operation: Operation): string {
  const schema = json(operation.responses['200'])
  return schemaName(schema?.anyOf?.[0] ?? schema, `${operation.operationId}, response 200`)
}

/** A part of a call that is the contract's own until a backend confirms it: its rule, a failure, a parameter. */
export interface AssumedPart {
  what: string
  provenance: Provenance
}
export function assumedParts(contract: Contract, operation: Operation): AssumedPart[] {
  const parts: [what: string, provenance: Provenance | undefined][] = [
    ['the rule', operation['x-validity']['x-provenance']],
    ...operation['x-failures'].map(
      (failure) => [`the failure ${failure.name}`, failure['x-provenance']] as [string, Provenance | undefined],
    ),
    ...parametersOf(contract, operation).map(
      (parameter) =>
        [`the ${parameter.in} ${parameter.name}`, parameter['x-provenance']] as [string, Provenance | undefined],
    ),
  ]
  return parts.flatMap(([what, provenance]) => (provenance?.kind === 'assumed' ? [{ what, provenance }] : []))
}

/** Parameters are shared components, bundled as references. */
const parametersOf = (contract: Contract, { parameters = [] }: Operation): Parameter[] =>
  parameters.flatMap(({ $ref }) => contract.components.parameters?.[$ref.replace('#/components/parameters/', '')] ?? [])

/** The header that names the intent, where the call takes it. */
export const idempotencyKey = (contract: Contract, operation: Operation): Parameter | undefined =>
  parametersOf(contract, operation).find(({ in: where, name }) => where === 'header' && name === 'Idempotency-Key')

/** ISO 8601 duration (PT1H2M3S) in milliseconds. */
export function milliseconds(duration: string): number {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration)
  if (!parts) throw new Error(`not a duration: ${duration}`)
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
