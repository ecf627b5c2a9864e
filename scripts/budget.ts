import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './processes.ts'

/**
 * JavaScript of the landing page when the whole app has come, brotli. Of it 0.5 kB keeps what nobody catches until the reports are loaded, and 0.5 kB
 * opens the app without a network: its session, its settings.
 */
export const LANDING_BUDGET_BYTES = 96_000
/** What it loads before anybody has touched it. */
export const FIRST_VIEW_BUDGET_BYTES = 4000

interface Chunk {
  file: string
  name?: string
  /** What it loads at once; what it may load later is not among it. */
  imports?: string[]
  dynamicImports?: string[]
}
export type Manifest = Record<string, Chunk>

/** The scripts that are loaded with the page: its entry, and what that imports, however deep. */
export function startScripts(manifest: Manifest, entry: string): string[] {
  const seen = new Set<string>()
  const follow = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const next of chunk.imports ?? []) follow(next)
  }
  follow(entry)
  return [...seen].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js'))
}

/** What the landing page of the built app weighs. Gives a sentence when it is too much. */
export async function landingBudget(folder = join(root, 'web/dist')): Promise<{ bytes: number; problem: string }> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const [boot = '', chunk] = Object.entries(manifest).find(([, { name }]) => name === 'boot') ?? []
  const first = startScripts(manifest, boot)
  const app = (chunk?.dynamicImports ?? []).flatMap((each) => startScripts(manifest, each))
  const whole = [...new Set([...first, ...app])]
  const firstView = await weigh(folder, first, FIRST_VIEW_BUDGET_BYTES)
  return firstView.problem ? firstView : weigh(folder, whole, LANDING_BUDGET_BYTES)
}

async function weigh(folder: string, files: readonly string[], budget: number) {
  const sizes = await Promise.all(
    files.map(async (file) => brotliCompressSync(await readFile(join(folder, file))).length),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const list = files.map((file, at) => `  ${file} ${sizes[at]}`).join('\n')
  const isTooMuch = bytes > budget || files.length === 0
  const sentence = `The landing page sends ${bytes} bytes of JavaScript; its budget is ${budget}.`
  return { bytes, problem: isTooMuch ? `${sentence}\n${list}` : '' }
}
