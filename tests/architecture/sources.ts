import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** The names of folders for tests, from package.json: `#web/*`. */
const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
}

export interface Source {
  /** The path in the repository. */
  path: string
  text: string
}
export interface Import {
  from: string
  /** The path in the repository, or the package with its entry point. */
  to: string
  /** The imported names. */
  names: readonly string[]
  isTypeOnly: boolean
}

/** Returns the hand-written source files in a folder. */
export function sourcesIn(folder: string, names = /\.(tsx?|js|cjs)$/): Source[] {
  const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const isOurs = (name: string) => names.test(name) && !/(^|\/)(node_modules|dist)\//.test(name)
  return entries
    .filter(isOurs)
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }))
}

/** Matches `import x from`, `export x from`, `import 'x'` and `import('x')`; the clause shows whether it imports only types. */
const importing = /\b(?:(import|export)\s+([^'"();]*?)\s*from\s*|import\s*\(?\s*)['"]([^'"]+)['"]/g
const isTypes = (clause: string) =>
  /^type\s/.test(clause) || (/^\{[^]*\}$/.test(clause) && !/[{,]\s*(?!type\s)[\w$]/.test(clause))
const namesIn = (clause: string) =>
  [...(/\{([^]*)\}/.exec(clause)?.[1] ?? '').matchAll(/([\w$]+)(?:\s+as\s+[\w$]+)?\s*(?:,|$)/g)].map(
    ([, name = '']) => name,
  )

/** Returns the imports of a file, with own paths (`./x`, `#x`, `#web/x`) resolved to paths in the repository. */
export function importsOf({ path, text }: Source): Import[] {
  const workspace = path.split('/')[0] ?? ''
  const target = (written: string) => {
    if (written.startsWith('#')) {
      const folder = ['tests', 'e2e'].includes(workspace) && aliases[written.replace(/\/.*$/, '/*')]
      return folder
        ? join(folder.replace('*', ''), written.replace(/^[^/]*\//, ''))
        : join(workspace, 'src', written.slice(1))
    }
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
