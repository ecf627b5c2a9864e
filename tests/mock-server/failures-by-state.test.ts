import { codeOf, failuresOf, list } from '@paket/contract'
import { counterOffers } from '@paket/sdk'
import { expect, it, test } from 'vitest'
import { Engine } from '#mock/engine/calls/answering.ts'
import { Clock } from '#mock/engine/clock.ts'
import { type Loaded, load, newUsers } from '#mock/engine/load.ts'
import { behaviour } from '#mock/product/paket.ts'
import { paket } from '#mock/product/paket.ts'
import { decline } from '#mock/product/order-ends.ts'
import { stateOf } from '#mock/product/state.ts'
import { type CallName, month } from './support.ts'

const loaded: Loaded = await load(paket)
const { lifecycle, lifecycleRules } = await behaviour(loaded.contract, paket.contractDir)
const { contract } = loaded
const source = 'web'
const option = '4f0c6a7e-2b1d-4c5e-8f3a-6d9b0e1c2a35'
const unknownId = '00000000-0000-4000-8000-000000000000'
const mainCard = '7b1f0c52-90d4-4a55-a6a3-6f7f9a1d2e01'

/** A user of the mock in this process, without a port. */
class LocalUser {
  readonly #clock = new Clock()
  readonly #users = newUsers(loaded, this.#clock)
  readonly #engine = new Engine(contract, loaded.behaviour, async (_operation, _body, { value }) => ({
    body: structuredClone(value),
    violations: [],
  }))
  constructor(scenario: string) {
    this.#clock.stopAt(Date.parse('2026-11-21T12:00:00+03:00'))
    this.#users.assignScenario('local', this.#users.scenario(scenario)!)
  }
  advance(seconds: number): void {
    this.#clock.advance(seconds * 1000)
  }
  async call(name: CallName, body: Record<string, unknown> = {}) {
    const user = this.#users.get('local')
    const from = { user, users: this.#users, contract, now: this.#clock.now(), origin: 'http://mock' }
    const call = { ...from, appOrigin: 'http://app', headers: {}, fixedAnswer: null }
    const { status, body: answer } = await this.#engine.answer(contract.operation(name)!, body, call)
    return { status, body: answer, code: codeOf(answer) }
  }
  /** Declines the payment on the page that was opened last. */
  declineForm(): void {
    const user = this.#users.get('local')
    const order = stateOf(user).orders.at(-1)!
    decline(order, { emitter: lifecycleRules, user, users: this.#users, now: this.#clock.now() })
  }
  order = (more: object = {}) => this.call('createOrder', { source, bundleId: month, usingMainCard: true, ...more })
  scores = (bundleId: unknown = month) => this.call('createScoresOrder', { bundleId })
  async buy(more: object = {}): Promise<void> {
    const { body } = await this.order(more)
    const { orderId } = (body as { result: { orderId: string } }).result
    for (let poll = 0; poll < 3; poll++) await this.call('getOrderStatus', { orderId })
  }
  check = (promocodeValue: string) => this.call('checkPromocode', { promocodeValue })
  bind = () => this.call('registerBinding', { source })
  unbind = (bankCardId: string) => this.call('unbindCard', { bankCardId })
  invite = (phone = '79275556677', optionId = option) =>
    this.call('createSubscriberRelation', {
      optionId,
      subscriberRelationName: 'Пётр',
      subscriberRelationPhone: phone,
    })
  async relations(): Promise<{ relationId: string; status: string }[]> {
    const { body } = await this.call('getSubscriberRelations', { optionId: option })
    return (body as { result: { relations: { relationId: string; status: string }[] } }).result.relations
  }
  remove = (relationId: string, optionId = option) => this.call('deleteSubscriberRelation', { optionId, relationId })
  switch = (optionId = option) => this.call('changeAutopaymentOption', { optionId, autopaymentsEnabled: false })
  open = (activationId: string) => this.call('activateByLink', { activationId, source })
}
type Way = (user: LocalUser) => Promise<unknown>
/** The scenario to start with, and the steps to the failure, which is the answer of the last call. */
type Row = [call: CallName, code: number, scenario: string, way: Way]
const promocode = { promocodeId: 'promo-full199' }

const autopay = (call: 'enableAutopay' | 'disableAutopay'): Row[] => [
  [call, 1, 'partner', (u) => u.call(call)],
  [call, 2, 'waiting', (u) => u.call(call)],
  [call, 3, 'activated', async (u) => (await u.order(), u.call(call))],
  [call, 200, 'grace', (u) => u.call(call)],
]
const rows: Row[] = [
  ['getClientData', 2000, 'closed', (u) => u.call('getClientData')],
  ['getUserProfile', 5002, 'closed', (u) => u.call('getUserProfile')],
  ['getBankCards', 3, 'restricted', (u) => u.call('getBankCards')],
  ['getAvailableCounterOffers', 2000, 'restricted', (u) => u.call('getAvailableCounterOffers')],
  ['getScoresBalance', 2000, 'points-unknown', (u) => u.call('getScoresBalance')],

  ['createOrder', 2, 'no-cards', (u) => u.order()],
  ['createOrder', 2000, 'registered', (u) => u.order({ bundleId: unknownId })],
  ['createOrder', 2001, 'registered', (u) => u.order({ promocodeId: 'unknown' })],
  ['createOrder', 2008, 'registered', (u) => u.order({ counterOfferId: counterOffers[0].id })],
  ['createOrder', 2002, 'declined', async (u) => (await u.buy(), await u.buy(), await u.buy(), u.order())],
  [
    'createOrder',
    2003,
    'no-cards',
    async (u) => {
      for (let page = 0; page < 3; page++) {
        await u.order({ usingMainCard: false })
        u.declineForm()
      }
      return u.order({ usingMainCard: false })
    },
  ],
  ['createOrder', 2004, 'registered', async (u) => (await u.buy(), u.order())],
  ['createOrder', 2005, 'partner', (u) => u.order()],
  ['createOrder', 2006, 'activated', async (u) => (await u.buy(), u.order())],
  ['createOrder', 2007, 'registered', async (u) => (await u.check('FULL199'), u.advance(1201), u.order(promocode))],
  ['createOrder', 2010, 'hr', (u) => u.order()],
  ['createScoresOrder', 2000, 'registered', (u) => u.scores(unknownId)],
  ['createScoresOrder', 2001, 'activated', (u) => u.scores()],
  ['createScoresOrder', 2002, 'waiting', (u) => u.scores()],
  ['createScoresOrder', 2003, 'partner', (u) => u.scores()],
  ['createScoresOrder', 2004, 'hr', (u) => u.scores()],
  ['createScoresOrder', 2005, 'previous-period', (u) => u.scores()],
  ['getOrderStatus', 2000, 'registered', (u) => u.call('getOrderStatus', { orderId: unknownId })],
  ['payOrder', 2000, 'registered', (u) => u.call('payOrder', { orderId: unknownId, paymentType: 'scores' })],

  ['registerBinding', 3, 'slave', (u) => u.bind()],
  ['registerBinding', 4, 'waiting', (u) => u.bind()],
  ['registerBinding', 5, 'card-refused', (u) => u.bind()],
  ['registerBinding', 6, 'cards-many', (u) => u.bind()],
  [
    'registerBinding',
    7,
    'registered',
    async (u) => {
      for (let page = 0; page < 3; page++) {
        await u.bind()
        u.declineForm()
      }
      return u.bind()
    },
  ],
  ['unbindCard', 3, 'registered', (u) => u.unbind(unknownId)],
  ['unbindCard', 4, 'grace', (u) => u.unbind(mainCard)],
  ['unbindCard', 5, 'option-new', (u) => u.unbind(mainCard)],
  ['unbindCard', 7, 'registered', async (u) => (await u.order(), u.unbind(mainCard))],
  ['unbindCard', 8, 'waiting', (u) => u.unbind(mainCard)],

  ['createSubscriberRelation', 2000, 'activated', (u) => u.invite()],
  ['createSubscriberRelation', 2001, 'family-empty', async (u) => (await u.invite(), u.invite())],
  ['createSubscriberRelation', 2002, 'family-empty', (u) => u.invite('79001230010')],
  ['createSubscriberRelation', 2003, 'family-full', (u) => u.invite()],
  [
    'createSubscriberRelation',
    2004,
    'family-full',
    async (u) => {
      await u.remove((await u.relations()).at(-1)!.relationId)
      return u.invite()
    },
  ],
  ['createSubscriberRelation', 2005, 'option-new', (u) => u.invite()],
  ['deleteSubscriberRelation', 2000, 'family-full', (u) => u.remove(unknownId, unknownId)],
  ['deleteSubscriberRelation', 2001, 'family-full', (u) => u.remove(unknownId)],
  [
    'deleteSubscriberRelation',
    2002,
    'family-empty',
    async (u) => {
      for (let removal = 0; removal < 3; removal++) {
        await u.invite()
        await u.remove((await u.relations()).at(-1)!.relationId)
        u.advance(16)
      }
      await u.invite()
      return u.remove((await u.relations()).at(-1)!.relationId)
    },
  ],
  ['changeAutopaymentOption', 2000, 'option-new', (u) => u.switch()],
  ['changeAutopaymentOption', 2001, 'option-active', (u) => u.switch(unknownId)],
  ['changeAutopaymentOption', 4220, 'option-fixed', (u) => u.switch()],
  ...autopay('enableAutopay'),
  ...autopay('disableAutopay'),

  ['checkPromocode', 2000, 'registered', (u) => u.check('BROKEN')],
  ['checkPromocode', 2001, 'registered', (u) => u.check('EXPIRED')],
  ['checkPromocode', 2002, 'partner', (u) => u.check('FULL199')],
  ['checkPromocode', 2003, 'registered', (u) => u.check('nosuchcode')],
  ['checkPromocode', 2004, 'registered', (u) => u.check('full199')],
  [
    'checkPromocode',
    2005,
    'registered',
    async (u) => {
      await u.check('FULL199')
      await u.buy(promocode)
      return u.check('FULL199')
    },
  ],
  ['checkPromocode', 2006, 'registered', (u) => u.check('LIMIT')],
  ['checkPromocode', 2007, 'registered', (u) => u.check('OVER')],
  ['getPromocodesToUser', 4, 'waiting', (u) => u.call('getPromocodesToUser')],
  ['getPromocodesToUser', 9, 'option-new', (u) => u.call('getPromocodesToUser')],
  [
    'getSubscriptionPrice',
    2002,
    'trial-free',
    async (u) => {
      await u.call('getSubscriptionPrice', { promocodeValue: 'TRIAL' })
      await u.buy({ promocodeId: 'promo-trial' })
      return u.call('getSubscriptionPrice', { promocodeValue: 'TRIAL' })
    },
  ],
  ['activateByLink', 2001, 'link-sent', async (u) => (u.advance(1201), u.open('of-the-sms'))],
  ['activateByLink', 2002, 'link-sent', async (u) => (await u.open('of-the-sms'), u.open('of-the-sms'))],
  ['activateByLink', 2003, 'registered', async (u) => (await u.open('whatever'), u.open('good'))],
  ['activateByLink', 2004, 'closed', (u) => u.open('good')],
  ['activateByLink', 2005, 'registered', (u) => u.open('other-phone')],
  ['activateByLink', 2006, 'activated', (u) => u.open('good')],
  ['activateByLink', 2007, 'registered', (u) => u.open('receipt')],
]

test.each(rows)('%s answers %i to %s because of its state', async (_call, code, scenario, way) => {
  expect(await way(new LocalUser(scenario))).toMatchObject({ code })
})

/** Failures that the contract distinguishes by code, as `call status code`. */
const failures = contract.operations.flatMap((operation) =>
  failuresOf(contract.document, contract.document.paths[operation.path]!.post).flatMap(({ code, http }) =>
    list(code).flatMap((one) =>
      (http === undefined ? ['200'] : list(http)).map((status) => `${operation.id} ${status} ${one}`),
    ),
  ),
)
it('all but a few business failures are reachable by state; the others are listed with a reason', () => {
  const statusOf = (call: string, code: number) =>
    failures.find((each) => each.startsWith(`${call} `) && each.endsWith(` ${code}`))
  const met = new Set(rows.map(([call, code]) => statusOf(call, code)))
  const unmet = Object.entries(lifecycle.unmet).flatMap(([call, examples]) =>
    Object.keys(examples).map((name) => {
      const example = contract.example(contract.operation(call)!, name)!
      const status = example.status >= 500 ? '5XX' : example.status
      return `${call} ${status} ${codeOf(example.value)}`
    }),
  )
  expect(failures.filter((failure) => !met.has(failure)).toSorted()).toEqual([...new Set(unmet)].toSorted())
  expect(failures.length).toBeGreaterThan(70)
  expect(met.size).toBeGreaterThanOrEqual(70)
})
