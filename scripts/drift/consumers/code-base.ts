import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type ts from 'typescript'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import type { ContractNames } from './contract-names.ts'
import type { Manifest } from './manifest.ts'
import { schemasOf, wayOf } from './schema-way.ts'

type Ts = typeof ts
type Part = 'calls' | 'failures' | 'reads' | 'sends'

/** Loaded on demand, because only this command needs TypeScript. */
async function loadTypescript(): Promise<Ts> {
  const loaded = (await import('typescript').catch((error: unknown) => {
    throw new CannotCheck(
      `drift consumer needs TypeScript 5 or 6 beside it: npm install typescript@5 (${messageOf(error).split('\n')[0]})`,
    )
  })) as { default?: Ts } & Ts
  const typescript = loaded.default ?? loaded
  if (typeof typescript.createProgram !== 'function')
    throw new CannotCheck(`TypeScript ${typescript.version} has no checker to ask: npm install typescript@5`)
  return typescript
}

function programOf(typescript: Ts, tsconfig: string): ts.Program {
  const flat = (message: ts.DiagnosticMessageChain | string) => typescript.flattenDiagnosticMessageText(message, ' ')
  const read = typescript.getParsedCommandLineOfConfigFile(
    tsconfig,
    { noEmit: true },
    {
      ...typescript.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new CannotCheck(`${tsconfig} cannot be read: ${flat(messageText)}`)
      },
    },
  )
  const [first] = read?.errors ?? []
  if (first) throw new CannotCheck(`${tsconfig} cannot be read: ${flat(first.messageText)}`)
  return typescript.createProgram({ rootNames: read!.fileNames, options: read!.options })
}

/**
 * Returns what a code base uses of the contract, by the types of the SDK. Throws `CannotCheck` when the tsconfig cannot
 * be read, or without TypeScript.
 */
export async function manifestOf(tsconfig: string, consumer: string, names: ContractNames): Promise<Manifest> {
  const typescript = await loadTypescript()
  const program = programOf(typescript, tsconfig)
  const sources = program.getSourceFiles().filter((file) => {
    if (file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file)) return false
    return !isOfSdk(file.fileName)
  })
  const reader = new CodeReader(typescript, program.getTypeChecker(), dirname(tsconfig), names, new Set(sources))
  for (const file of sources) reader.read(file)
  return { consumer, ...reader.sorted() }
}

/** Whether a file belongs to the SDK: in a workspace, the SDK's sources are part of the program. */
function isOfSdk(file: string): boolean {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest))
      return (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === '@paket/sdk'
  }
  return false
}

class CodeReader {
  readonly #uses: Omit<Manifest, 'consumer'> = { calls: {}, failures: {}, reads: {}, sends: {} }
  readonly #ts: Ts
  readonly #checker: ts.TypeChecker
  readonly #folder: string
  readonly #names: ContractNames
  readonly #sources: ReadonlySet<ts.SourceFile>
  constructor(
    typescript: Ts,
    checker: ts.TypeChecker,
    folder: string,
    names: ContractNames,
    sources: ReadonlySet<ts.SourceFile>,
  ) {
    this.#ts = typescript
    this.#checker = checker
    this.#folder = folder
    this.#names = names
    this.#sources = sources
  }

