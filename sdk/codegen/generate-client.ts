import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type UserConfig } from '@hey-api/openapi-ts'
import { type Contract, isFileRef, partsOf, type Schema } from '@paket/contract'
import { inTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { inComment } from './constants.ts'

type Output = Exclude<Exclude<UserConfig['output'], string | readonly unknown[]>, undefined>

const PROSE = new Set(['title', 'summary', 'description'])
/**
 * A schema that takes anything, or nothing, as hey-api reads it; and prose that ends none of the comments that it writes. It would
 * read the files of references that bundling leaves.
 */
function forHeyApi({ components }: Described, key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('something in it has the name __proto__, which would be lost: rename it')
  if (isFileRef(key, value)) return undefined
  if (key === 'schema' && typeof value === 'boolean') return value ? {} : { not: {} }
  if (isMisnamed(components, value)) return { ...(value as object), discriminator: undefined }
  return typeof value === 'string' && PROSE.has(key) ? inComment(value) : value
}

type Described = Pick<Contract, 'components'>
/**
 * Whether a schema has a discriminator without a mapping, which selects by names of schemas, and alternatives that state other values: their types
 * would have none. The values alone distinguish them.
 */
function isMisnamed(components: Described['components'], value: unknown): boolean {
  const { discriminator, oneOf, anyOf } = (value ?? {}) as Schema & { discriminator?: Discriminator }
  const field = discriminator?.mapping ? undefined : discriminator?.propertyName
  if (typeof field !== 'string') return false
  const partsIn = (schema: Schema) => partsOf({ components }, schema)
  const named = Object.keys(components?.schemas ?? {}).map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const alternatives = oneOf ?? anyOf ?? named.filter((schema) => partsIn(schema).includes(value as Schema))
  return alternatives.some((schema) =>
    partsIn(schema).some(({ properties }) => {
      const { const: only, enum: allowed = [only] } = properties?.[field] ?? {}
      return allowed[0] !== undefined && !allowed.includes(schema.$ref?.split('/').at(-1))
    }),
  )
}
interface Discriminator {
  propertyName?: unknown
  mapping?: object
}

/** What plugins of hey-api write from a description: file name to text. Deterministic; writes nothing outside a temporary folder. */
export async function generatedFiles(
  description: Described,
  plugins: NonNullable<UserConfig['plugins']>,
  output: Omit<Output, 'path'>,
): Promise<Map<string, string>> {
  return inTemporaryFolder('paket-generate-', async (directory) => {
    const input = join(directory, 'contract.json')
    const path = join(directory, 'generated')
    // An own one, because hey-api would merge in the openapi-ts.config of the working directory.
    const configFile = join(directory, 'config.json')
    await writeFile(configFile, '{}')
    await writeFile(
      input,
      JSON.stringify(description, (key, value) => forHeyApi(description, key, value)),
    )
    await createClient({
      configFile,
      input,
      output: { entryFile: false, ...output, path },
      logs: { level: 'silent', file: false },
      plugins,
    }).catch((error: unknown) => {
      // It has no message of its own.
      throw (error as { originalError?: { error?: unknown } }).originalError?.error ?? error
    })
    const names = (await readdir(path)).filter((name) => name.endsWith('.ts'))
    return new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(join(path, name), 'utf8')] as const)),
    )
  })
}
