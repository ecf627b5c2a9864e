import { readFile, rename, writeFile } from 'node:fs/promises'
import { Problem } from '#engine/http/http.ts'
import type { MovedBy } from '#engine/clock.ts'
import { messageOf } from '#engine/message-of.ts'
import { restore, type Snapshot, type SnapshotContext, snapshotOf } from './snapshot.ts'

/** What survives a restart: the shared clock, the product's shared part, and every user. */
interface State {
  version: 1
  clock: MovedBy
  shared: unknown
  /** Scenarios that were recorded while the mock was running. */
  scenarios: { name: string; text: string }[]
  users: { snapshot: Snapshot; clock: MovedBy }[]
}
/** State that is not part of a user. */
export interface Shared {
  save(): unknown
  /** Throws a Problem when the value has another structure than `save` returns. */
  restore(value: unknown): void
}
export interface StateContext extends SnapshotContext {
  shared: Shared
  recordings: { all(): State['scenarios']; add(name: string, text: string): Promise<void> }
}
/** The delay between a request and the write. */
const DELAY_MS = 300

/**
 * Loads a user's snapshot or a state file of `--state`; throws an error with the file's name. Returns the logins of the
 * users.
 */
export async function loadState(file: string, context: StateContext): Promise<string[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`)
  })
  try {
    const value = parsed(content)
    if (isState(value)) return await restoreState(value, context)
    const { login } = (value ?? {}) as { login?: unknown }
    if (typeof login !== 'string') throw new Error("it is neither a user's snapshot nor a state file of the mock")
    return [restore(login, value, context).login]
  } catch (error) {
    throw new Error(`${file}: ${messageOf(error)}`, { cause: error })
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new Error('it is not JSON')
  }
}

function isState(value: unknown): value is State {
  const { version, users, scenarios } = (value ?? {}) as Partial<Record<keyof State, unknown>>
  return version === 1 && Array.isArray(users) && Array.isArray(scenarios)
}

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

/** Writes the state to a file shortly after each request, atomically. */
export class StateFile {
  readonly #file: string
  readonly #context: StateContext
  #isOver = false
  /** What this mock has written last. */
  #text: string | undefined
  #timer: NodeJS.Timeout | null = null
  #written: Promise<void> = Promise.resolve()
  constructor(file: string, context: StateContext) {
    this.#file = file
    this.#context = context
  }

  /** Schedules a write. */
  touch(): void {
    if (!this.#isOver)
      this.#timer ??= setTimeout(
        () => void this.write().catch((error: unknown) => console.error(messageOf(error))),
        DELAY_MS,
      )
  }
  /** Writes now, after a write in progress. */
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
    // The file can contain request bodies, so only its owner may read it.
    const text = JSON.stringify(stateOf(this.#context), null, 2)
    try {
      const found = await readFile(this.#file, 'utf8').catch(() => this.#text)
      if (this.#text !== undefined && found !== this.#text) throw new Error('another mock has written it')
      await writeFile(part, text, { mode: 0o600 })
      await rename(part, this.#file)
      this.#text = text
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error)
      throw new Error(`The state cannot be written to ${this.#file} (${why}): choose another file with --state.`, {
        cause: error,
      })
    }
  }
}
