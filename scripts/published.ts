import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './processes.ts'

/** What every published manifest has beside its workspace's: the terms, where the sources are, and that a pipeline attests where it was built. */
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
