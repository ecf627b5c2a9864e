import { vi } from 'vitest'
import type { Client, ClientData, CounterOfferName, OperationId, Option, Subscriber } from '@paket/sdk'
import type { CheckedPromocode } from '#web/features/promocode/promocode-check.ts'
import type { PromocodeMemory, PromocodePurchase } from '#web/features/promocode/promocode-flow.ts'
import type { PartnerName } from '#web/domain/entry-pages.ts'
import type { Sum } from '#web/domain/sum.ts'
import type { Flow } from '#web/flow/run-flow.ts'
import type { PendingPurchase } from '#web/flow/pending-purchase.ts'
import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import type { Choice } from '#web/features/purchase/choose/buyer.ts'
import type { Modals } from '#web/modals/define-modal.ts'
import type { OpenModal } from '#web/modals/modal-stack.ts'
import { fakeServices } from '#support/fake-services.ts'
import { type Device, MARK, type PageOfDevice } from './device.ts'
import { type Buyer, DAY_MS, type Ledger, orderingCalls } from './ledger.ts'
import { type Passed, send, type Wire } from './wire.ts'

/** Loads a fresh copy of the app's modules, because each tab has its own running flow and open modals. They are drawn at once. */
export async function loadApp() {
  vi.resetModules()
  const stack = await import('#web/modals/modal-stack.ts')
  stack.noteDrawn()
  return {
    stack,
    sdk: await import('@paket/sdk'),
    runner: await import('#web/flow/run-flow.ts'),
    choosing: await import('#web/features/purchase/choose/checkout-flow.ts'),
    buying: await import('#web/features/purchase/flow/purchase-flow.ts'),
    options: await import('#web/features/purchase/flow/option-purchase-flow.ts'),
    promocode: await import('#web/features/promocode/promocode-flow.ts'),
    address: await import('#web/navigation/address.ts'),
    sessionOver: await import('#web/services/show-message.ts'),
    opener: await import('#web/flow/payment-page.ts'),
    block: await import('#web/domain/status-block.ts'),
    kind: await import('#web/features/purchase/subscriber-kind.ts'),
    earlier: await import('#web/features/purchase/recover/earlier-order.ts'),
    purchases: await import('#web/checkout/purchases.ts'),
    activation: await import('#web/features/purchase/flow/activate-partner-flow.ts'),
  }
}
export type App = Awaited<ReturnType<typeof loadApp>>

/** What a user starts a purchase with. */
export type PurchaseStart =
  | Choice
  | { kind: 'promocode'; value: string; again?: number }
  | { kind: 'counter-offer-again'; wanted: PendingPurchase & { counterOffer: CounterOfferName } }
  | { kind: 'option' }
  | { kind: 'activation'; partner: PartnerName }

/** The surroundings of a tab: the mock, the network, the browser. */
export interface Backend {
  origin: string
  wire: Wire
  ledger: Ledger
  freshToken: () => Promise<string>
  /** The tab's browser. */
  device: Device
}
/** How a page is left: by navigation, which interrupts its flow; or closed, after which none of its code runs. */
type Leaving = 'leaves' | { isOnItsWay: boolean }
/** A flow that has ended by itself. */
export interface FlowEnd {
  orders: string[]
  shown: Modals['message']['given'][]
  cameBack: boolean
  unshown: OperationId | null
  /** Whether it continued a purchase of another page. */
  wasCut: boolean
}
export type BankAction = 'pay' | 'decline' | 'back' | 'payAndClose' | 'browserBack' | 'browserBackAgain'

const profile = '/profile'
/** Calls whose failure ends a purchase, so that it must be shown. */
const decisive: readonly OperationId[] = [
  'getBankCards',
  'createOrder',
  'createScoresOrder',
  'getAvailableCounterOffers',
  'checkPromocode',
]

