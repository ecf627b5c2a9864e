import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { root } from './processes.ts'

/** A package of others whose code or data is part of what we ship. */
interface ThirdParty {
  name: string
  version: string
  /** An SPDX expression. */
  license: string
  /** The texts of its licence and its notices. */
  notices: string
  /** The hash of its tarball from the lock file: `sha512-…`. */
  integrity: string | undefined
}
/** What we ship. */
interface Shipped {
  type: 'application' | 'library'
  name: string
  version: string
}
interface Manifest {
  name: string
  version: string
  license?: unknown
  /** The form of old packages. */
  licenses?: readonly { type?: string }[]
}

/** Matches the folder of the package that a file belongs to. Names of virtual modules begin with a zero byte. */
const packageFolder = /^[^\0]*node_modules\/(?:@[^/]+\/)?[^/]+/
const noticeFile = /^(licen[cs]e|copying|notice|third[-_ ]?party)(?!.*\.[cm]?[jt]s$)/i

/** Reads the packages that files belong to, in the order of their names. Throws an Error for one that names no licence. */
export async function readThirdParties(files: Iterable<string>): Promise<ThirdParty[]> {
  const folders = new Set([...files].flatMap((file) => packageFolder.exec(file.replaceAll('\\', '/'))?.[0] ?? []))
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>
  }
  const read = async (folder: string): Promise<ThirdParty> => {
    const path = resolve(root, folder)
    const { name, version, ...manifest } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Manifest
    const license = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ')
    if (typeof license !== 'string' || !license)
      throw new Error(`${folder}/package.json names no licence, so ${name} ${version} cannot be shipped.`)
    const { integrity } = lock.packages[relative(root, path).replaceAll('\\', '/')] ?? {}
    return { name, version, license, notices: await readNotices(path), integrity }
  }
  // A package may be installed in several places.
  const byKey = new Map((await Promise.all([...folders].map(read))).map((each) => [keyOf(each), each]))
  return [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key) ?? [])
}
const keyOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

async function readNotices(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && noticeFile.test(entry.name)).map(({ name }) => name)
  const texts = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n')
}

const headOf = ({ name, version, license }: Omit<ThirdParty, 'notices'>) => `${name} ${version}: ${license}`

/** Returns the licences and notices of packages as one text, to be shipped with them. */
export const formatNotices = (packages: readonly ThirdParty[]): string =>
  packages
    .map(({ notices, ...each }) => `${headOf(each)}\n\n${notices || 'The package contains no text of its licence.'}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)

const purlOf = ({ name, version }: ThirdParty) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** Returns a software bill of materials in CycloneDX 1.6: the packages that are part of what is shipped, and no tools that only built it. */
export function formatSbom(shipped: Shipped, packages: readonly ThirdParty[]): string {
  const ref = keyOf(shipped)
  const components = packages.map((each) => ({
    type: 'library',
    'bom-ref': purlOf(each),
    name: each.name,
    version: each.version,
    purl: purlOf(each),
    licenses: [{ expression: each.license }],
    ...(each.integrity && { hashes: [hashOf(each.integrity)] }),
  }))
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...shipped, 'bom-ref': ref } },
    components,
    dependencies: [{ ref, dependsOn: packages.map(purlOf) }],
  }
  return `${JSON.stringify(bom, undefined, 2)}\n`
}
function hashOf(integrity: string) {
  const [algorithm, hash = ''] = integrity.split('-')
  if (algorithm !== 'sha512') throw new Error(`package-lock.json has the hash ${integrity}, which is not of sha512.`)
  return { alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }
}

/** The files that `writeThirdParties` writes. */
export const thirdPartyFiles = ['LICENSES.txt', 'sbom.cdx.json'] as const

/** Writes the notices and the bill of materials of the packages that `files` belong to into the folder of a package of ours. */
export async function writeThirdParties(folder: string, shipped: Shipped, files: Iterable<string>): Promise<void> {
  const packages = await readThirdParties(files)
  const texts = [formatNotices(packages), formatSbom(shipped, packages)]
  for (const [at, name] of thirdPartyFiles.entries()) await writeFile(join(folder, name), texts[at] ?? '')
}
