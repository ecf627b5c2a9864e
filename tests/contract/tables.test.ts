import { rejects } from '@paket/contract'
import { describe, expect, it, test } from 'vitest'
import { rejects as sdkRejects } from '#sdk/validity.ts'
import { callAny, clientOf, failureIn, jsonResponse } from '../sdk/support.ts'
import { failureOf, isRejected, outcomeOf, readContract } from './contract.ts'

const { document, call, calls } = await readContract()
type Code = number | undefined

/** An accepted answer must have the fields that the call requires, otherwise it is malformed. */
const good = {
  result: { orderId: '1', scoresBalance: 1, relations: [], promocodes: [], experiments: [], reasons: [] },
  cards: [],
  formUrl: 'https://pay.example.org',
}
const answer = (code: Code) => ({ ...good, ...(code !== undefined && { code }) })

// When a 200 is rejected, in the words of core T3 and options T1: an independent table.
const from2000 = (code: Code) => code !== undefined && code >= 2000
const not0 = (code: Code) => code !== 0
const rules: [id: string, words: string, rejected: (code: Code) => boolean, rows: string][] = [
  ['getClientData', 'code != 0', not0, '[C-VALID-02]'],
  ['getOrderStatus', 'code >= 2000', from2000, '[C-VALID-03]'],
  ['getBankCards', 'code == 3', (code) => code === 3, '[C-VALID-04]'],
  ['createOrder', 'code == 2 or code >= 2000', (code) => code === 2 || from2000(code), '[C-VALID-05]'],
  ['getAvailableCounterOffers', 'code >= 2000', from2000, '[C-VALID-06]'],
  ['unbindCard', 'code != 0 and code != 6', (code) => code !== 0 && code !== 6, '[C-VALID-07]'],
  ['createScoresOrder', 'code present and >= 2000', from2000, '[C-VALID-08] [O-VALID-24]'],
  ['changeOnboardingType', 'code != 0', not0, '[C-VALID-09] [O-VALID-25]'],
  ['registerBinding', 'code != 0 or no formUrl', not0, ''],
  ['getUserProfile', 'code present and >= 2000', from2000, ''],
  ['getOptions', 'code present and >= 2000', from2000, ''],
  ['payOrder', 'code present and >= 2000', from2000, ''],
  ['getScoresBalance', 'code >= 2000', from2000, ''],
  ['sendProductEvent', 'never looked at', () => false, ''],
  ['changeAutopaymentOption', 'code >= 2000', from2000, '[O-VALID-16]'],
  ['getSubscriptionPrice', 'code >= 2000', from2000, '[O-VALID-17]'],
  ['getSubscriberMaster', 'code >= 2000', from2000, '[O-VALID-18]'],
  ['getDeliveryInfo', 'code >= 2000', from2000, '[O-VALID-19]'],
  ['enableAutopay', 'code != 0', not0, '[O-VALID-20]'],
  ['disableAutopay', 'code != 0', not0, '[O-VALID-20]'],
  ['getAllLoyaltyScores', 'code != 0', not0, '[O-VALID-21]'],
  ['getUserExperimentGroup', 'code >= 2000', from2000, '[O-VALID-22]'],
  ['saveFeedback', 'code != 0', not0, '[O-VALID-23]'],
  ['createSubscriberRelation', 'code >= 2000', from2000, ''],
  ['deleteSubscriberRelation', 'code >= 2000', from2000, ''],
  ['getSubscriberRelations', 'code >= 2000', from2000, ''],
  ['checkPromocode', 'code >= 2000', from2000, ''],
  ['getPromocodesToUser', 'code != 0', not0, ''],
  ['getLoyaltyCards', 'code >= 2000', from2000, ''],
  ['getMonthlyLoyaltyScores', 'code != 0', not0, ''],
  ['getSurveyReasons', 'code >= 2000', from2000, ''],
  ['activateByLink', 'code >= 2000', from2000, ''],
  ['getPayments', 'code >= 2000', from2000, ''],
]
/** Covers every code of both documents, and a missing code. */
const everyCode: Code[] = [undefined, -1, ...Array.from({ length: 5101 }, (_, code) => code), 9999]

