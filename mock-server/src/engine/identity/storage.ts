import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { ClockOf } from './tokens.ts'

/** What the provider writes as seconds of real time. */
const timeFields = ['iat', 'iiat', 'exp', 'loginTs', 'authTime', 'consumed'] as const

/**
 * Everything the provider keeps, in memory, shared by the instances of all origins. The provider reads real time: its times are stored by the clock
 * of whose they are, and come back as real time, so that a session, a code and a refresh token end where that clock says.
 */
export class Storage {
  readonly #entries = new Map<string, AdapterPayload>()
  readonly #clockOf: ClockOf
  constructor(clockOf: ClockOf) {
    this.#clockOf = clockOf
  }

  /** One kind of thing: sessions, grants, codes, refresh tokens. */
  adapter = (kind: string): Adapter => {
    const entries = this.#entries
    const key = (id: string) => `${kind}:${id}`
    const alive = (payload: AdapterPayload | undefined) =>
      payload && !this.#isOver(payload) ? this.#moved(payload, -1) : undefined
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

  /** Whose a session is; null when it has ended or no one has signed in. */
  accountOfSession(id: string): string | null {
    const payload = this.#entries.get(`Session:${id}`)
    return payload && !this.#isOver(payload) ? (payload.accountId ?? null) : null
  }

  /** Forgets a user's sessions, grants, codes and refresh tokens; everybody's without a login. */
  forget(login?: string): void {
    for (const [id, payload] of this.#entries)
      if (login === undefined || payload.accountId === login || this.#isOver(payload)) this.#entries.delete(id)
  }

  /** A copy whose times are so far ahead as the user's clock, or as far back. */
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

/** As the provider counts. */
const wholeSeconds = (ms: number) => Math.floor(ms / 1000)
