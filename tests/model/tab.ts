import { vi } from 'vitest'
import type { BundleName, Client, ClientData, CounterOfferName, OperationId, Subscriber } from '@paket/sdk'
import type { CheckedPromocode } from '../../web/src/features/promocode/check-promocode.ts'
import type { PromocodeMemory, PromocodePurchase } from '../../web/src/features/promocode/entering-promocode.ts'
import type { FollowedOrder, OrderInTheMaking } from '../../web/src/flow/ports.ts'
import type { Flow } from '../../web/src/flow/run-flow.ts'
import type { Bought } from '../../web/src/features/purchase/bought.ts'
import type { Choice } from '../../web/src/features/purchase/choosing.ts'
import type { Modals } from '../../web/src/modals/catalogue.ts'
import type { OpenModal } from '../../web/src/modals/modal-stack.ts'
import { fakeServices } from '../support/fake-services.ts'
import { type Passed, send, type Wire } from './wire.ts'

/** The app's modules, anew: each tab has its own running flow and its own open questions. */
export async function loadApp() {
  vi.resetModules()
  const [sdk, runner, stack, choosing, buying, promocode, address, telling, opener, block, kind] = await Promise.all([
    import('@paket/sdk'),
    import('../../web/src/flow/run-flow.ts'),
    import('../../web/src/modals/modal-stack.ts'),
    import('../../web/src/features/purchase/choosing.ts'),
    import('../../web/src/features/purchase/buying.ts'),
    import('../../web/src/features/promocode/entering-promocode.ts'),
    import('../../web/src/app/address.ts'),
    import('../../web/src/app/tell.ts'),
    import('../../web/src/app/payment-page.ts'),
    import('../../web/src/domain/status-block.ts'),
    import('../../web/src/features/purchase/subscriber-kind.ts'),
  ])
  return { sdk, runner, stack, choosing, buying, promocode, address, telling, opener, block, kind }
}
export type App = Awaited<ReturnType<typeof loadApp>>

/** What a person goes to buy with. */
export type Wish =
  | Choice
  | { kind: 'promocode'; value: string; again?: number }
  | { kind: 'counter-offer-again'; counterOffer: CounterOfferName; bundle: BundleName }

/** What the tab needs of the mock. */
export interface Backend {
  origin: string
  wire: Wire
  freshToken: () => Promise<string>
}
/** What is known of a flow that came to its end. */
export interface FlowEnd {
  orders: string[]
  told: Modals['message']['given'][]
  cameBack: boolean
  untold: OperationId | null
  /** What a reload has cut was to be found. */
  wasCut: boolean
}
export type BankAction = 'pay' | 'decline' | 'back' | 'payAndClose' | 'browserBack' | 'browserBackAnew'

const profile = '/profile'
/** Orders are created by these calls. */
const ordering = ['create_order', 'create_scores_order']
/** What fails here ends a purchase: somebody must be told. */
const decisive: readonly OperationId[] = [
  'getBankCards',
  'createOrder',
  'createScoresOrder',
  'getAvailableCounterOffers',
  'checkPromocode',
]

/** A tab: the app's flows as its account and gateway pages start them, with what outlives a page in `address` and `bought`. */
export class Tab {
  readonly name: string
  readonly #app: App
  readonly #backend: Backend
  #page = {}
  #api: Client | null = null
  #token: string | null = null
  address: string
  /** What the tab's storage holds. */
  bought: Bought | null = null
  readonly #promocodes = promocodesOfTab()
  place: 'app' | 'bank' | 'signedOut' = 'app'
  /** What the account page has read; null until then. */
  data: ClientData | null = null
  isUnread = false
  #bank: { url: string; back: () => void } | null = null
  isRunning = false
  /** Whether the user has agreed to an order that was not sent yet. */
  consents = false
  /** Orders that the running flow has made or follows. */
  orders: string[] = []
  /** Orders of the page before this one, which it may not have heard of. */
  #cutOff: string[] = []
  /** What the running flow has told. */
  told: Modals['message']['given'][] = []
  /** Flows that came to their end by themselves since it was last looked. */
  ended: FlowEnd[] = []
  #cameBack = false
  /** A call that failed, and nobody was told since. */
  #untold: OperationId | null = null
  #seen = new Set<number>()
  /** What must never be. */
  readonly broken: string[] = []

