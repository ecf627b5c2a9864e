import type ts from 'typescript'

type Ts = typeof ts

/**
 * Returns the path of a declaration in the types from openapi-typescript, such as `ClientData.lastPeriod.startDate`;
 * null for a declaration elsewhere. Mapped types and unions of these types retain the declarations.
 */
export function wayOf(typescript: Ts, declaration: ts.Declaration): string | null {
  const names: string[] = []
  let lists = ''
  for (let node: ts.Node = declaration; !typescript.isSourceFile(node); node = node.parent) {
    if (typescript.isArrayTypeNode(node)) lists += '[]'
    if (typescript.isPropertySignature(node)) {
      names.unshift(`${typescript.isStringLiteral(node.name) ? node.name.text : node.name.getText()}${lists}`)
      lists = ''
    }
    if (!typescript.isInterfaceDeclaration(node)) continue
    const [part, ...inside] = names
    if (node.name.text === 'components') return part === 'schemas' && inside.length > 0 ? inside.join('.') : null
    if (node.name.text === 'operations') return inlineWay(names)
    return null
  }
  return null
}
/** Returns the named schemas that a field refers to: `SubscriberStatus` for `ClientData.status`. */
export function schemasOf(typescript: Ts, declaration: ts.Declaration): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (typescript.isTypeLiteralNode(node)) return
    const [, name] =
      /^components\["schemas"\]\["([^"]+)"\]$/.exec(typescript.isIndexedAccessTypeNode(node) ? node.getText() : '') ??
      []
    if (name !== undefined) names.push(name)
    else typescript.forEachChild(node, visit)
  }
  if (typescript.isPropertySignature(declaration) && declaration.type) visit(declaration.type)
  return names
}
/**
 * Returns the path of an inline schema: `createOrder requestBody content application/json orderId` gives
 * `createOrder request.orderId`.
 */
function inlineWay([call, part, ...rest]: readonly string[]): string | null {
  const media = rest.findIndex((name) => name.includes('/'))
  if (call === undefined || media === -1) return null
  const kind = part === 'requestBody' ? 'request' : 'answer'
  return [`${call} ${kind}`, ...rest.slice(media + 1)].join('.')
}
