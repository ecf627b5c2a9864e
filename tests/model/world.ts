import { vi } from 'vitest'
import type { OpenModal } from '../../web/src/modals/modal-stack.ts'
import { fakeLocks, fakeStore } from '../support/fake-locks.ts'
import { type App, type FlowEnd, Tab } from './tab.ts'
import { type Accident, send, Wire } from './wire.ts'

/** An order as the mock has it. */
interface Order {
  id: string
  kind: 'mainCard' | 'newCard' | 'scores' | 'binding'
  isCharged: boolean
  decided: 'paid' | 'declined' | null
}
export interface Fault {
  operation: string
  code?: number
  status?: number
  break?: 'reset' | 'truncate' | 'not-json' | 'wrong-shape'
  times: number
}

/** Far more steps than the longest flow takes. */
const FOREVER = 2000
const orderCalls = ['createOrder', 'createScoresOrder']

/** One subscriber of the mock, his tabs, and what must always be true of them. */
export class World {
  readonly #apps: readonly App[]
  readonly #origin: string
  readonly #login: string
  readonly wire = new Wire()
  readonly tabs: Tab[] = []
  readonly #browser = { locks: fakeLocks(), store: fakeStore() }
  #active = 0
  #faults: Fault[] = []
  /** How often the user has agreed to an order. */
  agreed = 0
  /** How often a page was reloaded while it made an order. */
  cutOrders = 0
  /** Titles of everything that was told. */
  readonly titles: string[] = []

  constructor(apps: readonly App[], origin: string, login: string) {
    this.#apps = apps
    this.#origin = origin
    this.#login = login
  }

  static async start(apps: readonly App[], origin: string, login: string, scenario: string): Promise<World> {
    const world = new World(apps, origin, login)
    await world.control('PUT', `/clock`, { now: null })
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

  get tab(): Tab {
    const tab = this.tabs[this.#active]
    if (!tab) throw new Error('no tab is open')
    return tab
  }
  switchTab(): void {
    this.#active = (this.#active + 1) % this.tabs.length
  }
  get canOpen(): boolean {
    return this.tabs.length < this.#apps.length
  }
  /** Opens a tab, at another one's address when it is its double. */
  async open(address = '/profile'): Promise<void> {
    const app = this.#apps[this.tabs.length]
    if (!app) return
    const freshToken = async () => ((await this.#user('GET', '/token')) as { accessToken: string }).accessToken
    const tab = new Tab('AB'[this.tabs.length] ?? '', app, {
      origin: this.#origin,
      wire: this.wire,
      freshToken,
      browser: this.#browser,
    })
    this.#active = this.tabs.push(tab) - 1
    await this.wire.during(tab.load(address))
  }

  async fault(fault: Fault): Promise<void> {
    this.#faults.push(fault)
    await this.#user('PUT', '/faults', this.#faults)
  }
  accident(call: string, accident: Accident): void {
    this.wire.plan(call, accident)
  }
  async heal(): Promise<void> {
    this.#faults = []
    this.wire.heal()
    await this.#user('PUT', '/faults', [])
  }

  /** So many steps, or until nothing is under way; then looks whether all is as it must be. */
  async run(steps: number): Promise<void> {
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

  /** What must be true at every moment. */
  async look(): Promise<void> {
    for (const tab of this.tabs) {
      const fresh = tab.newQuestions()
      const ended = tab.ended.splice(0)
      if (fresh.length > 0 || ended.length > 0) {
        const orders = await this.#orders()
        for (const question of fresh) this.#lookAt(question, tab, orders)
        for (const end of ended) this.#lookAtEnd(end, tab, orders)
      }
      const [broken] = tab.broken
      if (broken) throw new Error(`tab ${tab.name}: ${broken}`)
    }
  }

  #lookAt({ name, given }: OpenModal, tab: Tab, orders: readonly Order[]): void {
    const mine = orders.filter(({ id }) => tab.orders.includes(id))
    const isPaid = mine.some(({ decided }) => decided === 'paid')
    const what = 'title' in given ? `«${given.title}»` : name
    if (!('buttons' in given)) {
      if (isPaid) throw new Error(`${what} is asked though the order of this purchase is paid`)
      return
    }
    this.titles.push(given.title)
    if (!given.title || given.buttons.length === 0) throw new Error(`${what} has no name or no way on`)
    const answers = given.buttons.map(({ answer }) => answer)
    const isSessionOver = answers.includes('signIn')
    const isSuccess = given.image === 'success' && answers.some((answer) => answer === 'account' || answer === 'fridge')
    if (isSuccess && !isPaid) throw new Error(`${what} is told, and nothing is paid`)
    if (isPaid && !isSuccess && !answers.includes('check') && !answers.includes('finish') && !isSessionOver)
      throw new Error(`${what} is told though the order is paid`)
    const mayStillBePaid = mine.some(
      ({ decided, kind, isCharged }) => decided === 'paid' || (decided === null && (kind !== 'scores' || isCharged)),
    )
    if (answers.includes('retry') && mayStillBePaid) throw new Error(`${what} offers to pay twice`)
  }

  #lookAtEnd({ orders: ids, told, cameBack, untold, wasCut }: FlowEnd, tab: Tab, orders: readonly Order[]): void {
    if (untold) throw new Error(`tab ${tab.name}: ${untold} failed without a word`)
    if ((ids.length > 0 || wasCut) && told.length === 0 && !cameBack)
      throw new Error(`tab ${tab.name}: the purchase ended without a word`)
    const isPaid = orders.some(({ id, decided }) => ids.includes(id) && decided === 'paid')
    const isTold = told.some(
      ({ image, buttons }) =>
        image === 'success' || buttons.some(({ answer }) => answer === 'check' || answer === 'finish'),
    )
    if (isPaid && !isTold && !cameBack) throw new Error(`tab ${tab.name}: the order is paid and nobody was told`)
  }

  #lookWhenQuiet(): void {
    for (const tab of this.tabs) {
      if (tab.place !== 'app' || tab.question) continue
      if (tab.spinner !== null) throw new Error(`tab ${tab.name}: the spinner «${tab.spinner}» never ends`)
      if (tab.isRunning) throw new Error(`tab ${tab.name}: a flow runs, asks nothing and waits for nothing`)
      if (!tab.data && !tab.isUnread) throw new Error(`tab ${tab.name}: the page stays empty`)
    }
  }

  async #orders(): Promise<Order[]> {
    const { orders } = (await this.#user('GET', '')) as { orders: Order[] }
    return orders
  }

  /** The end of a case: with everything mended, every tab comes to rest, and no order was sent that nobody had agreed to. */
  async finish(): Promise<void> {
    await this.heal()
    await this.quiet()
    for (const tab of this.tabs) {
      for (let left = 20; tab.question; left--) {
        if (left === 0) throw new Error(`tab ${tab.name}: one question follows another without an end`)
        tab.question.answer('dismissed')
        await this.quiet()
      }
      await this.wire.during(tab.load('/profile'))
      await this.quiet()
      if (!tab.data) throw new Error(`tab ${tab.name}: the account does not come back`)
    }
    const journal = (await this.#user('GET', '/journal')) as { operation: string; status: number | null }[]
    const sent = journal.filter(
      ({ operation, status }) => orderCalls.includes(operation) && status !== 401 && status !== 403,
    )
    if (sent.length > this.agreed) throw new Error(`${sent.length} orders were sent, ${this.agreed} were agreed to`)
  }

  /** Nothing of this case may reach the next one. */
  close(): void {
    for (const tab of this.tabs) tab.leave()
    vi.clearAllTimers()
  }
}
