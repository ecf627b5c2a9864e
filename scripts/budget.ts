import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './processes.ts'

/** Budgets in bytes of brotli-compressed JavaScript. */
export interface ByteBudgets {
  /** `/` before the first interaction. */
  untouched: number
  /** `/` with the whole app. */
  landing: number
  /** `/profile`, opened by URL. */
  profile: number
  /** Chunks that are loaded later, with a page or with the first modal. */
  chunks: Readonly<Record<string, number>>
  /** Default for chunks without their own budget. */
  other: number
}
export const byteBudgets: ByteBudgets = {
  untouched: 4000,
  // Includes 0.5 kB that keeps uncaught errors until the reports are loaded, and 0.5 kB that opens the app offline: its
  // session and settings, and 0.4 kB that downloads files again which came empty or cut.
  landing: 96_200,
  // Includes 0.2 kB for public pages that are prerendered, and for signing out offline, and 0.3 kB that shows an end that was not
  // seen at the next visit, and repeats a step back that another navigation cancelled, and 0.2 kB that shows the end of a purchase
  // whose page was left, and closes buying inside of other flows, and 0.1 kB that reads the account again when the user checks a
  // purchase, and says once that another tab has paid.
  profile: 144_000,
  chunks: {
    'subscription-pages': 5700,
    'benefit-pages': 11_500,
    // Includes 0.2 kB that shows the price on pages that sell one term.
    'entry-pages': 4100,
    'app-modals': 18_500,
    drawer: 15_200,
    identity: 16_200,
    'follow-reports': 5300,
    'id-token-signature': 4400,
  },
  other: 1000,
}

interface Chunk {
  file: string
  name?: string
  /** Static imports; not what the chunk can load later. */
  imports?: string[]
  dynamicImports?: string[]
}
export type Manifest = Record<string, Chunk>

/** Returns the scripts that are loaded with some chunks: their files and all static imports. */
export function startScripts(manifest: Manifest, ...parts: readonly string[]): string[] {
  const seen = new Set<string>()
  const follow = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const next of chunk.imports ?? []) follow(next)
  }
  for (const part of parts) follow(part)
  return [...seen].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js'))
}

/** The hash in a file's name. Its compressed size differs from build to build. */
const hashes = /-[\w-]{8}(?=\.(?:js|css)\b)/g

/** The compressed bytes of a script, without the hashes in the names of files that it loads. */
async function compressedBytes(file: string): Promise<number> {
  const text = await readFile(file, 'latin1')
  return brotliCompressSync(Buffer.from(text.replaceAll(hashes, ''), 'latin1')).length
}

/** Weighs the pages of the built app. Describes each exceeded budget, with its files. */
export async function weighPages(
  folder = join(root, 'web/dist'),
  budgets = byteBudgets,
): Promise<{ landing: number; problem: string }> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const keyOf = (part: string) => Object.keys(manifest).find((key) => manifest[key]?.name === part) ?? part
  const boot = keyOf('boot')
  const app = [boot, ...(manifest[boot]?.dynamicImports ?? [])]
  const profile = startScripts(manifest, ...app, keyOf('account'))
  const later = Object.values(manifest).filter(({ file }) => file.endsWith('.js') && !profile.includes(file))
  const rows = [
    { what: '/ before a touch', files: startScripts(manifest, boot), budget: budgets.untouched },
    { what: '/', files: startScripts(manifest, ...app), budget: budgets.landing },
    { what: '/profile', files: profile, budget: budgets.profile },
    ...later.map(({ name = '', file }) => ({
      what: `the chunk ${name}`,
      files: [file],
      budget: budgets.chunks[name] ?? budgets.other,
    })),
  ]
  const sizes = new Map<string, number>()
  for (const file of new Set(rows.flatMap(({ files }) => files)))
    sizes.set(file, await compressedBytes(join(folder, file)))
  const weighed = rows.map((row) => ({
    ...row,
    bytes: row.files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0),
  }))
  const problems = weighed
    .filter(({ files, bytes, budget }) => bytes > budget || files.length === 0)
    .flatMap(({ what, files, bytes, budget }) => [
      `JavaScript of ${what}: ${bytes} bytes; its budget is ${budget}.`,
      ...files.map((file) => `  ${file} ${sizes.get(file)}`),
    ])
  const modals = startScripts(manifest, keyOf('app-modals'))
  const early = later.filter(({ name = '', file }) => name.endsWith('-pages') && modals.includes(file))
  const missing = Object.keys(budgets.chunks).filter((name) => later.every((chunk) => chunk.name !== name))
  return {
    landing: weighed[1]?.bytes ?? 0,
    problem: [
      ...problems,
      ...early.map(({ name }) => `The modals load ${name}: move what they share with pages to the account's chunk.`),
      ...missing.map((name) => `The chunk ${name} has a budget but does not exist.`),
    ].join('\n'),
  }
}
