import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { launch, root } from './processes.ts'
import { currentOf } from './release.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run image: builds an image with podman, buildah or docker.

  npm run image              a folder of releases behind the official nginx
  npm run image -- mock      the packed mock (npm run pack makes its package)

  --from <folder>   the folder of releases (web/deploy/dist, from npm run release -- --origin …) or of the package (sdk/dist)
  --tag <name>      the tag; paket:<id of the current release>; paket-mock:<version>
  --help`
const builders = [
  // Podman's and buildah's default format has no health check.
  ['podman', 'build', '--format', 'docker'],
  ['buildah', 'build', '--format', 'docker'],
  ['docker', 'build'],
] as const

const isOnPath = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

/** The folder that the Containerfile copies from, and the default tag. */
interface Image {
  containerfile: string
  from: string
  tag: string
}
const images: Record<string, (from: string | undefined) => Promise<Image>> = {
  async app(given) {
    const from = resolve(given ?? join(root, 'web/deploy/dist'))
    const release = await currentOf(from)
    if (!release) throw new Error(`${from} has no current release: npm run release -- --origin https://paket.example`)
    return { containerfile: 'web/deploy/Containerfile', from, tag: `paket:${release}` }
  },
  async mock(given) {
    const from = resolve(given ?? join(root, 'sdk/dist'))
    const names = await readdir(from).catch(() => [])
    const packages = names.flatMap((name) => /^paket-mock-(\d.*)\.tgz$/.exec(name)?.[1] ?? [])
    const [version, ...others] = packages
    if (version === undefined) throw new Error(`${from} has no paket-mock-….tgz: npm run pack`)
    if (others.length > 0)
      throw new Error(`${from} has packages of several versions (${packages.join(', ')}): remove all but one`)
    return { containerfile: 'mock-server/Containerfile', from, tag: `paket-mock:${version}` }
  },
}

async function main(): Promise<void> {
  const { values, positionals } = parseOptions(
    help,
    {
      from: { type: 'string' },
      tag: { type: 'string' },
    },
    { allowPositionals: true },
  )
  const [name = 'app', ...more] = positionals
  const known = images[name]
  if (!known || more.length > 0)
    throw new Error(`unknown image ${positionals.join(' ')}; known are ${Object.keys(images).join(', ')}`)
  const { containerfile, from, tag } = await known(values.from)
  const builder = builders.find(([each]) => isOnPath(each))
  if (!builder) throw new Error('No image was built: podman, buildah or docker must be installed.')
  const [file, ...args] = builder
  const all = [...args, '--file', join(root, containerfile), '--tag', values.tag ?? tag, from]
  process.exitCode = (await launch({ name: file, file, args: all, onLine: 'inherit' }).ended).code
}

await runMain(main)
