import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { npm } from '../../scripts/npm.ts'
import type { Tarball } from '../../scripts/tarball.ts'
import { type Command, nodeCommand, root, runToEnd } from '../../scripts/processes.ts'
import { packed } from '../support/packed.ts'

/** A partner's project outside of the repository, with the packed SDK installed; call `remove` at the end. */
export interface Project {
  path: (...parts: string[]) => string
  tarball: Tarball
  write: (file: string, text: string) => Promise<void>
  /** Runs a script of the project, or one at an absolute path; resolves with its output. */
  node: (script: string, ...args: string[]) => Promise<Ran>
  remove: () => Promise<void>
}
export interface Ran {
  ok: boolean
  output: string
}
const STEP_MS = 240_000
const run = async (command: Command): Promise<Ran> => {
  const { ok, output } = await runToEnd(command, STEP_MS)
  return { ok, output }
}

/** Links the peer dependencies of some entries. */
async function linkPeers(modules: string): Promise<void> {
  for (const scope of ['@opentelemetry', '@tanstack']) await mkdir(join(modules, scope))
  for (const name of [
    '@opentelemetry/api',
    '@tanstack/react-query',
    'openapi-fetch',
    'openapi-typescript-helpers',
    'valibot',
  ])
    await symlink(join(root, 'node_modules', name), join(modules, name))
}

/** Packs the SDK and installs the tarball as a partner does, without network and with an empty cache. */
export async function partnerProject({ peers = false } = {}): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-partner-'))
  const path = (...parts: string[]) => resolve(folder, ...parts)
  const write = async (file: string, text: string) => {
    await mkdir(join(path(file), '..'), { recursive: true })
    await writeFile(path(file), text)
  }
  const tarball = await packed('sdk', path('packed'))
  await write('package.json', JSON.stringify({ name: 'partner', private: true, type: 'module' }))
  const offline = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--cache', path('cache')]
  const { ok, output } = await run(npm('npm install', ['install', tarball.path, ...offline], folder))
  if (!ok) throw new Error(output)
  if (peers) await linkPeers(path('node_modules'))
  return {
    path,
    tarball,
    write,
    node: (script, ...args) => run({ ...nodeCommand(script, path(script), args), cwd: folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