  /** Reads the uses in a file; the generated types have none. */
  read(file: ts.SourceFile): void {
    if (/\bexport interface (components|operations) \{/.test(file.text)) return
    const visit = (node: ts.Node): void => {
      this.#look(node)
      this.#ts.forEachChild(node, visit)
    }
    visit(file)
  }
  /** Returns the uses in an order that does not depend on the machine. */
  sorted(): Omit<Manifest, 'consumer'> {
    const order = <T>(all: Record<string, T>) =>
      Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const { calls, failures, reads, sends } = this.#uses
    return { calls: order(calls), failures: order(failures), reads: order(reads), sends: order(sends) }
  }

  #add(part: Part, name: string, node: ts.Node, does: string): void {
    const file = node.getSourceFile()
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const at = `${relative(this.#folder, file.fileName).split(sep).join('/')}:${line}`
    const uses = (this.#uses[part][name] ??= [])
    if (!uses.some((use) => use.at === at)) uses.push({ at, does })
  }
  #look(node: ts.Node): void {
    const typescript = this.#ts
    if (typescript.isPropertyAccessExpression(node)) this.#named(node, node.expression, node.name.text)
    else if (typescript.isElementAccessExpression(node)) {
      const { argumentExpression: key } = node
      if (typescript.isStringLiteralLike(key)) this.#named(node, node.expression, key.text)
      else this.#whole(node.expression, node)
    } else if (typescript.isBindingElement(node)) this.#bound(node)
    else if (typescript.isImportSpecifier(node)) this.#call(node, (node.propertyName ?? node.name).text)
    else if (typescript.isStringLiteralLike(node)) this.#literal(node)
    else if (typescript.isSpreadAssignment(node)) this.#whole(node.expression, node)
    else if (typescript.isCallExpression(node)) this.#passed(node)
    else if (typescript.isPropertyAssignment(node) || typescript.isShorthandPropertyAssignment(node)) this.#sent(node)
  }

