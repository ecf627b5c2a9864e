import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type UserConfig } from '@hey-api/openapi-ts'
import { inTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { inComment } from './constants.ts'

type Output = Exclude<Exclude<UserConfig['output'], string | readonly unknown[]>, undefined>

const PROSE = new Set(['title', 'summary', 'description'])
/**
 * A schema that takes anything, or nothing, as hey-api reads it; and prose that ends none of the comments that it writes. The references to other files
 * that bundling leaves are in extensions and examples: hey-api would read them.
 */
function forHeyApi(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('something in it has the name __proto__, which would be lost: rename it')
  if (key === '$ref' && typeof value === 'string' && !value.startsWith('#')) return undefined
  if (key === 'schema' && typeof value === 'boolean') return value ? {} : { not: {} }
  return typeof value === 'string' && PROSE.has(key) ? inComment(value) : value
}

/** What plugins of hey-api write from a description: file name to text. Deterministic; writes nothing outside a temporary folder. */
export async function generatedFiles(
  description: object,
  plugins: NonNullable<UserConfig['plugins']>,
  output: Omit<Output, 'path'>,
): Promise<Map<string, string>> {
  return inTemporaryFolder('paket-generate-', async (directory) => {
    const input = join(directory, 'contract.json')
    const path = join(directory, 'generated')
    // An own one, because hey-api would merge in the openapi-ts.config of the working directory.
    const configFile = join(directory, 'config.json')
    await writeFile(configFile, '{}')
    await writeFile(input, JSON.stringify(description, forHeyApi))
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