  constructor(name: string, app: App, backend: Backend, address = profile) {
    this.name = name
    this.#app = app
    this.#backend = backend
    this.address = address
  }

  get questions(): readonly OpenModal[] {
    return this.#app.stack.modalStack.open
  }
  get question(): OpenModal | undefined {
    return this.questions.at(-1)
  }
  get spinner(): string | null {
    return this.#app.stack.modalStack.spinner
  }
  /** Whether an order is being made just now. */
  get isOrdering(): boolean {
    return this.#app.address.intentOf(new URL(this.address, 'http://app').search)?.kind === 'find' && this.isRunning
  }
  /** Whether the address holds an order that a reload goes on with. */
  get isKept(): boolean {
    const { pathname, search } = new URL(this.address, 'http://app')
    const intent = this.#app.address.intentOf(search)?.kind
    return pathname === '/payment_gateway' || intent === 'follow' || intent === 'find'
  }

  /** The page as it is left for another or for nothing. */
  leave(): void {
    const { runner, stack } = this.#app
    runner.interruptFlow()
    this.#backend.wire.forget(this.#page)
    this.#page = {}
    this.isRunning = false
    this.consents = false
    if (this.orders.length > 0) this.#cutOff = this.orders
    this.orders = []
    this.data = null
    this.isUnread = false
    this.#bank = null
    // What is left over stands outside of a flow: the end of the session.
    for (const { answer } of stack.modalStack.open) answer('dismissed')
    stack.modalStack.open = []
    stack.modalStack.spinner = null
    this.told = []
    this.ended = []
    this.#seen.clear()
  }

