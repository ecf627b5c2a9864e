import { bundleNamed } from '@paket/sdk'
import { describe, expect, test } from 'vitest'
import { inRubles } from '#web/domain/sum.ts'
import { checkPromocode } from '#web/features/promocode/check-promocode.ts'
import {
  promocodeFlow,
  type PromocodeEntry,
  type PromocodeMemory,
  type PromocodePurchase,
} from '#web/features/promocode/promocode-flow.ts'
import { problemText } from '#web/features/promocode/problem-text.ts'
import type { FlowPorts } from '#web/flow/ports.ts'
import type { ModalName, Modals } from '#web/modals/define-modal.ts'
import { type Answers, apiThatAnswers, rejected } from '#support/fake-api.ts'
import { answerOf } from '#support/presses.ts'
import { expectButtonFor, scriptedPorts } from '#support/scripted-ports.ts'

const HOLDS_MS = 1_200_000
const month = bundleNamed('standard199')
const result = {
  promocodeId: 'p1',
  price: 100,
  duration: 62,
  bundleId: month.id,
  scoresCampaign: {
    type: 'auto_add_scores',
    scoresAmount: 3000,
    rewardType: 'points',
    expireAt: '2026-12-31T23:59:59+03:00',
    receiptAmount: 150_000,
  },
}
const good = { body: { code: 0, result } }

function fakeMemory(clock: { now: number }): PromocodeMemory & { stored: { value: string; until: number } | null } {
  return {
    stored: null,
    failed: null,
    checked() {
      return this.stored && this.stored.until > clock.now ? this.stored : null
    },
    storeChecked(value) {
      const known = this.checked()
      this.stored = known?.value === value ? known : { value, until: clock.now + HOLDS_MS }
      return this.stored.until
    },
    forgetChecked() {
      this.stored = null
    },
  }
}

/** The order finds that the terms have ended, and the user continues with new ones. */
function isOver({ onOver, toNewTerms }: PromocodePurchase): void {
  onOver()
  toNewTerms()
}

/** What a user does in a modal: answers it, or types a promocode and sends it. */
type Act = { type: string } | { answer: unknown; after?: number } | { edit: true }
const type = (typed: string): Act => ({ type: typed })
const answer = (value: unknown, after = 0): Act => ({ answer: value, after })

/** Runs the flow: each modal gets the next action. Records modals and effects in order. */
async function play(
  acts: Act[],
  check: Answers['x'],
  own: Partial<PromocodeEntry> & { pays?: (purchase: PromocodePurchase) => void; crashes?: true } = {},
) {
  const { api, sent } = apiThatAnswers({ check_promocode: check })
  const clock = { now: 1_000_000 }
  const { pays, crashes, memory = fakeMemory(clock), ...rest } = own
  const { io: scripted, seen } = scriptedPorts()
  async function ask(name: string, given: Modals['enterPromocode']['given'] & { title?: string; until?: number }) {
    const about = name === 'enterPromocode' ? `«${given.value}» ${given.problem?.kind ?? 'no problem'}` : ''
    seen.push([name, given.title, about].filter(Boolean).join(': '))
    if (given.until) untils.push(given.until)
    for (let act = acts.shift(); act; act = acts.shift()) {
      if ('answer' in act) {
        expectButtonFor(act.answer, given)
        clock.now += act.after ?? 0
        return answerOf(name as ModalName, given as never, act.answer as never)
      }
      if ('edit' in act) {
        given.onEdit()
        continue
      }
      const end = await given.check(act.type).catch((error: unknown) => ({ kind: 'broken' as const, error }))
      if (end.kind !== 'problem') return end
      seen.push(`shown: ${problemText(end.problem, act.type.trim(), given.isSubscribed)}`)
    }
    throw new Error(`nothing left to do in ${name}`)
  }
  const untils: number[] = []
  const io: FlowPorts = { ...scripted, ask: ask as never }
  const entry: PromocodeEntry = {
    memory,
    isSubscribed: false,
    without: month,
    pay: (promocode, shown, purchase) => async () => {
      expect(shown).toEqual(inRubles(promocode.priceKopecks))
      seen.push(`pay ${promocode.priceKopecks} for ${promocode.durationDays} days with ${promocode.promocodeId}`)
      pays?.(purchase)
    },
    buyWithout: () => async () => void seen.push('buy without'),
    support: () => void seen.push('support'),
    now: () => clock.now,
    ...rest,
  }
  const crash = await promocodeFlow(entry)(io, api).catch((error: unknown) => error)
  if (!crashes) expect(crash).toBeUndefined()
  expect(acts).toEqual([])
  return { seen, sent, memory, untils, clock, crash }
}
const input = 'enterPromocode: «» no problem'

