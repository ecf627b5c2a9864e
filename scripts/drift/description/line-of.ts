import { getLineColLocation, type Source } from '@redocly/openapi-core'

/** A node of the parser's tree: a map has `mappings`, each with a key and a value; a list has `items`. */
interface Node {
  startPosition: number
  endPosition: number
  parent?: Node | null
  key?: Node
  value?: unknown
  mappings?: Node[]
  items?: (Node | null)[]
}
/** The parser looks at each key of a map for each place, so all places of a large one would take quadratic time. */
const byKey = new WeakMap<Node, ReadonlyMap<unknown, Node>>()
const starts = new WeakMap<Source, readonly number[]>()

/** Returns the line of a value by the path of keys to it, that of its key if it has one; throws if there is no tree. */
export function lineOf(source: Source, path: readonly string[]): number {
  const { startPosition, endPosition } = nodeAt(treeOf(source), path)
  if (startPosition === endPosition) return 1
  const all = starts.get(source) ?? startsOf(source.body)
  starts.set(source, all)
  let [low, high] = [0, all.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (all[middle]! <= startPosition) low = middle
    else high = middle - 1
  }
  return low + 1
}
function treeOf(source: Source): Node {
  // The parser is not exported, but the source keeps its tree.
  getLineColLocation({ source, pointer: '#/' })
  return source.getAst(() => undefined as never)
}
const startsOf = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
function nodeAt(root: Node, path: readonly string[]): Node {
  let node = root
  for (const key of path) {
    const inside = node.mappings ? keysOf(node).get(key) : node.items ? node.items[Number.parseInt(key, 10)] : node
    if (!inside) break
    node = inside.key && isNode(inside.value) ? inside.value : inside
    if (inside.key && node === inside) break
  }
  if (path.length === 0 || !node.parent || node.parent.items) return node
  return node.parent.key ?? node
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
function keysOf(map: Node): ReadonlyMap<unknown, Node> {
  const known = byKey.get(map)
  if (known) return known
  const keys = new Map<unknown, Node>()
  // Of keys that are there twice, the first is meant.
  for (const mapping of map.mappings ?? []) if (!keys.has(mapping.key?.value)) keys.set(mapping.key?.value, mapping)
  byKey.set(map, keys)
  return keys
}
