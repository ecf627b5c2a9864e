import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { promisify } from 'node:util'
import { parseDocument } from 'yaml'
import { repositoryOf } from '../description/revision.ts'
import { CannotCheck } from '../report/cannot-check.ts'
import type { Io } from './io.ts'
import { parseArguments } from './options.ts'
import { writeFileTo } from './write-file.ts'
import { IGNORE_FILE } from './write-report.ts'

export const initHelp = `drift init [<file>]: writes a pipeline file that checks each change of a service's own description. Run it in the root of the repository.

  <file>                the path of the description in the repository (openapi.yaml)
  --for github|gitlab   for which host; the default is found by the repository's pipeline files, otherwise by the address of its origin
  --package <what>      what npx runs: the path of the tarball, its address, or a package name with a version in your registry;
                        the default is the only paket-drift-*.tgz in this folder
  --consumers <files>   manifests of code bases in the repository (from drift consumer), such as consumers/*.json: the pipeline
                        reports whom a change breaks, and where, and fails only when it breaks one of them
  --contract <place>    the path of another contract in the repository, instead of the one in the package
  --print               print the pipeline instead of writing the file
  --help

The pipeline writes the report into one comment on the change, and updates it; without
--consumers it fails when any client could stop working.`

const GITLAB_FILE = '.gitlab-ci.yml'
const pipelines = {
  github: { file: '.github/workflows/drift.yml', write: github, next: () => Promise.resolve([]) },
  gitlab: { file: '.gitlab-ci.drift.yml', write: gitlab, next: nextForGitlab },
} as const
type Host = keyof typeof pipelines