describe('a promocode that works', () => {
  test('is typed, checked trimmed, activated and paid with, on the terms of the check [O-PROMO-01] [O-PROMO-02] [O-PROMO-03] [O-VALID-09]', async () => {
    const { seen, sent } = await play([type(' Full199 '), answer('activate')], [good])
    expect(seen).toEqual([input, 'activatePromocode', 'pay 100 for 62 days with p1'])
    expect(sent).toEqual([{ call: 'check_promocode', body: { promocodeValue: 'Full199' } }])
  })
  test('left at the activation is gone on with: its 20 minutes run, and the server is asked again [O-PROMO-16]', async () => {
    const memory = fakeMemory({ now: 1_000_000 })
    const first = await play([type('A'), answer('dismissed')], [good], { memory })
    const second = await play([answer('dismissed')], [good], { memory })
    expect(second.seen).toEqual(['spinner: Проверяем промокод', 'activatePromocode'])
    expect(second.untils).toEqual(first.untils)
    expect(second.sent).toHaveLength(1)
  })
  test.each([
    [HOLDS_MS - 1, ['pay 100 for 62 days with p1']],
    [HOLDS_MS, ['message: Время вышло']],
  ])('activated %i ms after the check: %j [O-PROMO-15]', async (after, end) => {
    const acts = [type('A'), answer('activate', after), ...(after < HOLDS_MS ? [] : [answer('dismissed')])]
    const { seen } = await play(acts, [good])
    expect(seen).toEqual([input, 'activatePromocode', ...end])
  })
  test('says so when its time is over, and is typed again: a new check, a new time [O-MODAL-04] [O-PROMO-15]', async () => {
    const acts = [type('A'), answer('expired', HOLDS_MS), answer('retry'), type('A'), answer('activate')]
    const { seen, untils, sent } = await play(acts, [good])
    expect(seen).toEqual([
      input,
      'activatePromocode',
      'message: Время вышло',
      'enterPromocode: «A» no problem',
      'activatePromocode',
      'pay 100 for 62 days with p1',
    ])
    expect(untils).toEqual([1_000_000 + HOLDS_MS, 1_000_000 + 2 * HOLDS_MS])
    expect(sent).toHaveLength(2)
  })
  test('can be replaced by another one, which has its own time', async () => {
    const acts = [type('A'), answer('another', 5000), type('B'), answer('activate')]
    const { seen, untils } = await play(acts, [good])
    expect(seen).toEqual([input, 'activatePromocode', input, 'activatePromocode', 'pay 100 for 62 days with p1'])
    expect(untils).toEqual([1_000_000 + HOLDS_MS, 1_005_000 + HOLDS_MS])
  })
  test.each<[string, Act[]]>([
    ['for another one', [answer('another'), answer('dismissed')]],
    ['when its time is over', [answer('expired'), answer('dismissed')]],
  ])('is forgotten when it was left %s', async (_, acts) => {
    const { memory, sent } = await play([type('A'), ...acts], [good])
    expect({ checked: memory.checked(), sent: sent.length }).toEqual({ checked: null, sent: 1 })
  })
  test('stays while another cannot be checked', async () => {
    const { memory } = await play([type('A'), answer('activate')], [good])
    const { seen } = await play([type('B'), answer('dismissed')], [{ status: 500 }], {
      memory,
      first: { from: 'banner', value: 'B' },
    })
    expect(seen.length).toBeGreaterThan(1)
    expect(memory.checked()).not.toBeNull()
  })
  test('is forgotten when it has been paid with, and stays when the payment was left', async () => {
    const paid = await play([type('A'), answer('activate')], [good], { pays: ({ onPurchased }) => onPurchased() })
    expect(paid.memory.checked()).toBeNull()
    const left = await play([type('A'), answer('activate')], [good])
    expect(left.memory.checked()).toEqual({ value: 'A', until: 1_000_000 + HOLDS_MS })
  })
  test('is typed again when the order finds it too late, not bought again', async () => {
    const acts = [type('A'), answer('activate'), answer('dismissed')]
    const { seen, memory } = await play(acts, [good], { pays: isOver })
    expect(memory.checked()).toBeNull()
    expect(seen.slice(-2)).toEqual(['pay 100 for 62 days with p1', 'enterPromocode: «A» no problem'])
  })
  test('is checked at once when it comes by a link, and filled in when it comes by a banner', async () => {
    const link = await play([answer('activate')], [good], { first: { from: 'link', value: 'A' } })
    expect(link.seen[0]).toBe('spinner: Проверяем промокод')
    const banner = await play([answer('dismissed')], [good], { first: { from: 'banner', value: 'A' } })
    expect({ seen: banner.seen, sent: banner.sent }).toEqual({ seen: ['enterPromocode: «A» no problem'], sent: [] })
  })
  test.each([{ type: 'by_post' }, { rewardType: 'miles' }, { rewardType: 'toString' }])(
    'with a reward of a kind that no one knows (%j) is shown without it [O-ENTITY-18]',
    async (own) => {
      const scoresCampaign = { ...result.scoresCampaign, ...own }
      const { api } = apiThatAnswers({
        check_promocode: [{ body: { code: 0, result: { ...result, scoresCampaign } } }],
      })
      expect(await checkPromocode(api, 'A')).toMatchObject({ kind: 'checked', promocode: { reward: null } })
    },
  )
  test('has the terms of the contract [O-ENTITY-16] [O-ENTITY-17]', async () => {
    const { api } = apiThatAnswers({ check_promocode: [good] })
    expect(await checkPromocode(api, 'A')).toEqual({
      kind: 'checked',
      promocode: {
        value: 'A',
        promocodeId: 'p1',
        bundle: month,
        priceKopecks: 100,
        durationDays: 62,
        reward: {
          type: 'auto_add_scores',
          amount: 3000,
          of: 'points',
          expireAt: new Date('2026-12-31T20:59:59Z'),
          receiptKopecks: 150_000,
        },
      },
    })
  })
})

