import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '../..')

/** A text node that a browser's translator may detach while React still uses it. */
export interface LooseText {
  /** File and line: `web/src/ui/button.tsx:44`. */
  at: string
  /** The source of the text. */
  text: string
  correction: string
}

/** Returns a program of a workspace's files, with additional files by their path in the repository. */
export function programOf(workspace: string, planted: Readonly<Record<string, string>> = {}): ts.Program {
  const config = join(root, workspace, 'tsconfig.json')
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    dirname(config),
  )
  const host = ts.createCompilerHost(options)
  const added = new Map(Object.entries(planted).map(([path, text]) => [join(root, path), text]))
  return ts.createProgram([...fileNames, ...added.keys()], options, {
    ...host,
    getSourceFile(path, version) {
      const text = added.get(path)
      return text === undefined ? host.getSourceFile(path, version) : ts.createSourceFile(path, text, version)
    },
  })
}

/**
 * Returns the loose texts of a file. A translator (Chrome, Edge) replaces text nodes by elements of its own; React keeps the replaced ones. Only
 * the text that is the single child of an element is safe, because React writes it through the element. Of any other text a later change is not
 * shown, and React fails when it removes it or puts an element before it.
 */
export function looseTexts(program: ts.Program, path: string): LooseText[] {
  const file = program.getSourceFile(join(root, path))
  if (!file) throw new Error(`${path} is not a part of the program`)
  const checker = program.getTypeChecker()
  const found: LooseText[] = []
  const add = (node: ts.Node, correction: string) =>
    found.push({
      at: `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`,
      text: node.getText(file).trim(),
      correction,
    })

  const judge = (parent: ts.JsxElement | ts.JsxFragment): void => {
    const children = childrenOf(parent)
    const isFragment = ts.isJsxFragment(parent)
    let comesAndGoes = false
    for (const child of children) {
      if (isConstant(child)) {
        if (isFragment) add(child, 'Put it into an element: the children of a fragment are beside others.')
        else if (comesAndGoes) add(child, 'Put it into an element: React fails to put something before a text.')
        continue
      }
      if (!ts.isJsxExpression(child) || !child.expression) continue
      const type = checker.getTypeAtLocation(child.expression)
      if (isListOfTexts(type, checker)) add(child, 'Put each text into an element of its own.')
      else if (mayBeText(type, checker) && (isFragment || children.length > 1))
        add(child, 'Make one text of all, as in {`1 of ${count}`}, or put this one into an element of its own.')
      comesAndGoes ||= mayComeAndGo(type, checker)
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) judge(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Text of the source: `text` or `{' '}`. */
const isConstant = (child: ts.JsxChild) =>
  ts.isJsxText(child) || (ts.isJsxExpression(child) && child.expression && ts.isStringLiteralLike(child.expression))

/** Returns the children that are rendered: without whitespace between lines and without comments. */
const childrenOf = ({ children }: ts.JsxElement | ts.JsxFragment) =>
  children.filter((child) =>
    ts.isJsxText(child) ? !child.containsOnlyTriviaWhiteSpaces : !ts.isJsxExpression(child) || child.expression,
  )

/** Returns the members of a type, or of the constraint of a type parameter. */
function membersOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const known = checker.getBaseConstraintOfType(type) ?? type
  return known.isUnionOrIntersection() ? known.types.flatMap((each) => membersOf(each, checker)) : [known]
}

const { StringLike, NumberLike, BigIntLike, Any, Unknown, Undefined, Null, BooleanLike } = ts.TypeFlags

/** What is left of a type on the falsy side of `node && <p>{node}</p>`. */
const isEmpty = (type: ts.Type) =>
  type.isLiteral() && (typeof type.value === 'object' ? type.value.base10Value === '0' : !type.value)

/** Whether React may render a value of the type as a text node. */
const mayBeText = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  membersOf(type, checker).some(
    (each) => (each.flags & (StringLike | NumberLike | BigIntLike | Any | Unknown)) !== 0 && !isEmpty(each),
  )

const isListOfTexts = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  membersOf(type, checker).some(
    (each) =>
      checker.isArrayLikeType(each) &&
      checker.getTypeArguments(each as ts.TypeReference).some((one) => mayBeText(one, checker)),
  )

/** Whether a value of the type may be rendered at one time and not at another one. */
const mayComeAndGo = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  membersOf(type, checker).some(
    (each) => (each.flags & (Undefined | Null | BooleanLike)) !== 0 || checker.isArrayLikeType(each),
  )
