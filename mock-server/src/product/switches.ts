import { checkedFields, Problem } from '#engine/http/http.ts'

/** Features that an operator can close, by their name in `config.json`. */
export const closableFeatures = ['buying', 'points', 'promocodes', 'family'] as const

/** What the operator has switched off, in the form of `config.json`. */
export interface Switches {
  /** The message for each closed feature. */
  closed: Record<string, string>
  maintenance: string
  leastRelease: string
}
const nothing: Switches = { closed: {}, maintenance: '', leastRelease: '' }

/** The switches that apply to all users without their own. */
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

/** Validates switches; features that are omitted are open. Throws a Problem. */
export function checkedSwitches(asked: unknown): Switches {
  const { closed = {}, maintenance = '', leastRelease = '' } = checkedFields(asked, Object.keys(nothing))
  const words = checkedFields(closed, closableFeatures)
  const texts = { ...words, maintenance, leastRelease }
  for (const [name, text] of Object.entries(texts))
    if (typeof text !== 'string')
      throw new Problem(400, 'Wrong switches', `${name} must be a text, got ${JSON.stringify(text)}`)
  return { closed: words as Switches['closed'], maintenance: String(maintenance), leastRelease: String(leastRelease) }
}
