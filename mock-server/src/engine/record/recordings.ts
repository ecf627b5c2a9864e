import { Clock } from '#engine/clock.ts'
import { Problem } from '#engine/http/http.ts'
import { type Loaded, newUsers, vocabularyOf } from '#engine/load.ts'
import { readScenario } from '#engine/scenarios/load-scenarios.ts'
import { proveScenarios } from '#engine/scenarios/prove-scenarios.ts'
import type { Users } from '#engine/state/users.ts'
import { messageOf } from '#engine/message-of.ts'
import { record, type Recording } from './record.ts'

/** Scenarios that were added while the mock runs, with their text. */
export class Recordings {
  readonly #loaded: Loaded
  readonly #users: Users
  readonly #texts = new Map<string, string>()
  constructor(loaded: Loaded, users: Users) {
    this.#loaded = loaded
    this.#users = users
  }

  clear = (): void => this.#texts.clear()
  all = (): { name: string; text: string }[] => [...this.#texts].map(([name, text]) => ({ name, text }))

  /**
   * Converts a session (HAR or NDJSON) to a scenario and adds it; throws a Problem when the session or the name is
   * invalid.
   */
  async record(name: string, session: string): Promise<Recording> {
    if (this.#loaded.scenarios.some((each) => each.name === name))
      throw new Problem(409, 'Name in use', `${name} is one of the mock’s own scenarios: choose another name`)
    try {
      const recording = await record(session, this.#loaded, name)
      this.add(name, recording.text)
      return recording
    } catch (error) {
      throw new Problem(400, 'Wrong session', messageOf(error))
    }
  }

  /** Adds a scenario by its YAML text; throws an error with its mistakes. */
  add(name: string, text: string): void {
    const scenario = readScenario(name, text, this.#loaded.defaults, vocabularyOf(this.#loaded))
    const { contract, product } = this.#loaded
    proveScenarios(newUsers({ ...this.#loaded, scenarios: [scenario] }, new Clock()), contract, product.scenarios)
    this.#texts.set(name, text)
    this.#users.add(scenario)
  }
}
