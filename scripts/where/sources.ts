import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of a file; lines count from 1. */
export interface Line {
  file: string
  line: number
  text: string
}
/** A place that a word leads to, and what it is there. */
export interface Hop extends Line {
  label: string
}
/** A meaning of a word, with its places. */
export interface Found {
  title: string
  hops: Hop[]
}
/** A requirement's row, with its whole text. */
export interface Row extends Line {
  id: string
  fullText: string
}

const folders = ['openapi', 'sdk/src', 'web/src', 'mock-server', 'tests', 'e2e']
const isRead = (name: string) =>
  /\.(tsx?|ya?ml|md)$/.test(name) && !/(^|\/)(node_modules|dist|generated|README\.md$)/.test(name)
const citation = /\b[CO]-[A-Z]+-\d+[a-z]?\b/g

/** The lines of all hand-written files. Reads every file instead of a list, so that moved files are found. */
export class Sources {
  readonly root: string
  readonly lines: readonly Line[]
  readonly rows: readonly Row[]

  constructor(root: string) {
    this.root = root
    this.lines = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(isRead)
        .toSorted()
        .flatMap((name) => linesOf(root, join(folder, name))),
    )
    this.rows = rowsIn(this.lines.filter(({ file }) => /^tests\/requirements\/.*\.yaml$/.test(file)))
  }

  /** Returns the lines that match a pattern, in the files that match another. */
  matching(files: RegExp, pattern: RegExp): Line[] {
    return this.lines.filter(({ file, text }) => files.test(file) && pattern.test(text))
  }

  /** Returns the rows that some lines cite. */
  rowsCited(lines: readonly Line[]): Row[] {
    const ids = new Set(lines.flatMap(({ text }) => text.match(citation) ?? []))
    return this.rows.filter(({ id }) => ids.has(id))
  }
}
export const app = /^web\/src\/(?!gallery\/)/
export const decisions = /(^openapi\/DECISIONS|-decisions)\.md$/
export const tests = /^(e2e|tests\/(?!requirements\/))/

function linesOf(root: string, file: string): Line[] {
  const texts = readFileSync(join(root, file), 'utf8').split('\n')
  return texts.map((text, at) => ({ file, line: at + 1, text: text.trim() }))
}

function rowsIn(lines: readonly Line[]): Row[] {
  const starts = lines.flatMap(({ text }, at) => (text.startsWith('- id: ') ? [at] : []))
  return starts.map((start, at) => {
    const part = lines.slice(start, starts[at + 1]).map(({ text }) => text)
    const what = part.find((text) => text.startsWith('what: '))?.slice('what: '.length) ?? ''
    const { file, line, text } = lines[start]!
    return { file, line, id: text.slice('- id: '.length), text: what.replace(/^"|"$/g, ''), fullText: part.join(' ') }
  })
}

export const labelled = (label: string, lines: readonly Line[]): Hop[] => lines.map((line) => ({ label, ...line }))
export const rowHops = (rows: readonly Row[]): Hop[] =>
  rows.map(({ id, file, line, text }) => ({ label: 'requirement', file, line, text: `${id} ${text}` }))
/** Matches a name or an id as a whole word. */
export const wordPattern = (word: string): RegExp => new RegExp(`(?<![\\w-])${word}(?![\\w-])`)
