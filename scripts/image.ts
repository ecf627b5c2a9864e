import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launch, onStop, root, stopAll } from './processes.ts'
import { currentOf } from './release.ts'

const help = `npm run image: the releases of a folder as an image of the official nginx, by podman, buildah or docker.

  --from <folder>   the folder of releases (npm run release): web/deploy/dist
  --tag <name>      paket:<id of the current release>
  --help`
const builders = [
  // Their own format has no health check.
  ['podman', 'build', '--format', 'docker'],
  ['buildah', 'build', '--format', 'docker'],
  ['docker', 'build'],
] as const

const isOnPath = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, tag: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(help)
  onStop(() => void stopAll().then(() => process.exit(130)))
  const from = resolve(values.from ?? join(root, 'web/deploy/dist'))
  const release = await currentOf(from)
  if (!release) throw new Error(`${from} has no current release: npm run release`)
  const builder = builders.find(([name]) => isOnPath(name))
  if (!builder) throw new Error('No image was built: neither podman nor buildah nor docker is on this machine.')
  const [file, ...args] = builder
  const tag = values.tag ?? `paket:${release}`
  const more = ['--file', join(root, 'web/deploy/Containerfile'), '--tag', tag, from]
  process.exitCode = (await launch({ name: file, file, args: [...args, ...more], onLine: 'inherit' }).ended).code
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
