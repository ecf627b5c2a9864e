/** Stryker's report (mutation testing report schema): the parts that are read here. */
export interface MutationReport {
  files: Record<string, { source: string; mutants: MutantResult[] }>
}
interface MutantResult {
  mutatorName: string
  replacement?: string
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored' | 'Pending'
  location: { start: Position; end: Position }
}
/** Line and column, counted from 1. */
interface Position {
  line: number
  column: number
}

/** A mutant that no test kills, with its line before and after. */
export interface Survivor {
  file: string
  line: number
  was: string
  is: string
  /** Whether no test executes the line. */
  isUncovered: boolean
}
export interface FileScore {
  file: string
  killed: number
  total: number
}

const detected = new Set(['Killed', 'Timeout'])
const undetected = new Set(['Survived', 'NoCoverage'])

/** Counts killed and surviving mutants by file. Mutants that fail to load count as neither. */
export function scores({ files }: MutationReport): FileScore[] {
  return Object.entries(files)
    .map(([file, { mutants }]) => {
      const killed = mutants.filter(({ status }) => detected.has(status)).length
      return { file, killed, total: killed + mutants.filter(({ status }) => undetected.has(status)).length }
    })
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => a.file.localeCompare(b.file))
}

/** Counts mutants that only a time limit ended: most are endless loops, but on a busy machine some are slow tests. */
export const timeouts = ({ files }: MutationReport): number =>
  Object.values(files)
    .flatMap(({ mutants }) => mutants)
    .filter(({ status }) => status === 'Timeout').length

export const percent = (parts: readonly Omit<FileScore, 'file'>[]): number => {
  const sum = (key: 'killed' | 'total') => parts.reduce((all, part) => all + part[key], 0)
  return sum('total') === 0 ? 0 : (100 * sum('killed')) / sum('total')
}

export function survivors({ files }: MutationReport): Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => undetected.has(status))
      .map((mutant) => ({
        file,
        line: mutant.location.start.line,
        ...change(lines, mutant),
        isUncovered: mutant.status === 'NoCoverage',
      }))
      .toSorted((a, b) => a.line - b.line)
  })
}

/** The code that a mutant changes, before and after, each joined to one line. */
function change(lines: readonly string[], { location: { start, end }, replacement = '', mutatorName }: MutantResult) {
  const before = lines.slice(start.line - 1, end.line).join('\n')
  const tail = (lines[end.line - 1] ?? '').slice(end.column - 1)
  const after = (lines[start.line - 1] ?? '').slice(0, start.column - 1) + replacement + tail
  const [was = '', is = mutatorName] = [before, after].map((text) => text.replace(/\s+/g, ' ').trim())
  return { was, is }
}
