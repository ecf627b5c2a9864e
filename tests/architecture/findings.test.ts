import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type Source, sourcesIn } from './sources.ts'

const root = join(import.meta.dirname, '../..')
/** Files that write for people. Only they may leave out findings, and they say so. */
const writers = 'scripts/drift/report/writers/'
/** The fields of a finding, however its type is named, and of an accepted one. */
const kinds = [
  ['rule', 'says'],
  ['finding', 'reason'],
]
/** What takes some items of a list by their places or by their number. */
const taking = new Set(['slice', 'splice', 'toSpliced', 'take', 'drop', 'copyWithin'])

/** Returns the places where a part of a list of findings is taken by place or number. */
function partsTaken(sources: readonly Source[]): string[] {
  const files = new Map(sources.map(({ path, text }) => [join(root, path), text]))
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  host.fileExists = (name) => files.has(name) || ts.sys.fileExists(name)
  host.readFile = (name) => files.get(name) ?? ts.sys.readFile(name)
  const program = ts.createProgram([...files.keys()], options, host)
  const checker = program.getTypeChecker()

  const isFindings = (node: ts.Expression): boolean => {
    const type = checker.getNonNullableType(checker.getTypeAtLocation(node))
    const items = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    const members = items?.isUnion() ? items.types : items ? [items] : []
    return members.some((member) => kinds.some((names) => names.every((name) => member.getProperty(name))))
  }
  const isTaken = (node: ts.Node): boolean => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      const [callback] = node.arguments
      // A filter that looks at the place of an item.
      const isByPlace =
        ['filter', 'flatMap', 'findLast'].includes(name.text) &&
        callback !== undefined &&
        ts.isFunctionLike(callback) &&
        callback.parameters.length > 1
      return (taking.has(name.text) || isByPlace) && isFindings(expression)
    }
    // `findings.length = 500`
    if (ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left))
      return (
        node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
        node.left.name.text === 'length' &&
        isFindings(node.left.expression)
      )
    // A loop that ends early.
    if (!ts.isForOfStatement(node) || !isFindings(node.expression)) return false
    const endsIn = (inner: ts.Node): boolean =>
      (ts.isBreakStatement(inner) && !ts.isSwitchStatement(inner.parent.parent)) ||
      (!ts.isFunctionLike(inner) && !ts.isIterationStatement(inner, false) && (ts.forEachChild(inner, endsIn) ?? false))
    return endsIn(node.statement)
  }
  return sources.flatMap(({ path }) => {
    const file = program.getSourceFile(join(root, path))!
    const found: string[] = []
    const visit = (node: ts.Node): void => {
      if (isTaken(node)) found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
      ts.forEachChild(node, visit)
    }
    visit(file)
    return found
  })
}

describe('findings', { timeout: 120_000 }, () => {
  const path = 'scripts/drift/cli/planted.ts'
  const planted = (text: string): Source => ({
    path,
    text: `import type { Finding, Found } from '../report/finding.ts'
import type { Report } from '../report/report.ts'
export function some(findings: readonly Finding[], found: Found[], report: Report, most: number): unknown {
${text}
}`,
  })
  const members = [
    'return findings.slice(0, most)',
    'return report.findings.toSpliced(most)',
    'return report.suppressed.slice(0, most)',
    'return found.splice(most)',
    'return found.filter((_, nth) => nth < most)',
    'found.length = most\n  return found',
    'return { ...report, findings: report.findings.map((one) => ({ ...one })).slice(0, 500) }',
    'const all = new Set<Finding>()\n  for (const one of findings) {\n    if (all.size > most) break\n    all.add(one)\n  }\n  return all',
    'return Map.groupBy(findings, ({ rule }) => rule).get("call-missing")?.slice(0, 3)',
  ]
  const harmless = [
    'return findings.filter(({ severity }) => severity !== "note")',
    'return report.about.slice(0, most)',
    'const [first] = findings\n  return first?.calls.slice(0, 5)',
    'for (const one of findings) for (const call of one.calls) if (call === "") break',
  ]
  it('are taken in part only by what writes for people', () => {
    const all = sourcesIn('scripts/drift')
    const used = all.filter(({ path: one }) => !one.startsWith(writers))
    expect(used.length).toBeLessThan(all.length)
    const plants = [...members, ...harmless].map((text, nth) => ({
      ...planted(text),
      path: path.replace('planted', `planted${nth}`),
    }))
    const found = partsTaken([...used, ...plants])
    expect(found.filter((one) => !one.includes('/planted'))).toEqual([])
    expect(found.map((one) => one.replace(/:\d+$/, ''))).toEqual(plants.slice(0, members.length).map((one) => one.path))
  })
})
