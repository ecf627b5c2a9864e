import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type Source, sourcesIn } from './sources.ts'

/** The regular expressions of a file, with where they stand. */
function regexesOf({ path, text }: Source): { at: string; source: string; flags: string }[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: { at: string; source: string; flags: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ at: `${path}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
const isSlow = ({ source, flags }: { source: string; flags: string }) =>
  analyse({ source, flags }, { maxReports: 1 }).reports.length > 0

// What someone else has written goes through them: descriptions, recordings, answers, addresses, headers.
describe('no regular expression', () => {
  it('of what we run takes more time than in proportion to the text', () => {
    const sources = ['scripts', 'sdk', 'web', 'mock-server', 'openapi'].flatMap((folder) => sourcesIn(folder))
    const regexes = sources.filter(({ path }) => !path.startsWith('sdk/src/generated/')).flatMap(regexesOf)
    expect(regexes.length).toBeGreaterThan(100)
    expect(regexes.filter(isSlow).map(({ at, source }) => `${at} /${source}/`)).toEqual([])
  })
  it.each(['\\/+$', '\\{([^}]+)\\}', '\\s*\\(\\d', '^(a+)+$'])('like /%s/ would be missed', (source) =>
    expect(isSlow({ source, flags: '' })).toBe(true),
  )
})
