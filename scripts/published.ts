import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './processes.ts'

/**
 * Returns fields of every published manifest: the licence, the repository, and provenance, so that a pipeline attests
 * the build.
 */
export async function publishedFields(workspace: string): Promise<Record<string, unknown>> {
  const { license, repository } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    license: string
    repository: object
  }
  return {
    license,
    repository: { ...repository, directory: workspace },
    publishConfig: { access: 'restricted', provenance: true },
  }
}
export const copyLicense = (folder: string): Promise<void> => cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
