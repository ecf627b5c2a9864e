import { analyse } from 'scslre'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type Source, sourcesIn } from './sources.ts'

/** Returns the regular expressions of a file with their places. */
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

// They process foreign input: descriptions, recordings, answers, URLs, headers.
describe('regular expressions', () => {
  it('of ours run in linear time', () => {
    const sources = ['scripts', 'sdk', 'web', 'mock-server', 'openapi'].flatMap((folder) => sourcesIn(folder))
    const regexes = sources.filter(({ path }) => !path.startsWith('sdk/src/generated/')).flatMap(regexesOf)
    expect(regexes.length).toBeGreaterThan(100)
    expect(regexes.filter(isSlow).map(({ at, source }) => `${at} /${source}/`)).toEqual([])
  })
  it.each(['\\/+$', '\\{([^}]+)\\}', '\\s*\\(\\d', '^(a+)+$'])('like /%s/ are detected', (source) =>
    expect(isSlow({ source, flags: '' })).toBe(true),
  )
})
