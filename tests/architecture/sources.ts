import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Source {
  /** Path in the repository. */
  path: string
  text: string
}
export interface Import {
  from: string
  /** Path in the repository, or the package with its entry point. */
  to: string
  /** What is imported by name. */
  names: readonly string[]
  isTypeOnly: boolean
}

/** The hand-written source files under a folder. */
export function sourcesIn(folder: string, names = /\.(tsx?|js|cjs)$/): Source[] {
  const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const isOurs = (name: string) => names.test(name) && !/(^|\/)(node_modules|dist)\//.test(name)
  return entries
    .filter(isOurs)
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }))
}

/** `import x from`, `export x from`, `import 'x'` and `import('x')`; the clause says whether it is types only. */
const importing = /\b(?:(import|export)\s+([^'"();]*?)\s*from\s*|import\s*\(?\s*)['"]([^'"]+)['"]/g
const isTypes = (clause: string) =>
  /^type\s/.test(clause) || (/^\{[^]*\}$/.test(clause) && !/[{,]\s*(?!type\s)[\w$]/.test(clause))
const namesIn = (clause: string) =>
  [...(/\{([^]*)\}/.exec(clause)?.[1] ?? '').matchAll(/([\w$]+)(?:\s+as\s+[\w$]+)?\s*(?:,|$)/g)].map(
    ([, name = '']) => name,
  )

/** What a file imports. Own paths (`./x`, `#x`) are given as paths in the repository. */
export function importsOf({ path, text }: Source): Import[] {
  const workspace = path.split('/')[0] ?? ''
  const target = (written: string) => {
    if (written.startsWith('#')) return join(workspace, 'src', written.slice(1))
    if (written.startsWith('.')) return relative(root, resolve(root, dirname(path), written))
    return written
  }
  return [...text.matchAll(importing)].map(([, , clause = '', written = '']) => ({
    from: path,
    to: target(written),
    names: namesIn(clause.trim()),
    isTypeOnly: isTypes(clause.trim()),
  }))
}

export const importsIn = (folder: string): Import[] => sourcesIn(folder).flatMap(importsOf)
export const arrow = ({ from, to }: Import): string => `${from} → ${to}`
