import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An open point of the sources and the decision about it. */
export interface Decision {
  id: string
  title: string
  text: string
}

/** Matches a heading, `### D-10 A points payment in doubt` or `### OP-15 C Points payment …`, and its section. */
const heading = /^### ((?:OP|OO|D)-\d+) (?:[CAN] )?(.+)\n([^]*?)(?=^#{1,3} |$(?![^]))/gm
/** The list of affected requirement rows, which is useful only in the repository. */
const rows = /^- \*\*Rows:\*\*.*\n/m

/** Parses the decisions in a document. */
export const decisionsIn = (document: string): Decision[] =>
  [...document.matchAll(heading)].map(([, id = '', title = '', text = '']) => ({
    id,
    title: title.trim(),
    text: text.replace(rows, '').trim(),
  }))

/** Reads all decisions: the contract's own, and those about open points of the two source documents. */
export async function readDecisions(root: string): Promise<Map<string, Decision>> {
  const files = [
    'openapi/DECISIONS.md',
    'tests/requirements/core-decisions.md',
    'tests/requirements/options-decisions.md',
  ]
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  return new Map(texts.flatMap(decisionsIn).map((decision) => [decision.id, decision]))
}