  #named(node: ts.Node, of: ts.Expression, name: string): void {
    const type = this.#checker.getTypeAtLocation(of)
    this.#call(node, name, type)
    this.#field(node, type, name)
  }
  #bound(node: ts.BindingElement): void {
    const typescript = this.#ts
    if (!typescript.isObjectBindingPattern(node.parent)) return
    const type = this.#checker.getTypeAtLocation(node.parent)
    const key = node.propertyName ?? node.name
    if (node.dotDotDotToken) return this.#wholeOf(type, node)
    if (typescript.isIdentifier(key) || typescript.isStringLiteralLike(key)) {
      this.#call(node, key.text, type)
      this.#field(node, type, key.text)
    }
  }
  /**
   * Adds a use of a call: a method of the client, a map with one entry per call, or a constant of a call. They are
   * recognized by type.
   */
  #call(node: ts.Node, name: string, of?: ts.Type): void {
    if (!this.#names.calls.has(name)) return
    const type = this.#checker.getTypeAtLocation(node)
    const id = type.getProperty('id')
    const isConstant = id !== undefined && this.#literalsOf(this.#checker.getTypeOfSymbol(id)).includes(name)
    const isOfEach = (of?.getProperties().filter(({ name: each }) => this.#names.calls.has(each)).length ?? 0) > 1
    if (isConstant || isOfEach || this.#answersResult(type)) this.#add('calls', name, node, `calls ${name}`)
  }
  #answersResult(type: ts.Type): boolean {
    return type.getCallSignatures().some((signature) => {
      const promised = this.#checker.getAwaitedType(signature.getReturnType())
      const members = promised?.isUnion() ? promised.types : promised ? [promised] : []
      return (
        members.some((member) => member.getProperty('failure') !== undefined) &&
        members.some((member) => member.getProperty('data') !== undefined)
      )
    })
  }
  #literalsOf(type: ts.Type): string[] {
    const members = type.isUnion() ? type.types : [type]
    return members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []))
  }
  /** Returns the paths of a field in the contract, with the named schemas of its value. */
  #waysOf(type: ts.Type, name: string): { way: string; schemas: string[] }[] {
    const symbol = this.#checker.getPropertyOfType(
      this.#checker.getApparentType(this.#checker.getNonNullableType(type)),
      name,
    )
    return (symbol?.declarations ?? []).flatMap((one) => {
      const way = wayOf(this.#ts, one)
      return way === null ? [] : [{ way, schemas: schemasOf(this.#ts, one) }]
    })
  }
  #field(node: ts.Node, type: ts.Type, name: string): void {
    for (const { way, schemas } of this.#waysOf(type, name))
      for (const each of [way, ...schemas]) this.#add('reads', each, node, `reads ${short(way)}`)
  }
  /** Adds a value that is passed on: any field of it may be read. */
  #whole(value: ts.Expression, node: ts.Node): void {
    this.#wholeOf(this.#checker.getTypeAtLocation(value), node)
  }
  #wholeOf(type: ts.Type, node: ts.Node, seen = new Set<ts.Type>()): void {
    const plain = this.#checker.getNonNullableType(type)
    const members = plain.isUnion() ? plain.types : [plain]
    for (const member of members) {
      // A type may be inside itself.
      if (seen.has(member)) continue
      seen.add(member)
      const inside = this.#checker.isArrayType(member)
        ? this.#checker.getTypeArguments(member as ts.TypeReference)[0]
        : undefined
      if (inside) this.#wholeOf(inside, node, seen)
      for (const property of inside ? [] : member.getProperties())
        for (const declaration of property.declarations ?? []) {
          const way = wayOf(this.#ts, declaration)
          if (way === null) continue
          const around = way.slice(0, way.lastIndexOf('.'))
          for (const each of [`${around}.*`, ...schemasOf(this.#ts, declaration)])
            this.#add('reads', each, node, `passes ${short(around) || around} on as a whole`)
          this.#wholeOf(this.#checker.getTypeOfSymbol(property), node, seen)
        }
    }
  }
  /** Adds the arguments of a function whose body is not read. */
  #passed(node: ts.CallExpression): void {
    const declaration = this.#checker.getResolvedSignature(node)?.declaration
    if (!declaration || this.#sources.has(declaration.getSourceFile())) return
    for (const argument of node.arguments)
      if (!this.#ts.isObjectLiteralExpression(argument) && !this.#ts.isFunctionLike(argument))
        this.#whole(argument, argument)
  }
  #sent(node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): void {
    const { name } = node
    if (!this.#ts.isIdentifier(name) && !this.#ts.isStringLiteralLike(name)) return
    const wanted = this.#checker.getContextualType(node.parent)
    if (!wanted) return
    for (const { way, schemas } of this.#waysOf(wanted, name.text))
      for (const each of [way, ...schemas]) this.#add('sends', each, node, `sends ${short(way)}`)
  }

  #literal(node: ts.StringLiteralLike): void {
    const { calls, failures } = this.#names
    if (calls.has(node.text)) {
      const wanted = this.#ts.isExpression(node) ? this.#checker.getContextualType(node) : undefined
      const known = wanted ? this.#literalsOf(this.#checker.getBaseConstraintOfType(wanted) ?? wanted) : []
      if (known.includes(node.text) && known.every((name) => calls.has(name)))
        this.#add('calls', node.text, node, `calls ${node.text}`)
    }
    if (failures.has(node.text)) this.#failure(node)
  }
  #failure(node: ts.StringLiteralLike): void {
    const typescript = this.#ts
    const { parent } = node
    const handled = (call: string) => this.#add('failures', `${call}.${node.text}`, node, `handles ${node.text}`)
    if (typescript.isCallExpression(parent)) {
      for (const argument of parent.arguments)
        if (typescript.isStringLiteralLike(argument) && this.#names.calls.has(argument.text)) handled(argument.text)
      return
    }
    const other = typescript.isCaseClause(parent)
      ? parent.parent.parent.expression
      : typescript.isBinaryExpression(parent)
        ? parent.left === node
          ? parent.right
          : parent.left
        : undefined
    if (!other) return
    if (!typescript.isPropertyAccessExpression(other)) {
      const known = this.#literalsOf(this.#checker.getTypeAtLocation(other))
      if (known.includes(node.text) && known.every((name) => this.#names.failures.has(name))) handled('*')
      return
    }
    const failure = this.#checker.getTypeAtLocation(other.expression)
    for (const member of failure.isUnion() ? failure.types : [failure]) {
      const [name, operation] = ['name', 'operation'].map((key) => {
        const property = member.getProperty(key)
        return property ? this.#literalsOf(this.#checker.getTypeOfSymbol(property)) : []
      })
      if (name!.includes(node.text)) for (const call of operation!) handled(call)
    }
  }
}
/** Returns a path without its schema: `result.orderId`. */
const short = (way: string): string => way.split('.').slice(1).join('.')