/** Writes a pipeline file. Returns the exit code; throws `CannotCheck` when the file exists or cannot be written. */
export async function init(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    for: { type: 'string' },
    package: { type: 'string' },
    consumers: { type: 'string' },
    contract: { type: 'string' },
    print: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values['help'] === true) return (io.stdout.write(`${initHelp}\n`), 0)
  const { for: asked, package: named, consumers, ...places } = values as Record<string, string | undefined>
  const [given = 'openapi.yaml', ...more] = positionals
  if (more.length > 0) throw new CannotCheck('One description is needed: drift init [<file>]')
  const repository = await repositoryOf('.')
  if (repository && repository.way !== '')
    throw new CannotCheck(`Run it in ${repository.top}: a pipeline starts in the root of the repository`)
  const pipeline = pipelines[asked === undefined ? await hostOf() : hostNamed(asked)]
  const [description, contract] = [inRepository(given), places['contract'] && inRepository(places['contract'])]
  const what = packageNamed(named ?? (await tarballHere()))
  for (const text of [description, what, contract])
    if (text !== undefined && !/^[\w@./:~^+-]+$/.test(text))
      throw new CannotCheck(`${text} cannot stand in a pipeline: letters, digits and ./:@~^+- can`)
  if (consumers !== undefined && !/^[\w./][\w./*-]*$/.test(consumers))
    throw new CannotCheck(`--consumers is one file or a pattern such as consumers/*.json, not ${consumers}`)
  const text = await pipeline.write(commandOf(description, what, { consumers, contract }))
  if (values['print'] === true) return (io.stdout.write(text), 0)
  if (existsSync(pipeline.file)) throw new CannotCheck(`${pipeline.file} is there already: --print shows the new one`)
  await writeFileTo(pipeline.file, text, 'wx')
  const all = [description, what, contract, consumers?.includes('*') === true ? undefined : consumers]
  const needed = all.filter((file) => file !== undefined).filter((file) => !isElsewhere(file))
  const next = await pipeline.next()
  const steps = [
    ...needed
      .filter((file) => !existsSync(file))
      .map((file) => `${file} is not here: the pipeline needs it at this place.`),
    ...(await ignoredOf([pipeline.file, ...needed])).map(
      (file) => `${file} is ignored by git: take it out of .gitignore, the pipeline needs it.`,
    ),
    ...next,
    `Commit ${[pipeline.file, ...(next.some((step) => step.includes(GITLAB_FILE)) ? [GITLAB_FILE] : []), ...needed, ...[IGNORE_FILE].filter((file) => existsSync(file))].join(', ')}.`,
  ]
  io.stdout.write(
    `${pipeline.file} is written: it checks ${description} in each ${pipeline === pipelines.github ? 'pull' : 'merge'} request.\nNext:\n${steps.map((step, at) => `  ${at + 1}. ${step}\n`).join('')}`,
  )
  return 0
}
/** Whether a place is an address or a package. */
const isElsewhere = (place: string) => /^[a-z]+:\/\/|^@|^[^/]+@\d/i.test(place)
/** Returns the path of a file from here, the root of the repository; an address as it is. */
function inRepository(place: string): string {
  if (isElsewhere(place)) return place
  const path = relative('.', place)
  if (/^\.\.(\/|$)/.test(path))
    throw new CannotCheck(`${place} is outside of the repository, so the pipeline does not have it`)
  return path
}
/** Without `./`, npx takes the path of a tarball in a folder for a repository of GitHub. */
const packageNamed = (what: string): string =>
  what.endsWith('.tgz') && !isElsewhere(what) ? `./${inRepository(what)}` : what
function hostNamed(name: string): Host {
  if (Object.hasOwn(pipelines, name)) return name as Host
  throw new CannotCheck(`--for is one of ${Object.keys(pipelines).join(', ')}, not ${name}`)
}
/** Returns the host of the repository's pipelines: by its pipeline files, otherwise by the address of its origin. */
async function hostOf(): Promise<Host> {
  const found: Host[] = [
    ...(existsSync('.github') ? ['github' as const] : []),
    ...(existsSync(GITLAB_FILE) ? ['gitlab' as const] : []),
  ]
  if (found.length === 1) return found[0]!
  const origin = await promisify(execFile)('git', ['remote', 'get-url', 'origin']).then(
    ({ stdout }) => stdout,
    () => '',
  )
  const named = (['github', 'gitlab'] as const).filter((host) => origin.includes(host))
  if (named.length === 1) return named[0]!
  throw new CannotCheck('Whose pipeline is it? Say --for github or --for gitlab')
}
async function tarballHere(): Promise<string> {
  const found = (await readdir('.')).filter((file) => /^paket-drift-.*\.tgz$/.test(file))
  if (found.length === 1) return `./${found[0]}`
  throw new CannotCheck(
    `--package is needed: the tarball in the repository, its address, or a name with its version${found.length > 1 ? `; here are ${found.join(', ')}` : ''}`,
  )
}

/** Returns the files that git ignores. */
const ignoredOf = (files: readonly string[]): Promise<string[]> =>
  promisify(execFile)('git', ['check-ignore', '--', ...files]).then(
    ({ stdout }) => stdout.split('\n').filter((file) => file !== ''),
    () => [],
  )

function commandOf(description: string, what: string, options: Record<string, string | undefined>): string {
  const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${value}`]))
  return `npx --yes ${what} spec ${description}${given.join('')} --comment`
}
function github(command: string): Promise<string> {
  return Promise.resolve(`name: drift
on: { pull_request: {} }
permissions: { contents: read, pull-requests: write }
jobs:
  drift:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: ${command}
        env: { GITHUB_TOKEN: '\${{ github.token }}' }
`)
}
async function gitlab(command: string): Promise<string> {
  return `# ${GITLAB_FILE} must include this file: include: [{ local: ${pipelines.gitlab.file} }]
# The comment needs the CI/CD variable DRIFT_TOKEN: a project access token with the role Reporter and the scope api, masked, not protected.
drift:
  stage: ${await stageOf()}
  needs: []
  image: node:24
  timeout: 10 minutes
  rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]
  script:
    - ${command}
`
}
/**
 * Returns the repository's GitLab configuration; null without a file. `stages` is undefined when it cannot be parsed.
 */
async function gitlabConfig(): Promise<{ text: string; stages: unknown } | null> {
  const text = await readFile(GITLAB_FILE, 'utf8').catch(() => null)
  if (text === null) return null
  const document = parseDocument(text, { logLevel: 'silent' })
  return {
    text,
    stages: document.errors.length > 0 ? undefined : (document.toJS() as { stages?: unknown } | null)?.stages,
  }
}
/** Returns an existing stage: `test` is one of GitLab's default stages, but a repository may define others. */
async function stageOf(): Promise<string> {
  const stages = (await gitlabConfig())?.stages
  const [first] = Array.isArray(stages) && !stages.includes('test') ? (stages as unknown[]) : []
  return typeof first === 'string' && /^[\w.-]+$/.test(first) ? first : 'test'
}
async function nextForGitlab(): Promise<string[]> {
  const { file } = pipelines.gitlab
  const config = await gitlabConfig()
  return [
    ...(config?.text.includes(file) ? [] : [`Add to ${GITLAB_FILE}:  include: [{ local: ${file} }]`]),
    'Make a project access token in GitLab (Settings > Access tokens: role Reporter, scope api).',
    'Add it as the variable DRIFT_TOKEN (Settings > CI/CD > Variables: masked, not protected). Without it there is no comment, and the job says so.',
  ]
}
