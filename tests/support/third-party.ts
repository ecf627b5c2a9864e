import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { root } from '../../scripts/processes.ts'

interface Sbom {
  metadata: { component: { type: string; name: string; version: string } }
  components: { name: string; version: string; purl: string; licenses: unknown[]; hashes?: { content: string }[] }[]
}
export const readSbom = (text: string): Sbom => JSON.parse(text) as Sbom

/** Returns `name version` of each package that a bill of materials lists. */
export const namesInSbom = (text: string): string[] =>
  readSbom(text)
    .components.map(({ name, version }) => `${name} ${version}`)
    .toSorted()
/** Returns `name version` of each package whose licence a text contains. */
export const namesInNotices = (text: string): string[] =>
  [...text.matchAll(/(?:^|\n-{80}\n\n)(\S+ \d\S*): \S+.*\n\n/g)].map(([, name = '']) => name).toSorted()

/** Returns `name version` of the packages that the sources of a source map are from. */
export function namesInMap(map: string): string[] {
  const { sources } = JSON.parse(map) as { sources: string[] }
  // The folders of the packages; a package can be installed inside of another.
  const folders = sources.flatMap(
    (source) => /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? [],
  )
  return [...new Set(folders)].map(installed)
}
/** Returns `name version` of the package in a folder. */
export function installed(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  return `${name} ${version}`
}

/** Returns what is wrong with a bill of materials by CycloneDX's own schema. */
export function schemaErrors(sbom: string): unknown {
  const schemas = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
  const read = (name: string) =>
    JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object
  const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } })
  ;(addFormatsModule as unknown as (ajv: Ajv) => void)(ajv)
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const validate = ajv.compile(read('bom-1.6'))
  validate(JSON.parse(sbom))
  return validate.errors
}
