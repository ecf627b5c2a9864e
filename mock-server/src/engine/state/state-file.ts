import { readFile, rename, writeFile } from 'node:fs/promises'
import { Problem } from '#engine/http/http.ts'
import type { MovedBy } from '#engine/clock.ts'
import { restore, type Snapshot, type SnapshotContext, snapshotOf } from './snapshot.ts'

/** Everything that outlives a restart: everybody's clock, the product's shared part, every user. */
interface State {
  version: 1
  clock: MovedBy
  shared: unknown
  /** Scenarios that were recorded while the mock ran. */
  scenarios: { name: string; text: string }[]
  users: { snapshot: Snapshot; clock: MovedBy }[]
}
/** What is saved beside users. */
export interface Shared {
  save(): unknown
  /** Throws a Problem when it is not what `save` gave. */
  restore(value: unknown): void
}
export interface StateContext extends SnapshotContext {
  shared: Shared
  recordings: { all(): State['scenarios']; add(name: string, text: string): Promise<void> }
}
/** How long after a request the file is written. */
const DELAY_MS = 300

/**
 * Reads a file with one user's snapshot, or a whole state as `--state` writes it; an error names the file. Gives the logins that came with it.
 */
export async function loadState(file: string, context: StateContext): Promise<string[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  try {
    const value = parsed(content)
    if (isState(value)) return await restoreState(value, context)
    const { login } = (value ?? {}) as { login?: unknown }
    if (typeof login !== 'string') throw new Error('it is neither a snapshot of a user nor a state of the mock')
    return [restore(login, value, context).login]
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new Error('it is not JSON')
  }
}

const isState = (value: unknown): value is State =>
  typeof value === 'object' && value !== null && 'users' in value && Array.isArray(value.users)

async function restoreState({ clock, shared, scenarios, users }: State, context: StateContext): Promise<string[]> {
  for (const { name, text } of scenarios) await context.recordings.add(name, text)
  context.users.clockOf(null).moveBy(clock)
  context.shared.restore(shared)
  return users.map(({ snapshot, clock: own }, at) => {
    try {
      const user = restore(snapshot.login, snapshot, context)
      user.clock.moveBy(own)
      return user.login
    } catch (error) {
      if (error instanceof Problem) throw new Error(`users[${at}]: ${error.message}`, { cause: error })
      throw error
    }
  })
}

function stateOf({ users, origins, shared, recordings }: StateContext): State {
  return {
    version: 1,
    clock: users.clockOf(null).movedBy(),
    shared: shared.save(),
    scenarios: recordings.all(),
    users: users.all().map((user) => ({ snapshot: snapshotOf(user, origins), clock: user.clock.movedBy() })),
  }
}

/** Writes the state to a file a little after each request, whole or not at all. */
export class StateFile {
  readonly #file: string
  readonly #context: StateContext
  #isOver = false
  #timer: NodeJS.Timeout | null = null
  #written: Promise<void> = Promise.resolve()
  constructor(file: string, context: StateContext) {
    this.#file = file
    this.#context = context
  }

  /** Something may have changed. */
  touch(): void {
    if (!this.#isOver)
      this.#timer ??= setTimeout(() => void this.write().catch((error: unknown) => console.error(error)), DELAY_MS)
  }
  /** Writes now, after what is being written. */
  write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#written = this.#written.catch(() => undefined).then(() => this.#write())
    return this.#written
  }
  /** Writes for the last time. */
  end(): Promise<void> {
    this.#isOver = true
    return this.write()
  }
  async #write(): Promise<void> {
    const part = `${this.#file}.${process.pid}`
    // Bodies of requests may be in it: no one else of this machine reads it.
    const text = JSON.stringify(stateOf(this.#context), null, 2)
    try {
      await writeFile(part, text, { mode: 0o600 })
      await rename(part, this.#file)
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      throw new Error(`The state cannot be written to ${this.#file} (${why}): choose another file with --state.`, {
        cause: error,
      })
    }
  }
}
