/** A mock inside this process, without a port. */
export interface LocalMock {
  /** What its addresses begin with. */
  origin: string
  /** Asks the mock, whatever origin an address has; a path alone will do. Redirects are given as they are. */
  fetch: typeof globalThis.fetch
  /** An access token of the scenario's user. */
  token(): Promise<string>
  close(): void
}
export interface LocalMockOptions {
  /** Whose tokens `token` gives: a scenario, or any login. */
  scenario?: string
  /** Where the app runs, as `http://localhost:5173`. */
  appOrigins?: string[]
  /** A folder with the contract; without it the packed one. */
  contractDir?: string
  /** A folder with further scenarios; one with the name of ours replaces it. */
  moreScenariosDir?: string
}
/** Makes a mock at once; its first answers wait until the contract is read, and say what cannot be. */
export declare const createMock: (options?: LocalMockOptions) => LocalMock

/** A mock on a port. */
export interface Mock {
  origin: string
  close(): Promise<void>
}
export interface MockOptions extends Omit<LocalMockOptions, 'scenario'> {
  /** 4010; 0 takes a free one. */
  port?: number
  /** The address that it listens on, `0.0.0.0` for all; loopback without one. */
  host?: string
  /** What `/__mock` asks for on an address that others of the network reach; needed there. */
  token?: string
  /** Names of this machine that it answers to beside localhost. */
  names?: string[]
  /** A file with a user's snapshot or a whole state, to start with. */
  load?: string
  /** A file that keeps the state over restarts. */
  state?: string
}
/** Starts a mock; rejects with an Error that says what is wrong. */
export declare const startMock: (options?: MockOptions) => Promise<Mock>
