import { checkedFields, Problem } from '#engine/http/http.ts'

/** What an operator can close in the app, as its `config.json` names it. */
export const closableFeatures = ['buying', 'points', 'promocodes', 'family'] as const

/** What the operator has switched off, as the app reads it in `config.json`. */
export interface Switches {
  /** Words for what is closed, by feature. */
  closed: Record<string, string>
  maintenance: string
  leastRelease: string
}
const nothing: Switches = { closed: {}, maintenance: '', leastRelease: '' }

/** The switches of the app's settings, for everybody; a user may have others. */
export class SharedSwitches {
  #now = nothing
  get now(): Switches {
    return this.#now
  }
  set(asked: unknown): void {
    this.#now = checkedSwitches(asked)
  }
  reset(): void {
    this.#now = nothing
  }
}

/** All switches, those that are left out open; a Problem says what is wrong. */
export function checkedSwitches(asked: unknown): Switches {
  const { closed = {}, maintenance = '', leastRelease = '' } = checkedFields(asked, Object.keys(nothing))
  const words = checkedFields(closed, closableFeatures)
  const texts = { ...words, maintenance, leastRelease }
  for (const [name, text] of Object.entries(texts))
    if (typeof text !== 'string')
      throw new Problem(400, 'Wrong switches', `${name} must be a text, got ${JSON.stringify(text)}`)
  return { closed: words as Switches['closed'], maintenance: String(maintenance), leastRelease: String(leastRelease) }
}