  /** Loads the page at the address. */
  async load(address = this.address): Promise<void> {
    this.leave()
    const page = this.#page
    this.address = address
    this.place = 'app'
    this.#token = await this.#backend.freshToken()
    if (page !== this.#page) return
    this.#api = this.#client(page)
    const { pathname, searchParams } = new URL(address, 'http://app')
    const orderId = searchParams.get('orderId')
    if (pathname === '/payment_gateway' && orderId) void this.#settle(orderId)
    else void this.read()
  }

  /** The account page reads what it shows, and goes on with what its address says. */
  async read(): Promise<void> {
    const page = this.#page
    this.isUnread = false
    const answer = await this.#client(page)
      .getClientData()
      .catch(() => null)
    if (page !== this.#page || this.place !== 'app' || !answer) return
    if (!answer.ok) {
      this.isUnread = true
      return
    }
    const isFirst = this.data === null
    this.data = answer.data.result
    if (isFirst) this.#goOn()
  }

  #goOn(): void {
    const { address, buying } = this.#app
    const { pathname, search } = new URL(this.address, 'http://app')
    const intent = address.intentOf(search)
    if (!intent) return
    this.address = pathname
    if (intent.kind !== 'find') this.#cutOff = []
    if (intent.kind === 'buy') return this.buy({ kind: 'bundle', bundle: intent.bundle })
    if (intent.kind === 'buyAgain') return this.#buyAgain()
    let isRetried = false
    const after = { ...this.#after, toRetry: () => void (isRetried = true) }
    const going =
      intent.kind === 'follow'
        ? this.#start(buying.resuming(intent.order, after, this.bought), [intent.order.orderId])
        : this.#start(buying.finding(intent.order, after, this.bought), this.#cutOff, true)
    void going.then((isOver) => isOver && isRetried && this.#buyAgain())
  }

  #buyAgain(): void {
    if (!this.bought) return
    const { bundle, promocode, priceKopecks, counterOffer } = this.bought
    // The user has pressed 'retry'; what costs nothing is ordered without another question.
    this.consents = true
    if (counterOffer) this.buy({ kind: 'counter-offer-again', counterOffer, bundle })
    else if (promocode) this.buy({ kind: 'promocode', value: promocode, again: priceKopecks })
    else this.buy({ kind: 'bundle', bundle })
  }

  get #subscriber(): Subscriber | null {
    return this.data && this.#app.sdk.toSubscriber(this.data)
  }
  /** Whether the account page offers to buy or to pay. */
  get offersToBuy(): boolean {
    const subscriber = this.#subscriber
    if (!subscriber || this.isRunning || this.question) return false
    return this.#app.block.statusBlock(this.#app.kind.statusInput(subscriber)).offers !== null
  }

  buy(wish: Wish): void {
    const subscriber = this.#subscriber
    if (!subscriber) return
    // What the server prices may cost nothing: then nothing is asked.
    if (wish.kind === 'counter-offer') this.consents = true
    const buyer = {
      subscriber,
      source: 'web' as const,
      from: 'profile' as const,
      after: this.#after,
      remember: (bought: Bought) => void (this.bought = bought),
      now: () => new Date(),
    }
    const { choosing, buyingCounterOfferAgain } = this.#app.choosing
    if (wish.kind === 'counter-offer-again')
      return void this.#start(buyingCounterOfferAgain(wish.counterOffer, wish.bundle, buyer), [])
    if (wish.kind !== 'promocode') return void this.#start(choosing(wish, buyer), [])
    const without = this.#app.sdk.bundleNamed('standard199')
    const entry = {
      memory: this.#promocodes,
      first:
        wish.again === undefined
          ? { from: 'link' as const, value: wish.value }
          : { from: 'again' as const, value: wish.value, priceKopecks: wish.again },
      isSubscribed: false,
      without,
      pay({ promocodeId, value, ...terms }: CheckedPromocode, { onPurchased, onOver }: PromocodePurchase) {
        const after = { ...buyer.after, onPurchased, toNewTerms: onOver }
        return choosing(
          { kind: 'terms', terms: { ...terms, promocode: { id: promocodeId, value } } },
          { ...buyer, after },
        )
      },
      buyWithout: () => choosing({ kind: 'bundle', bundle: without.name }, buyer),
      toSupport: () => undefined,
      now: () => Date.now(),
    }
    void this.#start(this.#app.promocode.enteringPromocode(entry), [])
  }

  /** Types a promocode into its modal and sends it, as the modal does. */
  async typePromocode({ given, answer }: OpenModal, value: string): Promise<void> {
    const { check } = given as Modals['enterPromocode']['given']
    const end = await check(value).catch((error: unknown) => ({ kind: 'broken' as const, error }))
    // Told under the field.
    if (end.kind === 'problem') this.#untold = null
    else answer(end)
  }

  async #settle(orderId: string): Promise<void> {
    const { buying, address } = this.#app
    const page = this.#page
    let leavingTo = profile
    const after = {
      ...this.#after,
      toAccount: () => undefined,
      toRetry: () => void (this.bought && (leavingTo = address.buyAgainAddress)),
    }
    const isOver = await this.#start(buying.settling(orderId, after, this.bought), [orderId])
    if (isOver && page === this.#page && this.place === 'app') {
      this.address = leavingTo
      await this.read()
    }
  }