describe('a promocode that was to be paid with when the bank declined', () => {
  const again = (priceKopecks = 100) => ({ from: 'again', value: 'A', priceKopecks }) as const
  const checked = (now = 1_000_000) => {
    const memory = fakeMemory({ now })
    memory.storeChecked('A')
    return memory
  }
  test('is checked again and paid with at once, at the server’s price [C-ERR-17]', async () => {
    const { seen, sent } = await play([], [good], { memory: checked(), first: again() })
    expect(seen).toEqual(['spinner: Проверяем промокод', 'pay 100 for 62 days with p1'])
    expect(sent).toHaveLength(1)
  })
  test('says so when it gives another price now, before it is paid for', async () => {
    const { seen } = await play([answer('dismissed')], [good], { memory: checked(), first: again(90) })
    expect(seen).toEqual(['spinner: Проверяем промокод', 'activatePromocode'])
  })
  test('says so when its 20 minutes are over, and asks the server nothing [O-MODAL-04] [O-PROMO-15]', async () => {
    const { seen, sent } = await play([answer('retry'), answer('dismissed')], [], { first: again() })
    expect(seen).toEqual(['message: Время вышло', 'enterPromocode: «A» no problem'])
    expect(sent).toEqual([])
  })
  test('is shown when it works no more, and the price without it is taken only by the user [O-PROMO-06]', async () => {
    const { seen } = await play([answer({ kind: 'buy' })], [rejected(2005)], { memory: checked(), first: again() })
    expect(seen).toEqual(['spinner: Проверяем промокод', 'enterPromocode: «A» expired', 'buy without'])
  })
  test('is typed again when the order finds it too late', async () => {
    const { seen } = await play([answer('dismissed')], [good], {
      memory: checked(),
      first: again(),
      pays: isOver,
    })
    expect(seen.slice(-2)).toEqual(['pay 100 for 62 days with p1', 'enterPromocode: «A» no problem'])
  })
})

