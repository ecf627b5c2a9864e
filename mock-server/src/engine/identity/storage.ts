import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Everything the provider keeps, in memory, shared by the instances of all origins. Real time ends it: see the README. */
export class Storage {
  readonly #entries = new Map<string, { payload: AdapterPayload; endsAt: number }>()

  /** One kind of thing: sessions, grants, codes, refresh tokens. */
  adapter = (kind: string): Adapter => {
    const entries = this.#entries
    const key = (id: string) => `${kind}:${id}`
    const find = async (test: (payload: AdapterPayload) => boolean) =>
      [...entries].find(
        ([id, { payload, endsAt }]) => id.startsWith(`${kind}:`) && endsAt > Date.now() && test(payload),
      )?.[1].payload
    return {
      async upsert(id, payload, seconds) {
        entries.set(key(id), { payload, endsAt: Date.now() + (seconds ?? 86_400) * 1000 })
      },
      async find(id) {
        const entry = entries.get(key(id))
        return entry && entry.endsAt > Date.now() ? entry.payload : undefined
      },
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (code) => find((payload) => payload.userCode === code),
      async consume(id) {
        const entry = entries.get(key(id))
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(key(id))
      },
      async revokeByGrantId(grantId) {
        for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id)
      },
    }
  }

  /** Forgets a user's sessions, grants, codes and refresh tokens; everybody's without a login. */
  forget(login?: string): void {
    for (const [id, { payload, endsAt }] of this.#entries)
      if (login === undefined || payload.accountId === login || endsAt < Date.now()) this.#entries.delete(id)
  }
}
