import type { Locks } from '#web/checkout/one-tab.ts'
import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import type { BrowserStore } from '#web/session/browser-store.ts'
import { fakeStore, FakeLockManager } from '#support/fake-locks.ts'

/** The user's digest: the key of the subscriber's intents in the storage. */
export const MARK = 'user'
const KEY = 'paket.purchase'

/** The browser as one page sees it. */
export interface PageOfDevice {
  locks: Locks | undefined
  store: BrowserStore
  /** Closes the page: releases its locks, and drops its later writes. */
  close(): void
}
/** The stored intent before and after it was written. */
export interface IntentChange {
  before: PurchaseIntent | null
  after: PurchaseIntent | null
}

/** One browser of the subscriber: the storage and the locks that all of its tabs share. */
export class Device {
  readonly name: string
  /** The offset of its clock. */
  clockMs = 0
  readonly #hasLocks: boolean
  readonly #locks = new FakeLockManager()
  readonly #store = fakeStore()
  readonly #changes: IntentChange[] = []

  constructor(name: string, hasLocks: boolean) {
    this.name = name
    this.#hasLocks = hasLocks
  }

  /** The stored intent, even if it has expired. */
  get intent(): PurchaseIntent | null {
    const stored = JSON.parse(this.#store.getItem(KEY) ?? '{}') as { [MARK]?: PurchaseIntent }
    return stored[MARK] ?? null
  }
  /** Returns the changes of the intent since the last call. */
  intentChanges = (): IntentChange[] => this.#changes.splice(0)

  page(): PageOfDevice {
    const { locks, close } = this.#locks.client()
    let isClosed = false
    const change = (write: () => void) => {
      if (isClosed) return
      const before = this.intent
      write()
      const after = this.intent
      if (JSON.stringify(before) !== JSON.stringify(after)) this.#changes.push({ before, after })
    }
    return {
      locks: this.#hasLocks ? locks : undefined,
      store: {
        getItem: this.#store.getItem,
        setItem: (key, value) => {
          change(() => this.#store.setItem(key, value))
          return true
        },
        removeItem: (key) => change(() => this.#store.removeItem(key)),
      },
      close: () => {
        isClosed = true
        close()
      },
    }
  }
}
