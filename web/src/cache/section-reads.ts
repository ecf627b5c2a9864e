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
import { refetchNow } from './read-failures.ts'

/** Answers that crashed a render. They are not persisted. */
const crashing = new WeakSet()
export const crashedRender = (data: unknown): boolean => typeof data === 'object' && data !== null && crashing.has(data)

/** The query cache of the account. Each section of a page has its own client over it, which records the section's reads. */
export class AccountCache extends QueryCache {
  override build<Fetched = unknown, Thrown = DefaultError, Data = Fetched, Key extends QueryKey = QueryKey>(
    client: QueryClient,
    options: WithRequired<QueryOptions<Fetched, Thrown, Data, Key>, 'queryKey'>,
    state?: QueryState<Data, Thrown>,
  ): Query<Fetched, Thrown, Data, Key> {
    const query = super.build(client, options, state)
    if (client instanceof SectionClient) client.reads.set(query.queryHash, query.state.data)
    return query
  }
}

/** A client over the cache of its parent, which records the answers that its section is rendered from. */
export class SectionClient extends QueryClient {
  /** The answer at the section's last render, by the hash of the query. */
  readonly reads = new Map<string, unknown>()
  readonly #parent: QueryClient
  constructor(parent: QueryClient) {
    super({ queryCache: parent.getQueryCache(), mutationCache: parent.getMutationCache() })
    this.#parent = parent
  }
  /** All answers that the section is rendered from, by the hash of the query. Those of parent sections are included, because they pass down data. */
  answers(): Map<string, unknown> {
    const inherited = this.#parent instanceof SectionClient ? this.#parent.answers() : []
    return new Map([...inherited, ...this.reads].filter(([, data]) => data !== undefined))
  }
  /** Marks the section's answers as the possible cause of its crash. */
  markCrashed(): void {
    for (const data of this.answers().values()) if (typeof data === 'object' && data !== null) crashing.add(data)
  }
  /** Calls `call` when an answer differs from `before`. Equal answers are the same object, by structural sharing. Returns a function that unsubscribes. */
  onAnotherAnswer(before: Map<string, unknown>, call: () => void): () => void {
    const cache = this.getQueryCache()
    const isAnother = (query: Query | undefined) =>
      query !== undefined && before.has(query.queryHash) && before.get(query.queryHash) !== query.state.data
    // An answer that has changed already is reported in the next task.
    const timer = [...before.keys()].some((hash) => isAnother(cache.get(hash))) ? setTimeout(call) : undefined
    const stop = cache.subscribe(({ type, query }) => {
      if (type === 'updated' && isAnother(query)) call()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }
  /** Refetches all reads; settles when each has succeeded or has failed once. */
  async refetchAll(): Promise<void> {
    const queries = [...this.answers().keys()].flatMap((hash) => this.getQueryCache().get(hash) ?? [])
    await Promise.all(queries.map((query) => this.#refetchOnce(query)))
  }
  #refetchOnce(query: Query): Promise<void> {
    return new Promise((done) => {
      const stop = this.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.query === query && event.action.type === 'failed') end()
      })
      const end = () => {
        stop()
        done()
      }
      // `read-failures.ts` shows a failure.
      refetchNow(query).then(end, end)
    })
  }
}
