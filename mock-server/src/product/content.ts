import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Content as ContentDocument, examplesOf } from '@paket/contract'
import { bundled } from '#engine/contract/bundled.ts'
import { pathOf, Problem } from '#engine/http/http.ts'
import { unknownName } from '#engine/nearest.ts'
import type { plainPrism } from '#engine/prism/plain-prism.ts'
import { contentPicture } from './content-pictures.ts'

export const CONTENT_PATH = '/cms'
export const MAX_DELAY_MS = 60_000

/** The immutable part of the content system. */
export interface ContentSource {
  answer: Awaited<ReturnType<typeof plainPrism>>
  examples: ReadonlyMap<string, Example>
}
/** Reads the description of the content system. */
export async function loadContent(contractDir: string): Promise<ContentSource> {
  const { plainPrism: prismOf } = await import('#engine/prism/plain-prism.ts')
  const document = (await bundled(join(contractDir, 'cms.yaml'))) as ContentDocument
  return { answer: await prismOf(document), examples: contentExamples(document) }
}

interface Example {
  status: number
  summary: string
}
/** The answer to send and its delay; `example` null is the default one. */
export interface ChosenContent {
  example: string | null
  delayMs: number
}
const defaultContent: ChosenContent = { example: null, delayMs: 0 }

/**
 * The content system, which answers with the examples of `cms.yaml`. Its calls have no token, so the example is chosen
 * for all users, for the user of the browser's session, or for one request by a `Prefer` header (`example=none`,
 * `code=500`). Pictures are generated.
 */
export class Content {
  readonly #answer: ContentSource['answer']
  readonly #examples: ReadonlyMap<string, Example>
  #chosen = defaultContent
  constructor({ answer, examples }: ContentSource) {
    this.#answer = answer
    this.#examples = examples
  }

  /** Returns the current choice, of a user or of all, and the available examples. */
  view(chosen: ChosenContent | null = null) {
    const examples = [...this.#examples].map(([name, { status, summary }]) => ({ name, status, summary }))
    return { ...(chosen ?? this.#chosen), examples }
  }
  /** Sets the choice for all users. */
  choose(choice: Partial<Record<keyof ChosenContent, unknown>>): void {
    this.#chosen = this.checked(choice)
  }
  /** Validates a choice; throws a Problem. */
  checked({ example = null, delayMs = 0 }: Partial<Record<keyof ChosenContent, unknown>>): ChosenContent {
    const name = typeof example === 'string' ? example : JSON.stringify(example)
    if (example !== null && !this.#examples.has(name))
      throw wrong(unknownName('example', name, [...this.#examples.keys()]))
    if (!Number.isInteger(delayMs) || Number(delayMs) < 0 || Number(delayMs) > MAX_DELAY_MS)
      throw wrong(`delayMs must be a whole number from 0 to ${MAX_DELAY_MS}, got ${JSON.stringify(delayMs)}`)
    return { example: example === null ? null : name, delayMs: Number(delayMs) }
  }
  get chosen(): ChosenContent {
    return this.#chosen
  }
  reset(): void {
    this.#chosen = defaultContent
  }

  /** `own` is the choice for this user. */
  async handle(request: IncomingMessage, response: ServerResponse, own: ChosenContent | null): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'Wrong method', `The content system is read-only, got ${request.method}`, {
        headers: { allow: 'GET' },
      })
    const path = pathOf(request).slice(CONTENT_PATH.length)
    const picture = /^\/images\/([\w-]+)\.svg$/.exec(path)?.[1]
    if (picture) return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(contentPicture(picture))
    const { example, delayMs } = own ?? this.#chosen
    if (delayMs > 0) await sleep(delayMs)
    const query = Object.fromEntries(new URL(request.url ?? '/', 'http://mock').searchParams)
    const status = example === null ? undefined : this.#examples.get(example)?.status
    const prefer = status === undefined ? undefined : `code=${status}, example=${example}`
    const headers = { ...(prefer && { prefer }), ...request.headers }
    await this.#answer({ method: 'get', url: { path, query }, headers }, response)
  }
}
const wrong = (detail: string) => new Problem(400, 'Wrong content', detail)

/** Lists the examples of the content system. */
const contentExamples = (document: ContentDocument): Map<string, Example> =>
  new Map(
    Object.values(document.paths)
      .flatMap(({ get }) => examplesOf(document, get))
      .map(({ name, status, summary }) => [name, { status, summary }]),
  )