/** T2: the rows of the check whose answer is shown under the field. */
describe('a promocode that does not work', () => {
  const gone = (code: number) => `Промокод уже не работает. Ошибка: ${code}`
  const unknown = 'Такого промокода нет. Возможно в нём ошибка: проверьте язык и регистр.'
  test.each([
    [2001, 'A', gone(2001), '[O-ERR-23]'],
    [2005, 'A', gone(2005), '[O-ERR-23]'],
    [2006, 'A', gone(2006), '[O-ERR-23]'],
    [2007, 'A', gone(2007), '[O-ERR-23]'],
    [2002, 'A', 'Условия промокода не выполнены.', '[O-ERR-24]'],
    [2002, 'XFG', 'Условия промокода не выполнены.', '[O-ERR-25]'],
    [2002, 'FG1', 'Промокод действует только для участников акции, в которой вы его получили.', '[O-ERR-25]'],
    [2002, ' AG1', 'Промокод действует только для участников акции, в которой вы его получили.', '[O-ERR-25]'],
    [2003, 'A', unknown, '[O-ERR-27]'],
    [2004, 'A', unknown, '[O-ERR-27]'],
  ])(
    'code %i for %j is shown as «%s»; it can be bought without [O-PROMO-04] [O-PROMO-07] %s',
    async (code, typed, text) => {
      const { seen } = await play([type(typed), answer({ kind: 'buy' })], [rejected(code)])
      expect(seen).toEqual([input, `shown: ${text}`, 'buy without'])
    },
  )
  test.each([
    ['A', 'Условия промокода не выполнены. Пакет у вас уже подключён.'],
    ['FG1', 'Промокод действует только для участников акции, в которой вы его получили. Пакет у вас уже подключён.'],
  ])('conditions of %s, with a subscription: «%s» [O-ERR-26]', async (typed, text) => {
    const { seen } = await play([type(typed), answer('dismissed')], [rejected(2002)], { isSubscribed: true })
    expect(seen).toContain(`shown: ${text}`)
  })
  test('is remembered with what was wrong: the modal opens with both, and asks nothing [O-PROMO-05]', async () => {
    const memory = fakeMemory({ now: 0 })
    await play([type(' A '), answer('dismissed')], [rejected(2003)], { memory })
    const { seen, sent } = await play([answer({ kind: 'buy' })], [], { memory })
    expect({ seen, sent }).toEqual({ seen: ['enterPromocode: «A» unknown', 'buy without'], sent: [] })
  })
  test('is not remembered any more once it is edited', async () => {
    const memory = fakeMemory({ now: 0 })
    await play([type('A'), answer('dismissed')], [rejected(2003)], { memory })
    expect(memory.failed).toMatchObject({ value: 'A' })
    await play([{ edit: true }, answer('dismissed')], [], { memory })
    expect(memory.failed).toBeNull()
  })
  test.each(['AB-12', ' ', 'A B'])(
    '%j of a link cannot be one: it is not asked, and is in the field [O-VALID-07]',
    async (value) => {
      const { seen, sent } = await play([answer('dismissed')], [], { first: { from: 'link', value } })
      expect({ seen, sent }).toEqual({ seen: [`enterPromocode: «${value}» no problem`], sent: [] })
    },
  )
  test('is shown in the modal when it comes by a link', async () => {
    const link = { from: 'link', value: 'OLD' } as const
    const { seen } = await play([answer('dismissed')], [rejected(2001)], { first: link })
    expect(seen).toEqual(['spinner: Проверяем промокод', 'enterPromocode: «OLD» expired'])
  })
  test('is shown in the modal when it worked before, and its time is forgotten', async () => {
    const memory = fakeMemory({ now: 1_000_000 })
    memory.storeChecked('A')
    const { seen } = await play([answer('dismissed')], [rejected(2005)], { memory })
    expect(seen).toEqual(['spinner: Проверяем промокод', 'enterPromocode: «A» expired'])
    expect(memory.checked()).toBeNull()
  })
  test('is forgotten after a valid one', async () => {
    const { memory } = await play([type('A'), type('B'), answer('dismissed')], [rejected(2003), good])
    expect({ failed: memory.failed, value: memory.checked()?.value }).toEqual({ failed: null, value: 'B' })
  })
})

