import { vi } from 'vitest'
import { isUnseenEnd } from '#web/flow/purchase-intent.ts'
import type { Modals } from '#web/modals/define-modal.ts'
import type { OpenModal } from '#web/modals/modal-stack.ts'
import { press } from './answers.ts'
import { Device } from './device.ts'
import { DAY_MS, Ledger, mayBePaid, type Order } from './ledger.ts'
import { type App, type FlowEnd, Tab } from './tab.ts'
import { type NetworkFault, send, Wire } from './wire.ts'

export interface ServerFault {
  operation: string
  code?: number
  status?: number
  break?: 'reset' | 'truncate' | 'not-json' | 'wrong-shape'
  times: number
}
/** Situations that some of the walks must reach. */
export const effects = [
  'closed while ordering',
  'reloaded while ordering',
  'another tab waited for',
  'another device looked at',
  'given up',
  'finished at the bank',
  'tried again in doubt',
  'blocked by a claim',
] as const
export type Effect = (typeof effects)[number]

/** More steps than the longest flow needs. */
const FOREVER = 2000
const TABS = 3
/** More presses than the longest purchase needs. */
const PRESSES = 40
const REFUSED_MS = 600_000

/** Messages that something is paid already, by any order. */
const paidMessages: readonly string[] = ['bought-meanwhile', 'already-has', 'already-connecting', 'has-option']

const isSuccessMessage = (given: OpenModal['given']): boolean =>
  'buttons' in given &&
  given.image === 'success' &&
  given.buttons.some(({ action }) => action === 'account' || action === 'fridge')

/** A subscriber of the mock, their tabs on two devices, and the invariants. */
export class World {
  readonly #apps: readonly App[]
  readonly #origin: string
  readonly #login: string
  readonly ledger = new Ledger()
  readonly wire = new Wire(this.ledger.moment)
  /** The tabs by their copy of the app: three on the first device, one on the second. */
  readonly #tabs = new Map<App, Tab>()
  readonly #devices: readonly [Device, Device]
  #active: Tab | undefined
  #opened = 0
  #faults: ServerFault[] = []
  /** How often the user has agreed to an order. */
  agreed = 0
  readonly effects = new Set<Effect>()
  /** Titles of all shown messages. */
  readonly titles: string[] = []

  constructor(apps: readonly App[], origin: string, login: string, hasLocks: boolean) {
    this.#apps = apps
    this.#origin = origin
    this.#login = login
    this.#devices = [new Device('phone', hasLocks), new Device('laptop', hasLocks)]
    if (!hasLocks) this.effects.add('blocked by a claim')
  }

