import {
  type DefaultError,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryOptions,
  type QueryState,
  type WithRequired,
} from '@tanstack/react-query'
import { readAtOnce } from './read-failures.ts'

/** Answers that something could not be drawn from: they are not stored for the next visit. */
const undrawable = new WeakSet<object>()
export const isUndrawable = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && undrawable.has(data)

/** The cache of the account. Each section of a page asks it by a client of its own, which remembers what was asked. */
export class AccountCache extends QueryCache {
  override build<Fetched = unknown, Thrown = DefaultError, Data = Fetched, Key extends QueryKey = QueryKey>(
    client: QueryClient,
    options: WithRequired<QueryOptions<Fetched, Thrown, Data, Key>, 'queryKey'>,
    state?: QueryState<Data, Thrown>,
  ): Query<Fetched, Thrown, Data, Key> {
    const query = super.build(client, options, state)
    if (client instanceof SectionClient) client.hashes.add(query.queryHash)
    return query
  }
}

/** The same cache as `above` has; knows which reads its section is drawn from, so that no section has to say so. */
export class SectionClient extends QueryClient {
  readonly hashes = new Set<string>()
  readonly #above: QueryClient
  constructor(above: QueryClient) {
    super({ queryCache: above.getQueryCache(), mutationCache: above.getMutationCache() })
    this.#above = above
  }
  /** Hashes of all reads that the section is drawn from: what stands around it hands down what it has read itself. */
  #all(): string[] {
    return [...this.hashes, ...(this.#above instanceof SectionClient ? this.#above.#all() : [])]
  }
  #answered(): Query[] {
    const cache = this.getQueryCache()
    return this.#all()
      .flatMap((hash) => cache.get(hash) ?? [])
      .filter(({ state }) => state.data !== undefined)
  }
  /** What the section is drawn from now. */
  answers(): Map<string, unknown> {
    return new Map(this.#answered().map(({ queryHash, state }) => [queryHash, state.data]))
  }
  /** The section cannot be drawn from its answers. */
  noteUndrawable(): void {
    for (const data of this.answers().values()) if (typeof data === 'object' && data !== null) undrawable.add(data)
  }
  /** Calls when one of the answers is another one than it was; answers how to stop. Equal answers are the same object. */
  onAnotherAnswer(before: Map<string, unknown>, call: () => void): () => void {
    const look = () => {
      if ([...this.answers()].some(([hash, data]) => before.get(hash) !== data)) call()
    }
    look()
    return this.getQueryCache().subscribe(({ type }) => type === 'updated' && look())
  }
  /** Reads all of it again; settles when each read has come or has failed once. */
  async readAnew(): Promise<void> {
    await Promise.all(this.#answered().map((query) => this.#onceRead(query)))
  }
  #onceRead(query: Query): Promise<void> {
    return new Promise((done) => {
      const stop = this.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.query === query && event.action.type === 'failed') end()
      })
      const end = () => {
        stop()
        done()
      }
      // A failure is told where reads fail.
      readAtOnce(query).then(end, end)
    })
  }
}
