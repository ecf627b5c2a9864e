import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { ClockOf } from './tokens.ts'

/** Fields with seconds of real time. */
const timeFields = ['iat', 'iiat', 'exp', 'loginTs', 'authTime', 'consumed'] as const

/**
 * Stores the provider's data in memory, shared by the instances of all origins. The provider uses real time, so times
 * are shifted to the user's clock when stored and back when read. Sessions, codes and refresh tokens therefore expire
 * by that clock.
 */
export class Storage {
  readonly #entries = new Map<string, AdapterPayload>()
  readonly #clockOf: ClockOf
  constructor(clockOf: ClockOf) {
    this.#clockOf = clockOf
  }

  /** Returns the storage of one kind: sessions, grants, codes, refresh tokens. */
  adapter = (kind: string): Adapter => {
    const entries = this.#entries
    const key = (id: string) => `${kind}:${id}`
    // The provider checks by itself whether a code or a token has expired, and says so.
    const isChecked = /(Code|Token)$/.test(kind)
    const alive = (payload: AdapterPayload | undefined) =>
      payload && (isChecked || !this.#isOver(payload)) ? this.#moved(payload, -1) : undefined
    const find = async (test: (payload: AdapterPayload) => boolean) =>
      alive([...entries].find(([id, payload]) => id.startsWith(`${kind}:`) && test(payload))?.[1])
    return {
      upsert: async (id, payload) => void entries.set(key(id), this.#moved(payload, 1)),
      find: async (id) => alive(entries.get(key(id))),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (code) => find((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = entries.get(key(id))
        if (payload) payload['consumed'] = wholeSeconds(this.#clockOf(payload.accountId).now())
      },
      async destroy(id) {
        entries.delete(key(id))
      },
      async revokeByGrantId(grantId) {
        for (const [id, payload] of entries) if (payload.grantId === grantId) entries.delete(id)
      },
    }
  }

  /** Returns the user of a session; null when it has expired or no one has signed in. */
  accountOfSession(id: string): string | null {
    const payload = this.#entries.get(`Session:${id}`)
    return payload && !this.#isOver(payload) ? (payload.accountId ?? null) : null
  }

  /** Deletes the sessions, grants, codes and refresh tokens of a user, or of all users. */
  forget(login?: string): void {
    for (const [id, payload] of this.#entries)
      if (login === undefined || payload.accountId === login || this.#isOver(payload)) this.#entries.delete(id)
  }

  /** Returns a copy with its times shifted to the user's clock (1) or back (-1). */
  #moved(payload: AdapterPayload, direction: 1 | -1): AdapterPayload {
    const seconds = (wholeSeconds(this.#clockOf(payload.accountId).now()) - wholeSeconds(Date.now())) * direction
    const times = timeFields.flatMap((field) => {
      const value = payload[field]
      return typeof value === 'number' ? [[field, value + seconds] as const] : []
    })
    return { ...payload, ...Object.fromEntries(times) }
  }
  #isOver = ({ exp, accountId }: AdapterPayload) =>
    exp !== undefined && exp <= wholeSeconds(this.#clockOf(accountId).now())
}

/** The provider counts in whole seconds. */
const wholeSeconds = (ms: number) => Math.floor(ms / 1000)