describe('a 200 is rejected', () => {
  it.each(rules.map(([id, words, rejected, rows]) => [id, words, rows, rejected] as const))(
    'of %s when %s, for every code from 0 to 5100 and none [C-VALID-01] %s',
    async (id, _words, _rows, rejected) => {
      let code: Code
      const { client } = clientOf(() => answer(code))
      const wrong: Code[] = []
      for (code of everyCode) {
        const { ok } = await callAny(client, id)
        if (ok === rejected(code) || isRejected(call(id), code) !== rejected(code)) wrong.push(code)
      }
      expect(wrong).toEqual([])
    },
  )
  it.each([
    ['registerBinding', { code: 0 }],
    ['createOrder', { code: 0, result: {} }],
    ['createScoresOrder', { code: 0, result: null }],
    ['getPromocodesToUser', { code: 0, result: {} }],
    ['getDeliveryInfo', { code: 0 }],
  ])('but malformed for %s when a required field is missing (OP-12, OP-14, OO-71)', async (id, body) => {
    const result = await callAny(clientOf(() => body).client, id)
    expect(failureIn(result)).toMatchObject({ name: 'malformed' })
  })
  test('by a row above, for every call of the contract', () => {
    expect(rules.map(([id]) => id).toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  })
})

describe('the evaluators of x-validity in the SDK and in the contract’s package agree', () => {
  const shapes = [
    {},
    { from: 2000 },
    { from: 0 },
    { codes: [3] },
    { codes: [2], from: 2000 },
    { codes: [0, -1] },
    { except: [0] },
    { except: [0, 6] },
  ]
  const codes: Code[] = [undefined, -1, 0, 1, 2, 3, 5, 6, 7, 1999, 2000, 2001, 9999]
  it.each(shapes)('on %j', (reject) => {
    const verdicts = codes.map((code) => [code, sdkRejects(reject, code)])
    expect(codes.map((code) => [code, rejects({ reject }, code)])).toEqual(verdicts)
    expect(codes.map((code) => [code, rejects({ reject }, code ?? null)])).toEqual(verdicts)
  })
  it('on the rules of the contract, and with this test’s own', () => {
    for (const one of calls) {
      const { reject } = one.operation['x-validity']
      const verdicts = codes.map((code) => sdkRejects(reject, code))
      expect(codes.map((code) => rejects({ reject }, code))).toEqual(verdicts)
      expect(codes.map((code) => isRejected(one, code))).toEqual(verdicts)
    }
  })
})

type Case = [status: number, code?: number]
const codes = (...all: number[]): Case[] => all.map((code) => [200, code])
const http = (...all: number[]): Case[] => all.map((status) => [status])
/** The outcome of a failure by the generated SDK, and by the contract, which the generated code may have fallen behind. */
async function outcomes(id: string, status: number, code: Code) {
  const body = code === undefined ? {} : { code }
  const { client } = clientOf(() => jsonResponse(status, body))
  return {
    sdk: failureIn(await callAny(client, id)).outcome,
    contract: failureOf(document, call(id), status, body)?.outcome,
  }
}
const everyCall = calls.filter(({ id }) => id !== 'sendProductEvent').map(({ id }) => id)

// T4, in its order: what the user gets, as an outcome. Includes rows that the table only proposes (OP-12, OP-13, OP-18, OP-47).
describe.each<[id: string, cases: Case[], text: string, outcome: string]>([
  ['createOrder', http(422, 500, 502, 503), 'generic error modal with the code', 'error-with-code'],
  ['createOrder', codes(2, 2000, 2001, 2008), 'generic error modal', 'error'],
  ['createOrder', codes(2002, 2003), 'try-later modal', 'try-later'],
  ['createOrder', codes(2004), 'Пакет уже подключается, дождитесь СМС', 'already-connecting'],
  ['createOrder', codes(2005), 'partner subscription exists', 'partner-subscription'],
  ['createOrder', codes(2006), 'Вы не можете купить ещё один период', 'one-more-period'],
  ['createOrder', codes(2007), 'time-is-over modal with retry', 'time-is-over'],
  ['createOrder', codes(2010), 'employee modal', 'employee'],
  ['createOrder', codes(2009, 2011, 9999), 'generic error modal with the code (OP-12)', 'error-with-code'],
  [
    'getOrderStatus',
    [...codes(2000, 2001, 9999), ...http(422, 500, 503)],
    'error modal with the code',
    'error-with-code',
  ],
  ['getClientData', codes(2000), 'log out', 'sign-out'],
  ['getClientData', http(500, 502, 503), 'reload or logout', 'reload-or-sign-out'],
  ['getClientData', codes(1, 1999, 2001), 'as http 500 (OP-13)', 'reload-or-sign-out'],
  ['getUserProfile', [[500, 5002]], 'log out', 'sign-out'],
  ['getUserProfile', [[500], [500, 5001], [503], [503, 5002]], 'try again', 'try-again'],
  ['registerBinding', codes(5, 6, 7), 'Не удалось добавить/изменить карту, with retry', 'card-not-added'],
  ['registerBinding', codes(3, 4), 'add-card unavailable', 'binding-unavailable'],
  ['registerBinding', [[422], [422, 5]], 'unavailable with the code', 'binding-refused'],
  ['registerBinding', http(500, 503), 'try again', 'try-again'],
  ['registerBinding', [...codes(1, 2, 99, 2000), [400], [200]], 'contact support', 'contact-support'],
  ['getBankCards', [[200, 3], [422], [422, 7]], 'Произошла ошибка, with support', 'error'],
  ['getBankCards', http(500, 503), 'try again', 'try-again'],
  ['getAvailableCounterOffers', http(500, 503), 'try again', 'try-again'],
  ['getAvailableCounterOffers', [[422], ...codes(2000, 2001, 9999)], 'error modal', 'error'],
  ['createScoresOrder', http(422, 500, 502, 503), 'error modal with the code [C-ERR-09]', 'error-with-code'],
  ['createScoresOrder', codes(2000, 2001), 'error modal [C-ERR-10]', 'error'],
  ['createScoresOrder', codes(2002), 'already connecting [C-ERR-11]', 'already-connecting'],
  ['createScoresOrder', codes(2003), 'partner subscription exists [C-ERR-12]', 'partner-subscription'],
  ['createScoresOrder', codes(2004), 'hr subscription [C-ERR-13]', 'employee'],
  ['createScoresOrder', codes(2005), 'cannot buy one more period [C-ERR-14]', 'one-more-period'],
  ['createScoresOrder', codes(2006, 2010, 9999), 'error modal with the code (OP-12)', 'error-with-code'],
  ['unbindCard', codes(7, 8), 'try again [C-ERR-33]', 'try-again'],
  ['unbindCard', [...codes(1, 2, 3, 5, 9, 2000), [200]], 'contact support [C-ERR-34]', 'contact-support'],
  [
    'unbindCard',
    [
      [422, 3],
      [422, 4],
      [422, 5],
    ],
    'support [C-ERR-35]',
    'contact-support',
  ],
  ['unbindCard', [[422], [422, 6], [422, 7]], 'auth error modal [C-ERR-36]', 'authorize-again'],
  ['unbindCard', [[500], [500, 3], [503]], 'try again [C-ERR-37]', 'try-again'],
  [
    'changeOnboardingType',
    [...codes(1, 2000), ...http(400, 422, 500, 503)],
    'roll back, refresh; no modal named',
    'roll-back',
  ],
  ['sendProductEvent', http(400, 401, 403, 422, 500, 503), 'nothing', 'ignore'],
  ['getScoresBalance', codes(2000), 'points off (OP-18)', 'balance-unknown'],
  ['getScoresBalance', [...codes(5000, 9999), [500], [422]], 'points stay offered (OP-18)', 'points-unverified'],
  ...everyCall.map((id): [string, Case[], string, string] => [
    id,
    http(401, 403),
    'auth error modal',
    'authorize-again',
  ]),
])('T4: %s', (id, cases, text, outcome) => {
  it.each(cases)(`answering %i with the code %s means: ${text}`, async (status, code) => {
    expect(await outcomes(id, status, code)).toEqual({ sdk: outcome, contract: outcome })
  })
})

/** T3 of the options: HTTP status first, then the code. */
const autopay = (id: string, refused: string): [string, Case[], string, string][] => [
  [id, codes(1), 'contact support, titled', refused],
  [id, codes(2, 3, 200), 'try again', 'try-again'],
  [id, [...codes(4, 5, 100, 2000), [200]], 'generic contact support', 'contact-support'],
  [id, [[422], [422, 1], [422, 200]], 'contact support, titled', refused],
  [
    id,
    [
      [500, 200],
      [503, 200],
    ],
    'try again',
    'try-again',
  ],
  [id, [[500], [500, 0], [500, 1], [500, 2], [500, 3], [503]], 'generic contact support', 'contact-support'],
  [id, http(400, 404), 'generic contact support', 'contact-support'],
]
// Options T2, T3 and T4, in their order.
describe.each<[id: string, cases: Case[], text: string, outcome: string]>([
  [
    'changeAutopaymentOption',
    [...codes(2001), [422, 2001], [500, 2001]],
    'option not found [O-ERR-01]',
    'option-not-found',
  ],
  ['changeAutopaymentOption', codes(2000, 4220, 5000), 'error with the code [O-ERR-05]', 'error-with-code'],
  ['changeAutopaymentOption', [...codes(2002, 9999), [422], [500], [503]], 'error with the code', 'error-with-code'],
  ['createSubscriberRelation', http(422, 500, 503), 'generic error modal [O-ERR-06]', 'error'],
  ['createSubscriberRelation', codes(2000), 'option not found [O-ERR-07]', 'option-not-found'],
  ['createSubscriberRelation', codes(2001), 'could not add member [O-ERR-08]', 'member-not-added'],
  ['createSubscriberRelation', codes(2002), 'already in another option [O-ERR-09]', 'in-another-option'],
  ['createSubscriberRelation', codes(2003), 'limit reached [O-ERR-10]', 'limit-reached'],
  ['createSubscriberRelation', codes(2004), 'try later [O-ERR-11]', 'try-later'],
  ['createSubscriberRelation', codes(2005), 'option already connecting [O-ERR-12]', 'option-connecting'],
  ['createSubscriberRelation', codes(2006, 9999), 'error modal with the code (OO-05)', 'error-with-code'],
  ['deleteSubscriberRelation', http(422, 500, 503), 'generic error modal [O-ERR-13]', 'error'],
  ['deleteSubscriberRelation', codes(2000), 'option not found [O-ERR-14]', 'option-not-found'],
  ['deleteSubscriberRelation', codes(2001), 'try later [O-ERR-15]', 'try-later'],
  ['deleteSubscriberRelation', codes(2002), 'limit reached [O-ERR-16]', 'removal-limit-reached'],
  ['deleteSubscriberRelation', codes(2003, 9999), 'error modal with the code (OO-05)', 'error-with-code'],
  ['getSubscriberRelations', [...codes(2000, 2001), ...http(400, 422, 500)], 'could not load, retry', 'retry-in-place'],
  ['getOptions', [...codes(2000, 2001), ...http(400, 422, 500)], 'redirect to /profile', 'to-account'],
  ['getSubscriptionPrice', codes(2002), 'trial unavailable [O-ERR-17]', 'trial-unavailable'],
  ['getSubscriptionPrice', [...codes(2000, 2001, 2003), ...http(400, 422, 500)], 'retry', 'retry-or-support'],
  ['checkPromocode', codes(2001, 2005, 2006, 2007), 'does not work any more', 'promocode-expired'],
  ['checkPromocode', codes(2002), 'conditions not met', 'conditions-not-met'],
  ['checkPromocode', codes(2003, 2004), 'no such promocode', 'promocode-unknown'],
  ['checkPromocode', [...codes(2000, 2008, 9999), ...http(422, 500)], 'error with the code', 'error-with-code'],
  ['getPromocodesToUser', codes(4, 9), 'still being activated', 'still-activating'],
  ['getPromocodesToUser', [...codes(1, 2000), [200], ...http(400, 422, 500)], 'try later', 'error-try-later'],
  ['getLoyaltyCards', [...codes(2000), ...http(400, 422, 500)], 'try again', 'try-again'],
  ...autopay('enableAutopay', 'renewal-unavailable'),
  ...autopay('disableAutopay', 'cancellation-unavailable'),
  ['activateByLink', codes(2001), 'Прошло много времени', 'link-expired'],
  ['activateByLink', codes(2002), 'Ссылка на активацию уже использована', 'link-used'],
  ['activateByLink', codes(2003), 'Активировать Пакет сейчас невозможно', 'activation-blocked'],
  ['activateByLink', codes(2004), 'Не удалось активировать', 'activation-failed'],
  ['activateByLink', codes(2005), 'Переход с другого номера телефона', 'other-phone'],
  ['activateByLink', codes(2006), 'У вас уже подключен сервис Пакет', 'already-subscribed'],
  ['activateByLink', codes(2007), 'receipt problem', 'receipt-problem'],
  ['activateByLink', [...codes(2000, 2008), ...http(400, 422, 500)], 'unavailable', 'activation-unavailable'],
  ['payOrder', [...codes(2000, 2001), ...http(422)], 'Не удалось списать баллы', 'points-not-charged'],
  ['payOrder', http(500, 503), 'may be charged (D-10)', 'order-in-doubt'],
  // OO-08: calls that are missing in the catalogue.
  ...['getSubscriberMaster', 'getDeliveryInfo', 'getUserExperimentGroup', 'getSurveyReasons'].map(
    (id): [string, Case[], string, string] => [id, [...codes(2000), ...http(422, 500)], 'left out (OO-08)', 'ignore'],
  ),
  ...['getAllLoyaltyScores', 'getMonthlyLoyaltyScores', 'getPayments'].map((id): [string, Case[], string, string] => [
    id,
    [...codes(2000), ...http(422, 500)],
    'retry in place (OO-08)',
    'retry-in-place',
  ]),
  ['saveFeedback', [...codes(1, 2000), ...http(422, 500)], 'the form stays open (OO-08)', 'not-saved'],
])('options: %s', (id, cases, text, outcome) => {
  it.each(cases)(`answering %i with the code %s means: ${text}`, async (status, code) => {
    expect(await outcomes(id, status, code)).toEqual({ sdk: outcome, contract: outcome })
  })
})

describe('without an answer (OP-47) the outcome', () => {
  it.each([
    ['createOrder', 'order-in-doubt'],
    ['getOrderStatus', 'check-connection'],
    ['getClientData', 'reload-or-sign-out'],
    ['getUserProfile', 'check-connection'],
    ['registerBinding', 'check-connection'],
    ['getBankCards', 'check-connection'],
    ['getAvailableCounterOffers', 'check-connection'],
    ['sendProductEvent', 'ignore'],
    ['getScoresBalance', 'points-unverified'],
    ['unbindCard', 'check-connection'],
    ['createScoresOrder', 'check-connection'],
    ['payOrder', 'order-in-doubt'],
    ['changeOnboardingType', 'roll-back'],
    ['changeAutopaymentOption', 'check-connection'],
    ['createSubscriberRelation', 'check-connection'],
    ['getSubscriberRelations', 'retry-in-place'],
    ['getOptions', 'to-account'],
    ['getSubscriptionPrice', 'retry-or-support'],
    ['checkPromocode', 'check-connection'],
    ['getPromocodesToUser', 'error-try-later'],
    ['getLoyaltyCards', 'check-connection'],
    ['enableAutopay', 'check-connection'],
    ['activateByLink', 'check-connection'],
    ['saveFeedback', 'not-saved'],
    ['getDeliveryInfo', 'ignore'],
  ])('of %s is %s', async (id, outcome) => {
    const { client } = clientOf(() => {
      throw new TypeError('fetch failed')
    })
    expect(failureIn(await callAny(client, id))).toMatchObject({ name: 'noConnection', outcome })
    expect(outcomeOf(document, call(id), 'noConnection')).toBe(outcome)
  })
})
