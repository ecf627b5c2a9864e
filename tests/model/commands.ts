import type { AsyncCommand } from 'fast-check'
import type { TariffChoice } from '#web/features/purchase/choose/choose-tariff-modal.tsx'
import type { Modals } from '#web/modals/define-modal.ts'
import { agrees, answersTo, press } from './answers.ts'
import type { BankAction, Tab, PurchaseStart } from './tab.ts'
import type { NetworkFault } from './wire.ts'
import type { ServerFault, World } from './world.ts'

const named = (fault: NetworkFault) => (typeof fault === 'number' ? `done, and answered by ${fault}` : fault)

/** More network steps than anything needs to become idle. */
export const UNTIL_QUIET = 2000

/** A step of a walk: an action, then `wait` network steps before the next one. */
abstract class Command implements AsyncCommand<object, World> {
  readonly wait: number
  constructor(wait: number) {
    this.wait = wait
  }
  abstract readonly words: string
  abstract act(world: World): Promise<void> | void
  check = () => true
  async run(_model: object, world: World): Promise<void> {
    await this.act(world)
    await world.run(this.wait)
  }
  toString = () => `${this.words}, then ${this.wait === UNTIL_QUIET ? 'waits' : `${this.wait} steps`}`
}

const bankActions: BankAction[] = ['pay', 'decline', 'back', 'payAndClose', 'browserBack', 'browserBackAgain']
const purchaseStarts: PurchaseStart[] = [
  { kind: 'asked' },
  { kind: 'asked' },
  { kind: 'bundle', bundle: 'standardsix899' },
  { kind: 'tariff', months: [6, 12] },
  { kind: 'counter-offer' },
  { kind: 'activation', partner: 'tbank' },
  { kind: 'promocode', value: 'FREE' },
  { kind: 'promocode', value: 'FULL199' },
  { kind: 'promocode', value: 'EXPIRED' },
]

