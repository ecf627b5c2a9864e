import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Application, Converter, LogLevel, OptionDefaults, ReflectionKind } from 'typedoc'

/** Placeholder for the link to the overview: TypeDoc's pages are at different depths. */
const overview = 'overview:'

/** Returns the package's name and the source files of its entry points. */
async function entriesOf(sdk: string): Promise<{ name: string; files: string[] }> {
  const text = await readFile(join(sdk, 'package.json'), 'utf8')
  const { name, exports } = JSON.parse(text) as { name: string; exports: Record<string, string> }
  return { name, files: Object.values(exports).map((file) => join(sdk, file)) }
}

async function linkOverview(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.html')) continue
    const file = join(folder, name)
    const up = '../'.repeat(name.split(/[/\\]/).length)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(`href="${overview}"`, `href="${up}index.html"`))
  }
}

/** Generates the SDK's reference from its README and docstrings. A broken link is an error. */
export async function sdkReference(sdk: string, folder: string): Promise<void> {
  const { name, files } = await entriesOf(sdk)
  const app = await Application.bootstrap({
    name,
    tsconfig: join(sdk, 'tsconfig.json'),
    basePath: join(sdk, 'src'),
    entryPoints: files,
    readme: join(sdk, 'README.md'),
    navigationLinks: { 'All documents': overview },
    customCss: join(import.meta.dirname, 'reference.css'),
    // Written by the generator of wire types.
    blockTags: [...OptionDefaults.blockTags, '@description'],
    // The types are checked by npm run check; here they would take half of the time.
    skipErrorChecking: true,
    disableSources: true,
    disableGit: true,
    hideGenerator: true,
    githubPages: false,
    headings: { readme: false, document: true },
    excludePrivate: true,
    sort: ['source-order'],
    validation: { notExported: false, invalidLink: true, invalidPath: true, notDocumented: false },
    treatWarningsAsErrors: true,
    logLevel: LogLevel.Warn,
  })
  // The paths for openapi-fetch write out every operation: megabytes of what the contract's page shows.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project: unresolved }) => {
    for (const kind of [ReflectionKind.Reference, ReflectionKind.Interface])
      for (const reflection of unresolved.getReflectionsByKind(kind))
        if (reflection.name === 'paths') unresolved.removeReflection(reflection)
  })
  const project = await app.convert()
  if (!project) throw new Error('TypeDoc could not read the SDK')
  // TypeDoc names an entry point after its file; partners import it by the package's name.
  for (const module of project.children ?? []) module.name = module.name === 'index' ? name : `${name}/${module.name}`
  app.validate(project)
  await app.generateDocs(project, folder)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('TypeDoc reported problems, see above')
  await linkOverview(folder)
}
