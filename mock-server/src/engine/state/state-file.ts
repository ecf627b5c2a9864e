import { readFile, rename, writeFile } from 'node:fs/promises'
import { type Clock, isDate, type MovedBy } from '#engine/clock.ts'
import { decoded } from '#engine/http/media.ts'
import { messageOf } from '#engine/message-of.ts'
import { restore, type SnapshotContext, snapshotOf } from './snapshot.ts'
import type { State, StateShape } from './state-shape.ts'

/** State that is not part of a user. */
export interface Shared {
  save(): unknown
  /** Takes a value that matches the product's schema. */
  restore(value: unknown): void
}
export interface StateContext extends SnapshotContext {
  shape: StateShape
  shared: Shared
  recordings: { all(): State['scenarios']; add(name: string, text: string): void }
}
/** The delay between a request and the write. */
const DELAY_MS = 300

/**
 * Loads a user's snapshot or a state file of `--state`; throws an error with the file's name.
 */
export async function loadState(file: string, context: StateContext): Promise<void> {
  const content = await readFile(file).catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`)
  })
  try {
    const value = parsed(decoded(content))
    const { users, login } = (value ?? {}) as { users?: unknown; login?: unknown }
    if (users !== undefined) return await restoreState(context.shape.state(value), context)
    if (login === undefined) throw new Error("it is neither a user's snapshot nor a state file of the mock")
    const snapshot = context.shape.snapshot(value, [])
    restore(snapshot.login, snapshot, context)
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

async function restoreState({ clock, shared, scenarios, users }: State, context: StateContext): Promise<void> {
  for (const [at, { name, text }] of scenarios.entries())
    await placed(`scenarios.${at}`, () => context.recordings.add(name, text))
  await placed('clock', () => moveBy(context.users.clockOf(null), clock))
  context.shared.restore(shared)
  for (const [at, { snapshot, clock: own }] of users.entries()) {
    const user = await placed(`users.${at}.snapshot`, () => restore(snapshot.login, snapshot, context))
    await placed(`users.${at}.clock`, () => moveBy(user.clock, own))
  }
}

function moveBy(clock: Clock, moved: MovedBy): void {
  clock.moveBy(moved)
  if (!isDate(clock.now())) throw new Error('a clock goes from 1970 to 9998')
}

/** Adds the place in the file to an error. */
async function placed<T>(place: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${place}: ${messageOf(error)}`, { cause: error })
  }
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

/** Writes the state to a file shortly after each request, atomically; to another file once another mock writes it. */
export class StateFile {
  #file: string
  /** Which file another mock has taken, and where the state is now. */
  #moved: string | undefined
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
  /** Writes for the last time; throws an error when the state is in another file. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.write()
    if (this.#moved !== undefined) throw new Error(this.#moved)
  }
  async #write(): Promise<void> {
    // The file can contain request bodies, so only its owner may read it.
    const text = JSON.stringify(stateOf(this.#context), null, 2)
    const found = await readFile(this.#file, 'utf8').catch(() => this.#text)
    const isTaken = this.#text !== undefined && found !== this.#text
    if (isTaken) {
      const taken = this.#file
      this.#file += `.${process.pid}`
      this.#text = undefined
      this.#moved = `Another mock has written ${taken}: the state of this one is in ${this.#file}.`
    }
    const part = `${this.#file}.${process.pid}`
    try {
      await writeFile(part, text, { mode: 0o600 })
      await rename(part, this.#file)
      this.#text = text
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error)
      throw new Error(`The state cannot be written to ${this.#file} (${why}): choose another file with --state.`, {
        cause: error,
      })
    }
    if (isTaken) throw new Error(this.#moved)
  }
}