/** T2, the last row of the check: whether the promocode is valid is unknown. */
describe('a check that fails', () => {
  test.each<[Answers['x'], string]>([
    [[rejected(2000)], '[O-ERR-28]'],
    [[rejected(2008)], '(OO-05)'],
    [[{ status: 422, body: { code: 4220 } }], '[O-ERR-29]'],
    [[{ status: 500 }], '[O-ERR-29]'],
    [[{ status: 503 }], '[O-ERR-29]'],
    [[{ body: [] }], '(T9)'],
  ])('%j closes the modal, shows the generic error and remembers nothing %s', async (check) => {
    const { seen, memory } = await play([type('A'), answer('support')], check)
    expect(seen).toEqual([input, 'message: Произошла ошибка', 'support'])
    expect({ failed: memory.failed, checked: memory.checked() }).toEqual({ failed: null, checked: null })
  })
  test('without an answer says to check the connection, and takes the promocode again (T9)', async () => {
    const { seen, memory } = await play([type('A'), answer('dismissed')], ['no connection'])
    expect(seen).toEqual([input, 'message: Нет связи'])
    expect({ failed: memory.failed, checked: memory.checked() }).toEqual({ failed: null, checked: null })
    const acts = [type('A'), answer('retry'), type('A'), answer('dismissed')]
    expect((await play(acts, ['no connection', good])).memory.checked()?.value).toBe('A')
  })
  test.each<[string, Answers['x'], PromocodeEntry['first']]>([
    ['after no connection', ['no connection'], undefined],
    ['beside another one of a banner', ['no connection'], { from: 'banner', value: 'B' }],
  ])('keeps what was typed for the next try, %s', async (_, check, first) => {
    const { seen } = await play([type('FULL199'), answer('retry'), answer('dismissed')], check, { first })
    expect(seen.at(-1)).toBe('enterPromocode: «FULL199» no problem')
  })
  test('ends the flow when its error is closed', async () => {
    const { seen } = await play([type('A'), answer('dismissed')], [{ status: 500 }])
    expect(seen).toEqual([input, 'message: Произошла ошибка'])
  })
  test('shows nothing itself when the session has ended', async () => {
    const { seen } = await play([type('A')], [{ status: 401 }])
    expect(seen).toEqual([input])
  })
  test('a bundle that no one knows is a bug of its flow, not a refusal', async () => {
    const unknown = { ...result, bundleId: '00000000-0000-4000-8000-000000000000' }
    const { crash } = await play([type('A')], [{ body: { code: 0, result: unknown } }], { crashes: true })
    expect(crash).toBeInstanceOf(RangeError)
  })
  test.each([['enterPromocode'], ['activatePromocode']])('does nothing after an interruption in %s', async (where) => {
    const { api, sent } = apiThatAnswers({ check_promocode: [good] })
    const { io, seen } = scriptedPorts()
    const interrupted = new Error('interrupted')
    async function ask(name: string, given: Modals['enterPromocode']['given']) {
      seen.push(name)
      if (name === where) throw interrupted
      return given.check('A')
    }
    const entry: PromocodeEntry = {
      memory: fakeMemory({ now: 0 }),
      isSubscribed: false,
      without: month,
      pay: () => async () => void seen.push('pay'),
      buyWithout: () => async () => void seen.push('buy without'),
      support: () => void seen.push('support'),
      now: () => 0,
    }
    await expect(promocodeFlow(entry)({ ...io, ask: ask as never }, api)).rejects.toBe(interrupted)
    expect(seen.at(-1)).toBe(where)
    expect(sent).toHaveLength(where === 'enterPromocode' ? 0 : 1)
  })
  test('a modal that is closed checks nothing', async () => {
    const { seen, sent } = await play([answer('dismissed')], [])
    expect({ seen, sent }).toEqual({ seen: [input], sent: [] })
  })
})