/** A tab: starts the app's flows as the account and gateway pages do. `address` and the browser's storage outlive a page. */
export class Tab {
  readonly name: string
  readonly #app: App
  readonly #backend: Backend
  #page: PageOfDevice
  #purchases: ReturnType<App['purchases']['createPurchases']>
  #api: Client | null = null
  #token: string | null = null
  address: string
  readonly #promocodes = promocodesOfTab()
  place: 'app' | 'bank' | 'signedOut' = 'app'
  /** Client data of the account page; null until it is read. */
  data: ClientData | null = null
  isUnread = false
  /** The option that the page of options offers. */
  #option: Option | null = null
  #bank: { url: string; back: () => void } | null = null
  isRunning = false
  /** Whether the user has chosen to finish an open order. */
  finishes = false
  /** Whether the user has agreed to an order that was not sent yet. */
  consents = false
  /** Whether an order's status is polled outside of a flow. */
  #isLooking = false
  /** Orders of which the page knows, or has known, that they have ended. */
  readonly #knownEnds = new Set<string>()
  readonly #moments = { beganAt: 0, agreedAt: 0, lookedAt: 0 }
  /** Orders that the running flow has created or polls. */
  orders: string[] = []
  /** Orders that it has created. */
  #made: string[] = []
  /** Messages of the running flow. */
  shown: Modals['message']['given'][] = []
  /** Flows that have ended by themselves since the last check. */
  ended: FlowEnd[] = []
  #cameBack = false
  /** A failed call that was not shown yet. */
  #unshown: OperationId | null = null
  #seen = new Set<number>()
  /** Violated invariants. */
  readonly broken: string[] = []

