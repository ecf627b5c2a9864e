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

/** Answers that crashed a render: they are not persisted. */
const undrawable = new WeakSet()
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
    if (client instanceof SectionClient) client.asked.set(query.queryHash, query.state.data)
    return query
  }
}

/** The same cache as `above` has; knows which answers its section is drawn from, so that no section has to say so. */
export class SectionClient extends QueryClient {
  /** By the hash of a read: the answer that was there when the section asked for it last, which is when it was drawn. */
  readonly asked = new Map<string, unknown>()
  readonly #above: QueryClient
  constructor(above: QueryClient) {
    super({ queryCache: above.getQueryCache(), mutationCache: above.getMutationCache() })
    this.#above = above
  }
  /** What the section is drawn from, by the hash of a read: what is around it hands down what it has read itself. */
  answers(): Map<string, unknown> {
    const above = this.#above instanceof SectionClient ? this.#above.answers() : []
    return new Map([...above, ...this.asked].filter(([, data]) => data !== undefined))
  }
  /** The section cannot be drawn from its answers. */
  noteUndrawable(): void {
    for (const data of this.answers().values()) if (typeof data === 'object' && data !== null) undrawable.add(data)
  }
  /** Calls when the data of a read changes, after its observers; returns a function that unsubscribes. Equal answers are one object (structural sharing). */
  onAnotherAnswer(before: Map<string, unknown>, call: () => void): () => void {
    const cache = this.getQueryCache()
    const isAnother = (query: Query | undefined) =>
      query !== undefined && before.has(query.queryHash) && before.get(query.queryHash) !== query.state.data
    // Already changed: reported after this call.
    const timer = [...before.keys()].some((hash) => isAnother(cache.get(hash))) ? setTimeout(call) : undefined
    const stop = cache.subscribe(({ type, query }) => {
      if (type === 'updated' && isAnother(query)) call()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }
  /** Reads all of it again; settles when each read has come or has failed once. */
  async readAgain(): Promise<void> {
    const queries = [...this.answers().keys()].flatMap((hash) => this.getQueryCache().get(hash) ?? [])
    await Promise.all(queries.map((query) => this.#onceRead(query)))
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
      // A failure is shown by `read-failures.ts`.
      readAtOnce(query).then(end, end)
    })
  }
}
