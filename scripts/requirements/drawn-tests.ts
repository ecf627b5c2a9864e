import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'

export const citation = /\b[CO]-[A-Z]+-\d+[a-z]?\b/g

/** The name of `tests/support` in package.json. */
const SUPPORT = '#support/'

const tests = new Set(['it', 'test'])
const groups = new Set(['describe'])
const hooks = new Set(['beforeEach', 'beforeAll'])
/** What draws a component in a document. `renderHook` draws nothing. */
const drawing = new Set(['@testing-library/react render'])

interface TestFile {
  source: ts.SourceFile
  /** The functions and constants of the file and of each group, outside of tests. */
  declared: Map<ts.Node, Map<string, ts.Node>>
  imported: Map<string, { from: string; name: string }>
}

/** Returns the name of the called function: `test` for `test.each(rows)('title', …)`. */
function functionName(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return functionName(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return functionName(node.tag)
  return ts.isIdentifier(node) ? node.text : ''
}
const isIn = (names: ReadonlySet<string>, node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && names.has(functionName(node.expression))

/**
 * Finds the tests that draw. A test draws when it, its hooks, or a function of the tests that these use, calls the `render`
 * of Testing Library.
 */
export class DrawnTests {
  readonly #files = new Map<string, TestFile>()
  readonly #verdicts = new Map<ts.Node, boolean>()
  readonly #folder: string

  constructor(root: string) {
    this.#folder = join(root, 'tests/')
  }

  /** Returns the ids that the titles, or the tables, of drawing tests in a file cite. */
  citedIn(path: string): Set<string> {
    const file = this.#read(path)
    const cited = new Set<string>()
    const visit = (node: ts.Node, outer: { ids: string[]; before: ts.Node[] }): void => {
      if (isIn(tests, node)) {
        if ([node, ...outer.before].some((part) => this.#draws(part, path)))
          for (const id of [...outer.ids, ...this.#idsOf(node, file)]) cited.add(id)
        return
      }
      if (!isIn(groups, node) && !ts.isSourceFile(node)) return ts.forEachChild(node, (child) => visit(child, outer))
      const ids = ts.isSourceFile(node) ? [] : [...outer.ids, ...this.#idsOf(node, file)]
      const inner = { ids, before: [...outer.before, ...hooksOf(node)] }
      ts.forEachChild(node, (child) => visit(child, inner))
    }
    visit(file.source, { ids: [], before: [] })
    return cited
  }

  /** Returns the ids in a test's or a group's title and in its table, also when the table is a constant. */
  #idsOf({ expression, arguments: [title] }: ts.CallExpression, file: TestFile): string[] {
    const texts = new Set<ts.Node>()
    const add = (node: ts.Node | undefined): void => {
      if (!node || texts.has(node)) return
      texts.add(node)
      for (const name of namesIn(node)) add(declarationOf(name, node, file))
    }
    add(title)
    add(expression)
    return [...texts].flatMap((node) => node.getText(file.source).match(citation) ?? [])
  }

  #draws(node: ts.Node, path: string): boolean {
    const known = this.#verdicts.get(node)
    if (known !== undefined) return known
    // While it is unknown: a function that calls itself draws only if something else in it does.
    this.#verdicts.set(node, false)
    const verdict = namesIn(node).some((name) => this.#drawsBy(name, node, path))
    this.#verdicts.set(node, verdict)
    return verdict
  }

  /** Whether what a name means at a place draws. */
  #drawsBy(name: string, at: ts.Node, path: string): boolean {
    const file = this.#read(path)
    const own = declarationOf(name, at, file)
    if (own) return this.#draws(own, path)
    const other = file.imported.get(name)
    if (!other) return false
    const isOfSupport = other.from.startsWith(SUPPORT)
    if (!isOfSupport && !other.from.startsWith('.')) return drawing.has(`${other.from} ${other.name}`)
    const target = isOfSupport
      ? join(this.#folder, 'support', other.from.slice(SUPPORT.length))
      : resolve(dirname(path), other.from)
    return (
      target.startsWith(this.#folder) &&
      existsSync(target) &&
      this.#drawsBy(other.name, this.#read(target).source, target)
    )
  }

  #read(path: string): TestFile {
    const known = this.#files.get(path)
    if (known) return known
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    const file: TestFile = { source, declared: new Map(), imported: new Map() }
    collect(source, source, file)
    this.#files.set(path, file)
    return file
  }
}

/** Collects the imports, and the declarations of the file and of its groups. */
function collect(node: ts.Node, scope: ts.Node, file: TestFile): void {
  const declare = (name: string, what: ts.Node) => {
    file.declared.set(scope, (file.declared.get(scope) ?? new Map<string, ts.Node>()).set(name, what))
  }
  if (isIn(tests, node) || isIn(hooks, node)) return
  if (ts.isImportDeclaration(node)) {
    const from = (node.moduleSpecifier as ts.StringLiteral).text
    const { namedBindings } = node.importClause ?? {}
    if (namedBindings && ts.isNamedImports(namedBindings))
      for (const { name, propertyName } of namedBindings.elements)
        file.imported.set(name.text, { from, name: (propertyName ?? name).text })
  } else if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name) declare(node.name.text, node)
  else if (ts.isVariableDeclaration(node))
    for (const name of namesBoundBy(node.name)) declare(name, node.initializer ?? node)
  else ts.forEachChild(node, (child) => collect(child, isIn(groups, node) ? node : scope, file))
}

/** Returns what a name means at a place: the declaration of the nearest group, or of the file. */
function declarationOf(name: string, at: ts.Node, { declared }: TestFile): ts.Node | undefined {
  for (let scope: ts.Node | undefined = at; scope; scope = scope.parent) {
    const found = declared.get(scope)?.get(name)
    if (found) return found
  }
  return undefined
}

const namesBoundBy = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesBoundBy(element.name) : []))

/** Returns the hooks directly in a file or a group. */
function hooksOf(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (child: ts.Node): void => {
    if (isIn(hooks, child)) found.push(child)
    else if (!isIn(groups, child) && !isIn(tests, child)) ts.forEachChild(child, visit)
  }
  ts.forEachChild(node, visit)
  return found
}

/** Returns the names that a node uses, without names of properties. */
function namesIn(node: ts.Node): string[] {
  const names = new Set<string>()
  const visit = (part: ts.Node): void => {
    if (ts.isIdentifier(part)) {
      const { parent } = part
      const isProperty =
        (ts.isPropertyAccessExpression(parent) && parent.name === part) ||
        (ts.isPropertyAssignment(parent) && parent.name === part)
      if (!isProperty) names.add(part.text)
    }
    if (!ts.isTypeNode(part)) ts.forEachChild(part, visit)
  }
  visit(node)
  return [...names]
}
