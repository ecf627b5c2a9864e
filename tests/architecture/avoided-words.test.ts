import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type Avoided, avoided } from './avoided.ts'
import { type Source, sourcesIn } from './sources.ts'

const testing = new Set(['describe', 'it', 'test'])
/** Returns the name of the called function: `test` for `test.each(rows)('title', …)`. */
function functionName(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return functionName(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return functionName(node.tag)
  return ts.isIdentifier(node) ? node.text : ''
}
/** Returns the call argument that a text is, or is a part of. */
function argumentOf(node: ts.Node): ts.Node {
  if (ts.isTemplateSpan(node.parent)) return node.parent.parent
  return ts.isTemplateExpression(node.parent) ? node.parent : node
}
function isTitle(node: ts.Node): boolean {
  const argument = argumentOf(node)
  const { parent } = argument
  return ts.isCallExpression(parent) && parent.arguments[0] === argument && testing.has(functionName(parent.expression))
}
const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isTemplateLiteralToken(node) ||
  ts.isJsxText(node)

/** Removes string literals except test titles, so that names, comments and titles remain. */
function wordsOf({ path, text }: Source): string {
  const parts: string[] = []
  let end = 0
  const visit = (node: ts.Node): void => {
    if (isText(node) && !isTitle(node)) {
      const start = node.getStart(file)
      parts.push(text.slice(end, start), text.slice(start, node.end).replaceAll(/[^\n]/g, ' '))
      end = node.end
    }
    ts.forEachChild(node, visit)
  }
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  visit(file)
  return [...parts, text.slice(end)].join('')
}
const inWords = (text: string) =>
  text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()

/** The file's name is searched as line 0. */
function avoidedIn(source: Source, words: readonly Avoided[] = avoided): string[] {
  const { path } = source
  // Files without a match, which are most, need not be parsed.
  const all = inWords(`${path}\n${source.text}`)
  if (!words.some(({ pattern }) => pattern.test(all))) return []
  const searched = path.endsWith('.md') ? source.text : wordsOf(source)
  return [path, ...inWords(searched).split('\n')].flatMap((line, at) =>
    words.flatMap(({ pattern, instead }) => {
      const word = pattern.exec(at ? line : inWords(line))?.[0]
      return word ? [`${path}:${at}: "${word}": write ${instead}`] : []
    }),
  )
}

const folders = ['openapi', 'sdk', 'web', 'mock-server', 'scripts', 'tests', 'e2e']
/** Excludes requirements, which use the words of their sources, and generated code. */
const isOurs = ({ path }: Source) => !/^(tests\/requirements|sdk\/src\/generated)\//.test(path)

describe('names, comments, titles and READMEs', () => {
  it("use the field's words", () => {
    const sources = folders.flatMap((folder) => sourcesIn(folder, /\.(tsx?|js|cjs|md)$/)).filter(isOurs)
    expect(sources.length).toBeGreaterThan(800)
    expect(sources.flatMap((source) => avoidedIn(source))).toEqual([])
  })

  describe.each(avoided)('$example', ({ example, instead }) => {
    const name = example.replaceAll(/ (\w)/g, (_, first: string) => first.toUpperCase())
    it.each([
      ['a name', 'a.ts', `const ${name} = 1`],
      ['a comment', 'a.tsx', `const a = <p>{/* It is the ${example} here. */}</p>`],
      ['a title', 'a.test.ts', `test.each([1])('shows the ${example}', () => {})`],
      ['a README', 'README.md', `Shows the ${example}.`],
    ])('is found in %s', (_place, path, line) => {
      const words = avoided.filter((entry) => entry.example === example)
      expect(avoidedIn({ path, text: `\n${line}\n` }, words)).toEqual([
        `${path}:2: "${wordIn(example)}": write ${instead}`,
      ])
    })
    it('is found in the name of a file', () => {
      const path = `web/src/${example.replaceAll(' ', '-')}.ts`
      expect(avoidedIn({ path, text: '' }).join('\n')).toContain(`${path}:0: `)
    })
  })

  it.each(["const a = 'the witness'", 'const a = <p>witness</p>', 'const a = `${b} witness`', 'const a = /witness/'])(
    'leaves texts alone: %s',
    (text) => expect(avoidedIn({ path: 'a.tsx', text })).toEqual([]),
  )
})

const wordIn = (text: string) => avoided.find(({ example }) => example === text)?.pattern.exec(text)?.[0]