  static async start(
    apps: readonly App[],
    origin: string,
    login: string,
    { scenario, hasLocks }: { scenario: string; hasLocks: boolean },
  ): Promise<World> {
    const world = new World(apps, origin, login, hasLocks)
    await world.control('PUT', `/users/${login}`, { scenario })
    await world.open()
    await world.quiet()
    return world
  }

  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const { status, text } = await send(method, `${this.#origin}/__mock${path}`, headers, JSON.stringify(body))
    if (status !== 200) throw new Error(`the mock refused ${method} ${path}: ${text}`)
    return JSON.parse(text)
  }
  #user = (method: string, path: string, body?: unknown) => this.control(method, `/users/${this.#login}${path}`, body)
  #freshToken = async () => ((await this.#user('GET', '/token')) as { accessToken: string }).accessToken

  /** The active tab. */
  get tab(): Tab {
    if (!this.#active) throw new Error('no tab is open')
    return this.#active
  }
  get tabs(): Tab[] {
    return [...this.#tabs.values()]
  }
  switchTab(): void {
    this.#active = this.tabs[(this.tabs.indexOf(this.tab) + 1) % this.tabs.length]
  }

  /** Opens a tab, unless the device has its maximum of tabs open. `address` duplicates another tab. */
  async open(address = '/profile', isSecondDevice = false): Promise<void> {
    const apps = isSecondDevice ? this.#apps.slice(TABS) : this.#apps.slice(0, TABS)
    const app = apps.find((each) => !this.#tabs.has(each))
    if (!app) return
    const name = `${'ABCD'[this.#apps.indexOf(app)]}${++this.#opened}`
    const tab = new Tab(name, app, {
      origin: this.#origin,
      wire: this.wire,
      ledger: this.ledger,
      freshToken: this.#freshToken,
      device: this.#devices[isSecondDevice ? 1 : 0],
    })
    this.#tabs.set(app, tab)
    this.#active = tab
    await this.wire.during(tab.load(address))
  }
  /** Closes a tab; the user continues in another one, or in a new one if it was the last. */
  async closeTab(isOnItsWay: boolean, tab = this.tab): Promise<void> {
    if (tab.isOrdering) this.effects.add('closed while ordering')
    tab.leave({ isOnItsWay })
    for (const [app, each] of this.#tabs) if (each === tab) this.#tabs.delete(app)
    if (this.#active === tab) this.#active = this.tabs.at(-1)
    // Waits until its code has stopped, because the next tab uses the same modules.
    await this.wire.untilIdle()
    if (!this.#active) await this.open('/profile', tab.device === this.#devices[1])
  }

  /** The user agrees to an order, in a tab. */
  agree(tab: Tab): void {
    tab.agree()
    this.agreed += 1
  }

  async failServer(fault: ServerFault): Promise<void> {
    this.#faults.push(fault)
    await this.#user('PUT', '/faults', this.#faults)
  }
  failNetwork = (call: string, fault: NetworkFault): void => this.wire.plan(call, fault)
  async clearFaults(): Promise<void> {
    this.#faults = []
    this.wire.clearFaults()
    await this.#user('PUT', '/faults', [])
  }
  /** Moves the wall clock, without firing timers. */
  moveClock = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

  /** Runs `steps` steps, or until nothing is pending, and checks the invariants. */
  async run(steps: number): Promise<void> {
    // Before the first step too, because a question that is open already may be answered next.
    await this.look()
    for (let left = steps; left > 0; left--) {
      if (!(await this.wire.step())) {
        await this.look()
        return this.#lookWhenQuiet()
      }
      await this.look()
    }
  }
  async quiet(): Promise<void> {
    await this.run(FOREVER)
    if (await this.wire.step()) throw new Error('it never comes to rest')
  }

  /** Checks the invariants that hold at any time. */
  async look(): Promise<void> {
    const changes = this.#devices.flatMap((device) => device.intentChanges())
    const seen = this.tabs.map((tab) => ({ tab, fresh: tab.newQuestions(), ended: tab.ended.splice(0) }))
    if (changes.length > 0 || seen.some(({ fresh, ended }) => fresh.length + ended.length > 0)) {
      const orders = await this.orders()
      for (const change of changes) {
        if (change.after?.end === 'givenUp') this.effects.add('given up')
        if (change.after?.mayRepeat) this.effects.add('tried again in doubt')
        this.ledger.intentChanged(change, orders)
      }
      for (const { tab, fresh, ended } of seen) {
        for (const question of fresh) this.#lookAt(question, tab, orders)
        for (const end of ended) this.#lookAtEnd(end, tab, orders)
      }
    }
    const [broken] = this.ledger.broken
    if (broken) throw new Error(broken)
    for (const tab of this.tabs) {
      const [brokenOfTab] = tab.broken
      if (brokenOfTab) throw new Error(`tab ${tab.name}: ${brokenOfTab}`)
      if (tab.orders.some((id) => (this.ledger.deviceOf(id) ?? tab.device.name) !== tab.device.name))
        this.effects.add('another device looked at')
    }
  }

  #lookAt({ name, given }: OpenModal, tab: Tab, orders: readonly Order[]): void {
    const isSuccess = isSuccessMessage(given)
    // An unseen end that another page has stored counts as this purchase's own.
    const unseen = isSuccess && tab.intent && isUnseenEnd(tab.intent) ? tab.intent.orderId : undefined
    const mine = orders.filter(({ id }) => tab.orders.includes(id) || id === unseen)
    const isPaid = mine.some(({ decided }) => decided === 'paid')
    const what = 'title' in given ? `«${given.title}»` : name
    if (name === 'waiting') this.effects.add('another tab waited for')
    if (!('buttons' in given)) {
      if (isPaid && name !== 'waiting') throw new Error(`${what} is asked though the order of this purchase is paid`)
      return
    }
    this.titles.push(given.title)
    if (!given.title || given.buttons.length === 0) throw new Error(`${what} has no name or no way on`)
    const answers = given.buttons.map(({ action }) => action)
    const isSessionOver = answers.includes('signIn')
    if (isSuccess && !isPaid) throw new Error(`${what} is shown, and nothing is paid`)
    // `order-not-known` leads to the status, and is right only for an order that is not stored any more.
    const isUnknown = given.id === 'order-not-known' && !this.#isStored(mine, tab)
    if (
      isPaid &&
      !isSuccess &&
      !isSessionOver &&
      !isUnknown &&
      !paidMessages.includes(given.id) &&
      !answers.some((answer) => answer === 'check' || answer === 'finish')
    )
      throw new Error(`${what} is shown though the order is paid`)
    // A retry must not be offered for an order that may exist, unless the message says so.
    if (
      answers.includes('retry') &&
      !answers.includes('check') &&
      mine.some((order) => mayBePaid(order) && this.ledger.isYoung(order.id))
    )
      throw new Error(`${what} offers to pay twice`)
    this.ledger.noteShown(this.#shownOrders(given, tab, mine, orders), tab.name)
  }
  /** Whether one of the orders belongs to the stored intent, and that has not expired. */
  #isStored(orders: readonly Order[], { intent }: Tab): boolean {
    const isYoung = intent !== null && Math.abs(Date.now() - intent.startedAt) < DAY_MS
    return isYoung && orders.some(({ id }) => id === intent.orderId)
  }

  /** The orders about which a message is right, that they are or may be paid. */
  #shownOrders(
    { id, buttons, image }: Modals['message']['given'],
    tab: Tab,
    mine: readonly Order[],
    orders: readonly Order[],
  ): string[] {
    if (paidMessages.includes(id)) return orders.filter(({ decided }) => decided === 'paid').map((order) => order.id)
    const isDoubt = buttons.some(({ action }) => action === 'check' || action === 'giveUp')
    if (!isDoubt && image !== 'success' && id !== 'order-not-known') return []
    // A message about an order in doubt does not know the id: it covers all orders of the intent.
    const doubted = isDoubt && tab.intent ? this.ledger.ordersOf(tab.intent.id) : []
    return [...mine.map((order) => order.id), ...doubted]
  }

  #lookAtEnd({ orders: ids, shown, cameBack, unshown, wasCut }: FlowEnd, tab: Tab, orders: readonly Order[]): void {
    if (unshown) throw new Error(`tab ${tab.name}: ${unshown} failed without a word`)
    if ((ids.length > 0 || wasCut) && shown.length === 0 && !cameBack)
      throw new Error(`tab ${tab.name}: the purchase ended without a word`)
    const unshownPaid = orders.some(
      ({ id, decided }) => ids.includes(id) && decided === 'paid' && !this.ledger.isShown(id),
    )
    // An order after a gateway's error is unknown here: the next attempt or visit shows it.
    const { intent } = tab
    const isOpen = intent && !intent.end && this.ledger.ordersOf(intent.id).some((id) => ids.includes(id))
    const isMistaken = intent && this.ledger.isMistaken(intent)
    if (unshownPaid && !cameBack && !isOpen && !isMistaken)
      throw new Error(`tab ${tab.name}: the order is paid and it was not shown`)
  }

  #lookWhenQuiet(): void {
    for (const tab of this.tabs) {
      if (tab.place !== 'app' || tab.question) continue
      if (tab.spinner !== null) throw new Error(`tab ${tab.name}: the spinner «${tab.spinner}» never ends`)
      if (tab.isRunning) throw new Error(`tab ${tab.name}: a flow runs, asks nothing and waits for nothing`)
      if (!tab.data && !tab.isUnread) throw new Error(`tab ${tab.name}: the page stays empty`)
    }
  }

  async orders(): Promise<Order[]> {
    const { orders } = (await this.#user('GET', '')) as { orders: Order[] }
    return orders
  }

  /** Ends a walk: without faults all tabs become idle, no order was paid twice or without a message, and the user can buy. */
  async finish(): Promise<void> {
    await this.clearFaults()
    await this.quiet()
    await this.#letBankDecide()
    // Each device with a stored intent and no open tab is visited once more.
    for (const [at, device] of this.#devices.entries())
      if (device.intent && this.tabs.every((tab) => tab.device !== device)) await this.open('/profile', at === 1)
    await this.quiet()
    for (const tab of this.tabs) {
      await this.#dismissAll(tab)
      await this.wire.during(tab.load('/profile'))
      await this.quiet()
      if (!tab.data) throw new Error(`tab ${tab.name}: the account does not come back`)
      await this.#dismissAll(tab)
    }
    await this.#lookAtMoney()
    await this.#buyInTheEnd()
    await this.#lookAtMoney()
  }

  async #dismissAll(tab: Tab): Promise<void> {
    for (let left = 20; tab.question; left--) {
      if (left === 0) throw new Error(`tab ${tab.name}: one question follows another without an end`)
      tab.question.answer('dismissed')
      await this.quiet()
    }
  }

  /** Lets the bank decide orders that need no user, whether or not the app still polls them. */
  async #letBankDecide(): Promise<void> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await this.#freshToken()}` }
    for (const order of await this.orders())
      for (let left = 6; left > 0 && order.kind !== 'newCard' && mayBePaid(order) && !order.decided; left--)
        await send(
          'POST',
          `${this.#origin}/bff/api/v2/get_order_status`,
          headers,
          JSON.stringify({ orderId: order.id }),
        )
    // While an order is being charged the server refuses another one, for ten minutes at most (contract D-22).
    this.moveClock(REFUSED_MS)
  }

  async #lookAtMoney(): Promise<void> {
    const orders = await this.orders()
    const double = this.ledger.doublePayment(orders)
    if (double) throw new Error(double)
    for (const { intent } of this.#devices) {
      const isPaid = orders.some(({ id, decided }) => id === intent?.orderId && decided === 'paid')
      const isYoung = intent && Date.now() - intent.startedAt < DAY_MS
      if (isPaid && isYoung && intent.orderId && !this.ledger.isShown(intent.orderId))
        throw new Error('an order is paid, and it was not shown at the next visit')
      if (isYoung && (intent.end === 'paid' || intent.end === 'declined') && !intent.isTold)
        throw new Error(`an end that was not seen was not shown at the next visit: ${JSON.stringify(intent)}`)
    }
    const journal = (await this.#user('GET', '/journal')) as { operation: string; status: number | null }[]
    const names = ['createOrder', 'createScoresOrder']
    const sent = journal.filter(
      ({ operation, status }) => names.includes(operation) && status !== 401 && status !== 403,
    )
    if (sent.length > this.agreed) throw new Error(`${sent.length} orders were sent, ${this.agreed} were agreed to`)
  }

  /** Without faults a purchase leads to an order: no intent blocks it for ever. */
  async #buyInTheEnd(): Promise<void> {
    const { tab } = this
    const before = this.ledger.count
    const asked: string[] = []
    for (let left = PRESSES; left > 0 && this.ledger.count === before; left--) {
      const { question } = tab
      if (question) {
        asked.push('title' in question.given ? question.given.title : question.name)
        this.#answerToBuy(question, tab)
      } else if (tab.place === 'bank') await this.wire.during(tab.atBank('pay'))
      else if (tab.place === 'signedOut') await this.wire.during(tab.load('/profile'))
      else if (tab.offersToBuy) tab.buy({ kind: 'asked' })
      else if (tab.offersOption) tab.buy({ kind: 'option' })
      else return
      await this.quiet()
      if (left === 1) throw new Error(`nothing can be bought in the end: ${asked.join(', ')}`)
    }
    await this.#dismissAll(tab)
  }
  #answerToBuy(question: OpenModal, tab: Tab): void {
    const { name, given, answer } = question
    const agree = (to: unknown) => {
      this.agree(tab)
      press(question, to)
    }
    if (name === 'chooseCard') return agree('newCard')
    if (name === 'chooseBundle') return press(question, 'standard199')
    if (name === 'chooseTariff') return press(question, { bundle: 'standard199', pay: 'card' })
    const answers = 'buttons' in given ? given.buttons.map((button) => button.action) : []
    if (answers.includes('giveUp')) return answer('giveUp')
    if (answers.includes('retry')) return agree('retry')
    answer('dismissed')
  }

  /** Stops everything that could affect the next walk. */
  async close(): Promise<void> {
    for (const tab of this.tabs) tab.leave({ isOnItsWay: false })
    await this.wire.untilIdle()
    vi.clearAllTimers()
  }
}
