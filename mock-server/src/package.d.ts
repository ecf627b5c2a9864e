/** A mock inside this process, without a port. */
export interface LocalMock {
  /** The origin that its URLs start with. */
  origin: string
  /**
   * Like the global `fetch`, but always calls the mock: the URL's origin is ignored, and a path alone works. Does not
   * follow redirects.
   */
  fetch: typeof globalThis.fetch
  /** An access token of the scenario's user. */
  token(): Promise<string>
  close(): void
}
export interface LocalMockOptions {
  /** The user whose tokens `token` returns: a scenario, or any login. */
  scenario?: string
  /** Origins of the app, such as `http://localhost:5173`. */
  appOrigins?: string[]
  /** A folder with the contract; defaults to the packaged one. */
  contractDir?: string
  /** A folder with more scenarios; one with the same name replaces ours. */
  moreScenariosDir?: string
}
/**
 * Creates a mock and returns at once. Its first requests wait until the contract is read; if that fails, they return
 * the error.
 */
export declare const createMock: (options?: LocalMockOptions) => LocalMock

/** A mock on a port. */
export interface Mock {
  origin: string
  close(): Promise<void>
}
export interface MockOptions extends Omit<LocalMockOptions, 'scenario'> {
  /** Defaults to 4010; 0 picks a free port. */
  port?: number
  /** The address to listen on, `0.0.0.0` for all; defaults to loopback. */
  host?: string
  /** The token that `/__mock` requires; mandatory when `host` is reachable from the network. */
  token?: string
  /** Host names that it accepts besides localhost. */
  names?: string[]
  /** A file with a user's snapshot or a whole state to start with. */
  load?: string
  /** A file that preserves the state across restarts. */
  state?: string
}
/** Starts a mock; rejects with an Error that describes the problem. */
export declare const startMock: (options?: MockOptions) => Promise<Mock>