  get #after() {
    const toAccount = () => {
      this.address = profile
    }
    return {
      refresh: () => void this.read(),
      toAccount,
      toRetry: toAccount,
      toSupport: () => undefined,
      toFridge: () => undefined,
      toOplata: () => undefined,
      toPromo: () => undefined,
      visit: { fromFridge: false, promo: null },
    }
  }

  /** Runs a flow as the app does; answers whether it came to its end by itself. */
  async #start(flow: Flow, orders: string[], wasCut = false): Promise<boolean> {
    const { runner, opener } = this.#app
    const page = this.#page
    const api = this.#api
    if (!api || this.isRunning) return false
    this.isRunning = true
    this.orders = orders
    this.told = []
    this.#cameBack = false
    this.#untold = null
    let wasInterrupted = true
    const host = { openPayment: (url: string) => this.#goToBank(url) }
    await runner.runFlow(
      async (io, bound) => {
        await flow(io, bound)
        wasInterrupted = false
      },
      {
        api,
        openPayment: opener.paymentPageOpener(host, [this.#backend.origin, 'http://localhost:5173'], () => undefined),
        follow: (order) => {
          if (page === this.#page) this.#follow(order)
        },
        onCrash: (error) => void this.broken.push(`a flow crashed: ${String(error)}`),
      },
    )
    if (page !== this.#page) return false
    this.isRunning = false
    this.consents = false
    const { orders: made, told } = this
    if (!wasInterrupted) this.ended.push({ orders: made, told, cameBack: this.#cameBack, untold: this.#untold, wasCut })
    this.orders = []
    return !wasInterrupted
  }

  #follow(order: FollowedOrder | OrderInTheMaking | null): void {
    const url = new URL(this.address, 'http://app')
    url.search = new URLSearchParams(this.#app.address.fieldsOf(order)).toString()
    this.address = url.pathname + url.search
    // What was found may be another tab's.
    if (order && 'orderId' in order && !this.orders.includes(order.orderId)) this.orders.push(order.orderId)
  }

  #goToBank(url: string): Promise<'back'> {
    this.place = 'bank'
    return new Promise((resolve) => {
      const back = () => {
        this.place = 'app'
        this.#cameBack = true
        resolve('back')
      }
      this.#bank = { url, back }
    })
  }

  /** What a person does on the payment page. */
  async atBank(action: BankAction): Promise<void> {
    if (!this.#bank) return
    const { url, back } = this.#bank
    if (action === 'browserBack') return back()
    if (action === 'browserBackAnew') return this.load()
    const pressed = action === 'payAndClose' ? 'pay' : action
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { location } = await send('POST', url, headers, `action=${pressed}`)
    const { pathname, search } = new URL(location ?? profile, 'http://app')
    await this.load(action === 'payAndClose' ? profile : pathname + search)
  }

  /** Another tab has signed out. */
  signOut(): void {
    this.leave()
    this.address = '/'
    this.place = 'signedOut'
  }

  #client(page: object): Client {
    const { origin, wire, freshToken } = this.#backend
    const signIn = (returnTo: string) => void wire.during(this.load(returnTo))
    const services = {
      ...fakeServices(),
      signIn: () => page === this.#page && signIn(this.address),
      signOut: () => page === this.#page && this.signOut(),
    }
    return this.#app.sdk.createClient({
      baseUrl: `${origin}/bff/api`,
      auth: {
        getToken: () => this.#token,
        refresh: async () => (this.#token = await wire.during(freshToken())),
      },
      fetch: wire.fetchOf(this.name, page, (passed) => {
        if (page === this.#page) this.#notice(passed)
      }),
      on: {
        failure: ({ operation, outcome }) => {
          if (page !== this.#page) return
          if (decisive.includes(operation)) this.#untold = operation
          if (outcome === 'authorize-again' || outcome === 'sign-out')
            this.#app.telling.tellSessionOver(outcome, services)
        },
      },
    })
  }

  #notice({ call, status, answer }: Passed): void {
    if (call === 'get_order_status' && !this.isKept) this.broken.push('an order is followed that a reload would lose')
    if (call === 'create_order' && !this.isKept) this.broken.push('an order is made that a reload would lose')
    // A refused token is none of the user's doing: the same order is sent once more.
    if (!ordering.includes(call) || status === 401 || status === 403) return
    if (!this.consents) this.broken.push(`${call} was sent without a press of the user's`)
    this.consents = false
    const orderId = (answer as { result?: { orderId?: unknown } }).result?.orderId
    if (typeof orderId === 'string') this.orders.push(orderId)
  }

  /** The questions that were not seen before. */
  newQuestions(): OpenModal[] {
    const fresh = this.questions.filter(({ id }) => !this.#seen.has(id))
    for (const { id, given } of fresh) {
      this.#seen.add(id)
      this.#untold = null
      if ('buttons' in given) this.told.push(given)
    }
    return fresh
  }
}

/** What a tab remembers of promocodes, for ever. */
function promocodesOfTab(): PromocodeMemory {
  let kept: { value: string; until: number } | null = null
  return {
    failed: null,
    checked: () => kept,
    keepChecked(value) {
      kept = { value, until: Infinity }
      return kept.until
    },
    forgetChecked: () => void (kept = null),
  }
}
