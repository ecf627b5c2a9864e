import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the sources leave open and what was decided about it. */
export interface Decision {
  id: string
  title: string
  text: string
}

/** `### D-10 A points payment in doubt` or `### OP-15 C Points payment …`, and what is under it. */
const heading = /^### ((?:OP|OO|D)-\d+) (?:[CAN] )?(.+)\n([^]*?)(?=^#{1,3} |$(?![^]))/gm
/** Ids of the rows it decides are of use in the repository only. */
const rows = /^- \*\*Rows:\*\*.*\n/m

/** The decisions written in a document, by id. */
export const decisionsIn = (document: string): Decision[] =>
  [...document.matchAll(heading)].map(([, id = '', title = '', text = '']) => ({
    id,
    title: title.trim(),
    text: text.replace(rows, '').trim(),
  }))

/** All decisions: the contract's own, and those about the open points of the two source documents. */
export async function readDecisions(root: string): Promise<Map<string, Decision>> {
  const files = [
    'openapi/DECISIONS.md',
    'tests/requirements/core-decisions.md',
    'tests/requirements/options-decisions.md',
  ]
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  return new Map(texts.flatMap(decisionsIn).map((decision) => [decision.id, decision]))
}