  constructor(name: string, app: App, backend: Backend, address = profile) {
    this.name = name
    this.#app = app
    this.#backend = backend
    this.address = address
    this.#page = backend.device.page()
    this.#purchases = this.#purchasesOf(this.#page)
  }
  #purchasesOf = ({ locks, store }: PageOfDevice) =>
    this.#app.purchases.createPurchases({
      user: Promise.resolve(MARK),
      locks,
      store,
      now: () => Date.now() + this.device.clockMs,
    })

  get sdk(): App['sdk'] {
    return this.#app.sdk
  }
  get device(): Device {
    return this.#backend.device
  }
  get intent(): PurchaseIntent | null {
    return this.device.intent
  }
  /** The user agrees to an order. */
  agree(): void {
    this.consents = true
    this.#moments.agreedAt = this.#backend.ledger.moment()
  }
  /** The user has given up an order, and wants the other one. */
  giveUp(): void {
    this.orders = []
    this.#moments.agreedAt = this.#backend.ledger.moment()
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
  /** Whether an order is being created. */
  get isOrdering(): boolean {
    const { intent } = this
    return (
      this.isRunning && this.spinner !== null && intent !== null && !intent.end && !intent.orderId && !intent.isTold
    )
  }

  /** Leaves the page, by navigation or by closing it. */
  leave(how: Leaving = 'leaves'): void {
    const { runner, stack } = this.#app
    const { wire, device } = this.#backend
    if (how !== 'leaves') {
      this.#page.close()
      wire.close(this.#page, how.isOnItsWay)
    }
    runner.interruptFlow()
    if (how === 'leaves') wire.close(this.#page, false)
    this.#page = device.page()
    this.#purchases = this.#purchasesOf(this.#page)
    this.isRunning = false
    this.consents = false
    this.orders = []
    this.data = null
    this.isUnread = false
    this.#option = null
    this.#bank = null
    // Modals outside of a flow remain: the message that the session is over.
    for (const { answer } of stack.modalStack.open) answer('dismissed')
    stack.modalStack.open = []
    stack.modalStack.spinner = null
    this.shown = []
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
    // The next page uses the same modules, so an interrupted flow that waits for the next task must end first.
    if (this.#app.runner.isFlowRunning()) await vi.advanceTimersByTimeAsync(0)
    if (page !== this.#page) return
    this.#api = this.#client(page)
    const { pathname, searchParams } = new URL(address, 'http://app')
    if (pathname === '/payment_gateway') void this.#settle(searchParams.get('orderId'))
    else void this.read()
  }

  /** The account page: reads client data, and starts what its address asks for. */
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
    await this.#readOptions(answer.data.result)
  }
  async #readOptions({ bundleId }: ClientData): Promise<void> {
    const page = this.#page
    if (bundleId === null) return
    const answer = await this.#client(page)
      .getOptions({ bundleId })
      .catch(() => null)
    if (page !== this.#page || !answer?.ok) return
    this.#option = answer.data.result.map(this.sdk.toOption).find(({ status }) => status === 'inactive') ?? null
  }

  #goOn(): void {
    const { address } = this.#app
    const { pathname, search } = new URL(this.address, 'http://app')
    const requested = address.intentOf(search)
    this.address = pathname
    if (requested?.kind === 'buy') return this.buy({ kind: 'bundle', bundle: requested.bundle })
    if (requested?.kind === 'buyAgain') return void this.#buyAgain()
    void this.#goOnWithUnfinished()
  }

  /** Resumes an unfinished purchase, as the account does at each visit. */
  async #goOnWithUnfinished(): Promise<void> {
    const { buying, earlier } = this.#app
    const page = this.#page
    const intent = await this.#purchases.last()
    const api = this.#api
    if (!intent || !api || page !== this.#page) return
    this.#isLooking = true
    const isDue = await earlier.shouldResume(intent, api, async () => this.data?.orderId).catch(() => false)
    this.#isLooking = false
    if (!isDue || page !== this.#page) return
    let isRetried = false
    const after = { ...this.#after, toRetry: () => void (isRetried = true) }
    const isOver = await this.#start(
      buying.purchaseFlow({ start: 'resume' }, after),
      intent.orderId ? [intent.orderId] : [],
      true,
    )
    if (isOver && isRetried) await this.#buyAgain()
  }

  async #buyAgain(): Promise<void> {
    const page = this.#page
    const intent = await this.#purchases.last()
    if (page !== this.#page || !intent?.what || intent.end === 'paid' || !('bundle' in intent.what)) return
    const { bundle, promocode, priceKopecks, counterOffer } = intent.what
    // 'retry' counts as agreement, because a free purchase is ordered without another question.
    this.agree()
    if (counterOffer) this.buy({ kind: 'counter-offer-again', wanted: { ...intent.what, counterOffer } })
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

  /** Whether the page of an option offers it. */
  get offersOption(): boolean {
    return this.data !== null && this.#option !== null && !this.isRunning && !this.question
  }

  buy(purchase: PurchaseStart): void {
    const subscriber = this.#subscriber
    if (!subscriber) return
    if (purchase.kind === 'option') {
      const { optionPurchaseFlow } = this.#app.options
      const option = this.#option
      return void (option && this.#start(optionPurchaseFlow(option, subscriber, 'web', this.#after), []))
    }
    // A counter-offer may be free, and a partner's bundle is: then it is ordered without another question.
    if (purchase.kind === 'counter-offer' || purchase.kind === 'activation') this.agree()
    if (purchase.kind === 'activation') {
      const { activatePartnerFlow } = this.#app.activation
      return void this.#start(activatePartnerFlow(purchase.partner, 'web', this.#after, null), [])
    }
    const buyer = {
      subscriber,
      source: 'web' as const,
      from: 'profile' as const,
      after: this.#after,
      now: () => new Date(),
    }
    const { checkoutFlow, counterOfferAgainFlow } = this.#app.choosing
    if (purchase.kind === 'counter-offer-again')
      return void this.#start(counterOfferAgainFlow(purchase.wanted, buyer), [])
    if (purchase.kind !== 'promocode') return void this.#start(checkoutFlow(purchase, buyer), [])
    const without = this.#app.sdk.bundleNamed('standard199')
    const entry = {
      memory: this.#promocodes,
      first:
        purchase.again === undefined
          ? { from: 'link' as const, value: purchase.value }
          : { from: 'again' as const, value: purchase.value, priceKopecks: purchase.again },
      isSubscribed: false,
      without,
      pay({ promocodeId, value, ...terms }: CheckedPromocode, shown: Sum, { onPurchased, onOver }: PromocodePurchase) {
        const after = { ...buyer.after, onPurchased, toNewTerms: onOver }
        return checkoutFlow(
          { kind: 'terms', terms: { ...terms, promocode: { id: promocodeId, value } }, shown },
          { ...buyer, after },
        )
      },
      buyWithout: () => checkoutFlow({ kind: 'bundle', bundle: without.name }, buyer),
      now: () => Date.now(),
    }
    void this.#start(this.#app.promocode.promocodeFlow(entry), [])
  }

  /** Types a promocode into its modal and sends it, as the modal does. */
  async typePromocode({ given, answer }: OpenModal, value: string): Promise<void> {
    const { check } = given as Modals['enterPromocode']['given']
    const end = await check(value).catch((error: unknown) => ({ kind: 'broken' as const, error }))
    // The problem is shown under the field.
    if (end.kind === 'problem') this.#unshown = null
    else answer(end)
  }

  async #settle(orderId: string | null): Promise<void> {
    const { buying, address } = this.#app
    const page = this.#page
    let leavingTo = profile
    const after = {
      ...this.#after,
      // The gateway page shows no client data; the next page reads it.
      refresh: () => undefined,
      checkAgain: () => undefined,
      account: () => undefined,
      check: () => undefined,
      toRetry: () => void (leavingTo = address.buyAgainAddress),
    }
    const isOver = await this.#start(
      buying.purchaseFlow({ start: 'confirm', orderId }, after),
      orderId ? [orderId] : [],
    )
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
      checkAgain: () => void this.read(),
      account: toAccount,
      check: toAccount,
      toRetry: toAccount,
      toOplata: () => undefined,
      visit: { fromFridge: false, promo: null },
    }
  }

  /** Runs a flow as the app does; resolves with whether it has ended by itself. */
  async #start(flow: Flow, orders: string[], wasCut = false): Promise<boolean> {
    const { runner, opener } = this.#app
    const page = this.#page
    const api = this.#api
    const purchases = this.#purchases
    if (!api || this.isRunning) return false
    this.isRunning = true
    this.#moments.beganAt = this.#backend.ledger.moment()
    this.orders = orders
    this.#made = []
    this.shown = []
    this.#cameBack = false
    this.#unshown = null
    let wasInterrupted = true
    let hadTurn = false
    const host = { openPayment: (url: string) => this.#goToBank(url) }
    await runner.runFlow(
      async (io, bound) => {
        await flow(io, bound)
        wasInterrupted = false
      },
      {
        api,
        openPayment: opener.paymentPageOpener(host, [this.#backend.origin, 'http://localhost:5173'], () => undefined),
        exclusively: async (work, how) => {
          const end = await purchases.exclusively((stored) => {
            // If another tab has ended the purchase meanwhile, that tab reports it.
            const before = stored.read()
            hadTurn = before !== null && !before.end
            return work(stored)
          }, how)
          // The user has stopped waiting for another tab.
          if (end === 'dismissed') this.#cameBack = true
          return end
        },
        isOnline: () => true,
        closed: () => undefined,
        onClosed: () => undefined,
        onCrash: (error) => void this.broken.push(`a flow crashed: ${String(error)}`),
      },
    )
    if (page !== this.#page) return false
    this.isRunning = false
    this.consents = false
    const { orders: made, shown } = this
    // A purchase that another tab is working on is reported by that tab.
    if (!wasInterrupted && (hadTurn || !wasCut))
      this.ended.push({ orders: made, shown, cameBack: this.#cameBack, unshown: this.#unshown, wasCut })
    this.orders = []
    return !wasInterrupted
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

  /** An action on the payment page. */
  async atBank(action: BankAction): Promise<void> {
    if (!this.#bank) return
    const { url, back } = this.#bank
    if (action === 'browserBack') return back()
    if (action === 'browserBackAgain') return this.load()
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
    const { origin, wire, freshToken, ledger, device } = this.#backend
    const buyer = (): Buyer => ({ tab: this.name, device: device.name, ...this.#moments })
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
      fetch: wire.fetchOf(this.name, page, {
        onSent: (call, key) => ledger.sent(call, key, device.name),
        onDropped: (_, key) => ledger.dropped(key),
        onPassed: (passed) => {
          ledger.answered(passed, buyer())
          if (page === this.#page) this.#notice(passed)
        },
        onAnswered: (passed) => {
          if (page === this.#page && knowsLastOrder(passed)) this.#moments.lookedAt = passed.answeredAt
        },
      }),
      on: {
        failure: ({ operation, outcome }) => {
          if (page !== this.#page) return
          if (decisive.includes(operation)) this.#unshown = operation
          if (outcome === 'authorize-again' || outcome === 'sign-out')
            this.#app.sessionOver.showSessionOver(outcome, services)
        },
      },
    })
  }

  #notice({ call, status, body, answer }: Passed): void {
    const { intent } = this
    // After a refused token the SDK reads the status again.
    if (call === 'get_order_status' && status !== 401) {
      const { orderId } = body as { orderId: string }
      if (this.isRunning && this.#made.includes(orderId) && intent?.orderId !== orderId)
        this.broken.push('an order is followed that a reload would lose')
      // The order may be another tab's or device's; one that the page knows as ended does not count, even when its status is not returned.
      // Neither does a last order of others, or of an intent that has expired, without a status: what follows is about this tab's own order.
      const isOver = ['deposited', 'declined'].includes(statusOf(answer))
      const isUnknown = statusOf(answer) === 'undefined'
      const isOwn = orderId === intent?.orderId && Math.abs(Date.now() - intent.startedAt) < DAY_MS
      const isSeen = isOwn && intent.isTold === true && intent.end !== undefined
      const isLast = orderId === this.data?.orderId
      if (isLast && (isOwn ? isOver && isSeen : isOver || isUnknown)) this.#knownEnds.add(orderId)
      const isKnown = this.#isLooking || this.#knownEnds.has(orderId) || (isSeen && intent.end === 'paid')
      if (this.isRunning && !this.orders.includes(orderId) && !isKnown) this.orders.push(orderId)
    }
    if (orderingCalls.includes(call) && (!intent || intent.end || intent.orderId))
      this.broken.push('an order is made that a reload would lose')
    // After a refused token the SDK sends the same order again, without the user.
    if (!orderingCalls.includes(call) || status === 401 || status === 403) return
    if (!this.consents) this.broken.push(`${call} was sent without a press of the user's`)
    this.consents = false
    const orderId = (answer as { result?: { orderId?: unknown } }).result?.orderId
    if (typeof orderId !== 'string') return
    this.orders.push(orderId)
    this.#made.push(orderId)
  }

  /** The open modals that were not returned before. */
  newQuestions(): OpenModal[] {
    const fresh = this.questions.filter(({ id }) => !this.#seen.has(id))
    for (const { id, given } of fresh) {
      this.#seen.add(id)
      this.#unshown = null
      if ('buttons' in given) this.shown.push(given)
    }
    return fresh
  }
}

const statusOf = (answer: unknown): string =>
  String((answer as { result?: { orderStatus?: unknown } }).result?.orderStatus)

/** Whether an answer contains the id of the subscriber's last order. */
function knowsLastOrder({ call, status, answer }: Passed): boolean {
  if (call !== 'get_client_data' || status !== 200) return false
  const orderId = (answer as { result?: { orderId?: unknown } }).result?.orderId
  return orderId === null || typeof orderId === 'string'
}

/** A promocode memory without expiry. */
function promocodesOfTab(): PromocodeMemory {
  let promocode: { value: string; until: number } | null = null
  return {
    failed: null,
    checked: () => promocode,
    storeChecked(value) {
      promocode = { value, until: Infinity }
      return promocode.until
    },
    forgetChecked: () => void (promocode = null),
  }
}
