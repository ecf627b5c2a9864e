import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './processes.ts'

/** What may be sent, in bytes of JavaScript, brotli. */
export interface ByteBudgets {
  /** `/` before anybody has touched it. */
  untouched: number
  /** `/` when the whole app has come. */
  landing: number
  /** `/profile`, opened by its address. */
  profile: number
  /** Each chunk that comes after these, with a page or with the first modal. */
  chunks: Readonly<Record<string, number>>
  /** A chunk without a budget of its own. */
  other: number
}
export const byteBudgets: ByteBudgets = {
  untouched: 4000,
  // Of it 0.5 kB keeps what no one catches until the reports are loaded, and 0.5 kB opens the app without a network: its session, its settings.
  landing: 96_000,
  // Of it 0.2 kB for public pages that are there before the app, and for signing out without a network.
  profile: 142_700,
  chunks: {
    'subscription-pages': 5600,
    'benefit-pages': 11_500,
    // Of it 0.2 kB shows the price on pages that sell one term.
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
  /** What it loads at once; what it may load later is not among it. */
  imports?: string[]
  dynamicImports?: string[]
}
export type Manifest = Record<string, Chunk>

/** The scripts that are loaded with these parts of the app: they, and what they import, however deep. */
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

/** What the pages of the built app weigh. Gives a sentence for each that is too much, with its files. */
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
    sizes.set(file, brotliCompressSync(await readFile(join(folder, file))).length)
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
  const gone = Object.keys(budgets.chunks).filter((name) => later.every((chunk) => chunk.name !== name))
  return {
    landing: weighed[1]?.bytes ?? 0,
    problem: [
      ...problems,
      ...early.map(
        ({ name }) => `The modals load ${name}: what they share with pages belongs into the account's chunk.`,
      ),
      ...gone.map((name) => `The chunk ${name} has a budget and is not there.`),
    ].join('\n'),
  }
}
