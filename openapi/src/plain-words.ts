const id = String.raw`(?:(?:OP|OO|D)-\d+|[CO]-[A-Z]+-\d+|(?:options |core )?T\d|(?:core|options) §\d+)`
const ids = new RegExp(String.raw` ?\(${id}(?:, ${id})*\)`, 'g')

/** Copies a document without the ids of requirements and decisions in its descriptions: a reader outside of this repository cannot look them up. */
export function withoutIds<Document>(document: Document): Document {
  const copy = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return key === 'description' || key === 'summary' ? value.replaceAll(ids, '') : value
    if (Array.isArray(value)) return value.map((each) => copy(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each, name)]))
  }
  return copy(document) as Document
}
