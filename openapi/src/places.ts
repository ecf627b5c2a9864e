import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/** A place in the contract's files; lines count from 1. */
export interface Place {
  file: string
  line: number
}
interface File {
  path: string
  root: Node | null
  lines: LineCounter
  value: unknown
}

/** Returns the line of a part of a YAML file (`['answers', 'createOrder', 0]`), or of its nearest existing parent. */
export function lineAt(root: Node | null, lines: LineCounter, keys: readonly (string | number)[]): number {
  let node: unknown = root
  let offset = 0
  for (const key of keys) {
    const pair = isMap(node)
      ? node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key))
      : undefined
    const at: unknown = pair?.key ?? (isSeq(node) ? node.items[Number(key)] : undefined)
    if (!isScalar(at) && !isMap(at) && !isSeq(at)) break
    offset = at.range?.[0] ?? offset
    node = pair ? pair.value : at
  }
  return lines.linePos(offset).line
}

/** Finds the file and line of parts of the contract. */
export class Places {
  readonly #directory: string
  readonly #files = new Map<string, File>()
  readonly #calls: ReadonlyMap<string, string>

  constructor(directory: string) {
    this.#directory = directory
    const { paths } = this.#file('openapi.yaml').value as { paths: Record<string, { $ref: string }> }
    this.#calls = new Map(
      Object.values(paths).map(({ $ref }) => {
        const { post } = this.#file($ref).value as { post: { operationId: string } }
        return [post.operationId, $ref]
      }),
    )
  }

  /**
   * Returns the place of a part of a call (`['x-failures', 2]`) or of its nearest existing parent; of the call itself
   * without keys.
   */
  ofCall(id: string, ...keys: readonly (string | number)[]): Place {
    const file = this.#calls.get(id)
    if (file === undefined) throw new Error(`the contract has no call ${id}`)
    return this.ofFile(file, 'post', ...(keys.length > 0 ? keys : ['operationId']))
  }

  /** Returns the place of a part of a file (`outcomes.yaml`, `ignore`) or of its nearest existing parent. */
  ofFile(name: string, ...keys: readonly (string | number)[]): Place {
    const { path, root, lines } = this.#file(name)
    return { file: path, line: lineAt(root, lines, keys) }
  }

  #file(name: string): File {
    const known = this.#files.get(name)
    if (known) return known
    const path = join(this.#directory, name)
    const lines = new LineCounter()
    const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines })
    const [mistake] = document.errors
    if (mistake) throw new Error(`${path} cannot be read: ${mistake.message}`)
    const file = { path, root: document.contents, lines, value: document.toJS() as unknown }
    this.#files.set(name, file)
    return file
  }
}
