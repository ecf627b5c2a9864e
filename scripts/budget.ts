import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './processes.ts'

/** JavaScript that the landing page needs before it can be used, brotli. */
export const LANDING_BUDGET_BYTES = 95_000

interface Chunk {
  file: string
  isEntry?: boolean
  /** What it loads at once; what it may load later is not among it. */
  imports?: string[]
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
  const files = startScripts(manifest, 'index.html')
  const sizes = await Promise.all(
    files.map(async (file) => brotliCompressSync(await readFile(join(folder, file))).length),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const list = files.map((file, at) => `  ${file} ${sizes[at]}`).join('\n')
  const isTooMuch = bytes > LANDING_BUDGET_BYTES || files.length === 0
  const sentence = `The landing page sends ${bytes} bytes of JavaScript; its budget is ${LANDING_BUDGET_BYTES}.`
  return { bytes, problem: isTooMuch ? `${sentence}\n${list}` : '' }
}