/** Presses one of the available buttons, chosen by a number. */
export class Press extends Command {
  readonly which: number
  constructor(which: number, wait: number) {
    super(wait)
    this.which = which
  }
  pressed = ''
  get words() {
    return `presses ${this.pressed || this.which}`
  }
  async act(world: World) {
    const { tab } = world
    const { question } = tab
    const pick = <T>(of: readonly T[]): T => of[this.which % of.length] as T
    const note = (what: unknown) => (this.pressed = `${tab.name}:${JSON.stringify(what)} (${this.which})`)
    if (question) {
      const answer = pick(answersTo(question, tab.sdk))
      note(`${question.name} → ${JSON.stringify(answer)}`)
      if (agrees(question, answer)) world.agree(tab)
      // The message with this button says that the order may still be paid.
      if (answer === 'giveUp') tab.giveUp()
      if (answer === 'finish') tab.finishes = true
      if (typeof answer === 'object' && answer !== null && 'type' in answer)
        return void tab.typePromocode(question, String(answer.type))
      if (typeof answer === 'object' && answer !== null && 'leaving' in answer) {
        ;(question.given as Modals['chooseTariff']['given']).onChoice(answer.leaving as TariffChoice)
        return question.answer('dismissed')
      }
      question.answer(answer as never)
      // A second press on the same button has no effect.
      question.answer('dismissed')
    } else if (tab.place === 'bank') {
      const action = pick(bankActions)
      note(`payment page: ${action}`)
      if (tab.finishes && action === 'pay') world.effects.add('finished at the bank')
      await world.wire.during(tab.atBank(action))
    } else if (tab.place === 'signedOut') {
      note('signs in')
      await world.wire.during(tab.load('/profile'))
    } else if (tab.isUnread) {
      note('reads again')
      void tab.read()
    } else if (tab.offersToBuy) {
      const purchase = pick(purchaseStarts)
      note(purchase)
      if (purchase.kind === 'counter-offer' || purchase.kind === 'activation') world.agreed += 1
      tab.buy(purchase)
    } else if (tab.offersOption) {
      note('an option')
      tab.buy({ kind: 'option' })
    } else note('nothing')
  }
}
/** Goes to the choice of the card, by the shortest path. */
async function goToCard(world: World, tab = world.tab): Promise<void> {
  if (tab.offersToBuy) tab.buy({ kind: 'asked' })
  else if (tab.offersOption) tab.buy({ kind: 'option' })
  for (let left = 3; left > 0 && tab.isRunning; left--) {
    await world.run(UNTIL_QUIET)
    const { question } = tab
    if (question?.name === 'chooseBundle') press(question, 'standard199')
    else if (question?.name === 'chooseTariff') press(question, { bundle: 'standard199', pay: 'card' })
    else return
  }
}
export class GoToCard extends Command {
  readonly words = 'goes to the choice of the card'
  act = (world: World) => goToCard(world)
}
/** Pays with a card at the same time in every tab that asks for one; the first order may meet a network fault. */
export class PayInEveryTab extends Command {
  readonly card: 'mainCard' | 'newCard'
  readonly fault: NetworkFault | null
  constructor(card: 'mainCard' | 'newCard', fault: NetworkFault | null, wait: number) {
    super(wait)
    this.card = card
    this.fault = fault
  }
  get words() {
    return `goes to the choice of the card, and pays in every tab that asks, by ${this.card}${this.fault ? `, and the order is ${named(this.fault)}` : ''}`
  }
  async act(world: World) {
    await goToCard(world)
    let { fault } = this
    for (const tab of world.tabs) {
      if (tab.question?.name === 'chooseCard' && fault) {
        world.failNetwork('create_order', fault)
        fault = null
      }
      pay(world, tab, this.card)
    }
  }
}
/** Goes to the choice of the card in every tab, then pays in one after the other, with the given cards. */
export class PayTabByTab extends Command {
  readonly cards: ('mainCard' | 'newCard')[]
  constructor(cards: ('mainCard' | 'newCard')[], wait: number) {
    super(wait)
    this.cards = cards
  }
  get words() {
    return `goes to the choice of the card in every tab, and pays in turn, by ${this.cards.join(', ')}`
  }
  async act(world: World) {
    for (const tab of world.tabs) await goToCard(world, tab)
    for (const [at, tab] of world.tabs.entries()) {
      pay(world, tab, this.cards[at % this.cards.length] ?? 'newCard')
      await world.run(UNTIL_QUIET)
    }
  }
}
function pay(world: World, tab: Tab, card: 'mainCard' | 'newCard'): void {
  const { question } = tab
  if (question?.name !== 'chooseCard') return
  world.agree(tab)
  const { mainCard } = question.given as Modals['chooseCard']['given']
  press(question, mainCard ? card : 'newCard')
}
/** Returns from the bank's page, reloads the account, and answers its question about an open order. */
export class Decide extends Command {
  readonly answer: 'finish' | 'giveUp' | 'retry'
  constructor(answer: 'finish' | 'giveUp' | 'retry', wait: number) {
    super(wait)
    this.answer = answer
  }
  get words() {
    return `comes back, and decides: ${this.answer}`
  }
  async act(world: World) {
    const { tab } = world
    if (tab.place === 'bank') await world.wire.during(tab.atBank('browserBackAgain'))
    await world.run(UNTIL_QUIET)
    const { question } = tab
    if (!question || !answersTo(question, tab.sdk).includes(this.answer)) return
    if (this.answer === 'retry') world.agree(tab)
    if (this.answer === 'giveUp') tab.giveUp()
    if (this.answer === 'finish') tab.finishes = true
    question.answer(this.answer)
  }
}
/** Pays in every tab that shows the bank's page. */
export class PayAtBank extends Command {
  readonly words = 'pays at the page of the bank'
  async act(world: World) {
    for (const tab of world.tabs) {
      if (tab.place !== 'bank') continue
      if (tab.finishes) world.effects.add('finished at the bank')
      await world.wire.during(tab.atBank('pay'))
    }
  }
}
export class Reload extends Command {
  readonly words = 'reloads'
  act = (world: World) => world.wire.during(world.tab.place === 'app' ? world.tab.load() : Promise.resolve())
}
/** Pays with a card, if asked, and reloads or closes the tab a number of steps after the order was started. */
export class LeaveWhileOrdering extends Command {
  readonly how: 'reloads' | 'closes'
  readonly isOnItsWay: boolean
  readonly later: number
  constructor(how: 'reloads' | 'closes', isOnItsWay: boolean, later: number, wait: number) {
    super(wait)
    this.how = how
    this.isOnItsWay = isOnItsWay
    this.later = later
  }
  get words() {
    const request = this.how === 'closes' && this.isOnItsWay ? ', with requests on their way' : ''
    return `${this.how} ${this.later} steps after an order has begun to be made${request}`
  }
  async act(world: World) {
    const { tab } = world
    const { question } = tab
    if (question?.name === 'chooseCard') {
      world.agree(tab)
      press(question, 'newCard')
    }
    for (let left = 6; left > 0 && !tab.isOrdering; left--) await world.run(1)
    if (!tab.isOrdering) return
    for (let left = this.later; left > 0 && tab.isOrdering; left--) await world.run(1)
    if (this.how === 'closes') return world.closeTab(this.isOnItsWay, tab)
    if (!tab.isOrdering) return
    world.effects.add('reloaded while ordering')
    await world.wire.during(tab.load())
  }
}
export class OpenTab extends Command {
  readonly isDouble: boolean
  constructor(isDouble: boolean, wait: number) {
    super(wait)
    this.isDouble = isDouble
  }
  get words() {
    return this.isDouble ? 'doubles the tab' : 'opens a tab'
  }
  act = (world: World) => world.open(this.isDouble ? world.tab.address : '/profile')
}
export class OpenSecondDevice extends Command {
  readonly words = 'opens the app on the second device'
  act = (world: World) => world.open('/profile', true)
}
export class CloseTab extends Command {
  readonly isOnItsWay: boolean
  constructor(isOnItsWay: boolean, wait: number) {
    super(wait)
    this.isOnItsWay = isOnItsWay
  }
  get words() {
    return `closes the tab${this.isOnItsWay ? ', with requests on their way' : ''}`
  }
  act = (world: World) => world.closeTab(this.isOnItsWay)
}
export class SwitchTab extends Command {
  readonly words = 'goes to the next tab'
  act = (world: World) => world.switchTab()
}
export class SignOut extends Command {
  readonly words = 'signs out in another tab'
  act(world: World) {
    for (const tab of world.tabs) if (tab.place === 'app' && tab.device === world.tab.device) tab.signOut()
  }
}
const SECOND = 1000
const durations = {
  '15 s': 15 * SECOND,
  '10 min': 600 * SECOND,
  '25 h': 90_000 * SECOND,
  '32 days': 32 * 86_400 * SECOND,
}
export const durationNames = Object.keys(durations) as (keyof typeof durations)[]
export class MoveClock extends Command {
  readonly by: keyof typeof durations
  constructor(by: keyof typeof durations, wait: number) {
    super(wait)
    this.by = by
  }
  get words() {
    return `${this.by} pass`
  }
  act = (world: World) => world.moveClock(durations[this.by])
}
const FARTHEST_MS = 20 * 3600 * SECOND
/** Sets the clock of the device; the server's is not changed. */
export class SetClock extends Command {
  readonly minutes: number
  constructor(minutes: number, wait: number) {
    super(wait)
    this.minutes = minutes
  }
  get words() {
    return `sets the clock of the device by ${this.minutes} min`
  }
  act({ tab: { device } }: World) {
    // Limited, so that the stored intent does not expire.
    device.clockMs = Math.max(-FARTHEST_MS, device.clockMs + this.minutes * 60 * SECOND)
  }
}
export class FailServer extends Command {
  readonly fault: ServerFault
  constructor(fault: ServerFault, wait: number) {
    super(wait)
    this.fault = fault
  }
  get words() {
    return `the server fails: ${JSON.stringify(this.fault)}`
  }
  act = (world: World) => world.failServer(this.fault)
}
export class FailNetwork extends Command {
  readonly call: string
  readonly fault: NetworkFault
  constructor(call: string, fault: NetworkFault, wait: number) {
    super(wait)
    this.call = call
    this.fault = fault
  }
  get words() {
    return `the next ${this.call} is ${named(this.fault)}`
  }
  act = (world: World) => world.failNetwork(this.call, this.fault)
}
export class ClearFaults extends Command {
  readonly words = 'everything is mended'
  act = (world: World) => world.clearFaults()
}
