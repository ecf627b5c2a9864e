import { expect, test } from 'vitest'
import { loadCatalogue, type Named } from './catalogue-file.ts'
import { pointed } from './contract.ts'
import { answer, call, check, document, fields, request, schemaAt, shape } from './shape.ts'

// Options §3 and §7, call by call: an independent table.

test.each([
  ['changeAutopaymentOption', '/v1/change_autopayment_option', '[O-CALL-05]'],
  ['getSubscriptionPrice', '/v2/get_subscription_price', '[O-CALL-06]'],
  ['getSubscriberRelations', '/v1/get_subscriber_relations', '[O-CALL-07]'],
  ['getSubscriberMaster', '/v1/get_subscriber_master', '[O-CALL-08]'],
  ['createSubscriberRelation', '/v1/create_subscriber_relation', '[O-CALL-09]'],
  ['deleteSubscriberRelation', '/v1/delete_subscriber_relation', '[O-CALL-11]'],
  ['getLoyaltyCards', '/v2/get_loyalty_cards', '[O-CALL-13]'],
  ['getDeliveryInfo', '/v2/get_delivery_info', '[O-CALL-14]'],
  ['getPromocodesToUser', '/v2/get_promocodes_to_user', '[O-CALL-15]'],
  ['enableAutopay', '/v1/autopay/enable', '[O-CALL-16]'],
  ['disableAutopay', '/v1/autopay/disable', '[O-CALL-17]'],
  ['getScoresBalance', '/v1/get_scores_balance', '[O-CALL-18]'],
  ['getAllLoyaltyScores', '/v1/get_all_loyalty_scores', '[O-CALL-19]'],
  ['getMonthlyLoyaltyScores', '/v1/get_monthly_loyalty_scores', '[O-CALL-20]'],
  ['getUserExperimentGroup', '/v1/get_user_experiment_group', '[O-CALL-22]'],
  ['saveFeedback', '/v2/save_feedback', '[O-CALL-23]'],
  ['getSurveyReasons', '/v2/get_survey_reasons', '[O-CALL-24]'],
  ['createScoresOrder', '/v1/create_scores_order', '[O-CALL-25]'],
  ['changeOnboardingType', '/v1/change_onboarding_type', '[O-CALL-27]'],
])('%s is POST /bff/api%s [O-CALL-01] [O-CALL-04] %s', (id, path) => {
  const [server] = pointed(document, '#/servers') as { url: string }[]
  expect(`${server?.url}${call(id).path}`).toBe(`/bff/api${path}`)
  expect(Object.keys(document.paths[path] ?? {})).toEqual(['post'])
})

test.each([
  ['changeAutopaymentOption', 'autopaymentsEnabled optionId', '[O-CALL-05]'],
  ['getSubscriptionPrice', 'promocodeValue', '[O-CALL-06]'],
  ['getSubscriberRelations', 'optionId', '[O-CALL-07]'],
  ['getSubscriberMaster', 'subscriberId', '[O-CALL-08]'],
  ['createSubscriberRelation', 'optionId subscriberRelationName subscriberRelationPhone', '[O-CALL-09]'],
  ['deleteSubscriberRelation', 'optionId relationId', '[O-CALL-11]'],
  ['getLoyaltyCards', '', '[O-CALL-13]'],
  ['getDeliveryInfo', '', '[O-CALL-14]'],
  ['getPromocodesToUser', 'partnerOfferId subscriberId', '[O-CALL-15]'],
  ['enableAutopay', '', '[O-CALL-16]'],
  ['disableAutopay', '', '[O-CALL-17]'],
  ['getAllLoyaltyScores', '', '[O-CALL-19]'],
  ['getMonthlyLoyaltyScores', 'periods', '[O-CALL-20]'],
  ['getUserExperimentGroup', 'experimentIds', '[O-CALL-22]'],
  ['saveFeedback', 'comment surveyId reasonIds', '[O-CALL-23] [O-ENTITY-33]'],
  ['getSurveyReasons', 'surveyId', '[O-CALL-24]'],
  ['payOrder', 'orderId paymentType', '[O-CALL-26]'],
  ['checkPromocode', 'promocodeValue', '[O-CALL-31]'],
  ['getOptions', 'bundleId', '[O-CALL-36]'],
])('%s takes [%s] %s', (id, names) => {
  expect(shape(schemaAt(request(id))).toSorted(order)).toEqual(names.split(' ').filter(Boolean).toSorted(order))
})
const order = (one: string, other: string) => one.localeCompare(other)

test.each([
  ['changeAutopaymentOption', '', 'code?', '[O-CALL-05]'],
  ['enableAutopay', '', 'code', '[O-CALL-16]'],
  ['disableAutopay', '', 'code', '[O-CALL-17]'],
  ['saveFeedback', '', 'code', '[O-CALL-23]'],
  ['getSubscriptionPrice', 'result', 'promocodeId price duration bundleId', '[O-CALL-06] [O-ENTITY-14]'],
  ['getSubscriberRelations', 'result', 'relations', '[O-CALL-07]'],
  ['getSubscriberRelations', 'result.relations', 'relationId subscriberName subscriberPhone status', '[O-ENTITY-11]'],
  ['getSubscriberMaster', 'result', 'phoneNumber', '[O-CALL-08] [O-ENTITY-13]'],
  ['createSubscriberRelation', '', 'code? result?', '[O-CALL-09]'],
  ['getLoyaltyCards', '', 'code? result', '[O-CALL-13]'],
  ['getLoyaltyCards', 'result', 'cardType cardNumber', '[O-ENTITY-20]'],
  ['getDeliveryInfo', '', 'code? result', '[O-CALL-14]'],
  ['getDeliveryInfo', 'result', 'offers renewalsLeft offerRenewalDate', '[O-CALL-14] [O-ENTITY-27]'],
  ['getDeliveryInfo', 'result.offers', 'id maxFreeDeliveries availableDeliveries', '[O-ENTITY-26]'],
  ['getPromocodesToUser', '', 'code result', '[O-CALL-15]'],
  ['getPromocodesToUser', 'result', 'promocodes', '[O-CALL-15]'],
  ['getScoresBalance', 'result', 'scoresBalance', '[O-CALL-18] [O-ENTITY-31]'],
  ['getAllLoyaltyScores', 'result', 'scoresPaket', '[O-CALL-19] [O-ENTITY-29]'],
  ['getMonthlyLoyaltyScores', 'result', 'month year scoresPaket', '[O-CALL-21] [O-ENTITY-29] [O-ENTITY-30]'],
  ['getUserExperimentGroup', 'result.experiments', 'experimentId groupNumber', '[O-CALL-22] [O-ENTITY-34]'],
  ['getSurveyReasons', 'result.reasons', 'id value', '[O-CALL-24] [O-ENTITY-32]'],
  ['createScoresOrder', 'result', 'orderId', '[O-CALL-25]'],
  [
    'getOptions',
    'result',
    'optionId name title type price duration status startDate endDate isRenewal autopaymentsEnabled maxRelations',
    '[O-ENTITY-08]',
  ],
  ['getBankCards', 'cards', 'id isMainCard cardType? maskedPan? expireDate?', '[O-ENTITY-06] [O-CALL-35]'],
  ['getUserProfile', 'result', 'name surname phoneNumber', '[O-ENTITY-36]'],
  [
    'checkPromocode',
    'result',
    'promocodeId price duration bundleId scoresCampaign',
    '[O-CALL-31] [O-ENTITY-14] [O-ENTITY-16]',
  ],
  ['checkPromocode', 'result.scoresCampaign', 'type scoresAmount expireAt receiptAmount rewardType', '[O-ENTITY-17]'],
])('%s answers under [%s]: %s %s', (id, path, names) => {
  const shown = shape(schemaAt(answer(id), path)).filter((name) => path || name !== 'message?')
  expect(shown.toSorted(order)).toEqual(names.split(' ').toSorted(order))
  const [outermost] = path.split('.')
  if (outermost) expect(schemaAt(answer(id)).required).toContain(outermost)
})

test.each([
  ['getSubscriberRelations', 'result.relations', '[O-CALL-07]'],
  ['getLoyaltyCards', 'result', '[O-CALL-13]'],
  ['getDeliveryInfo', 'result.offers', '[O-CALL-14]'],
  ['getPromocodesToUser', 'result.promocodes', '[O-CALL-15]'],
  ['getMonthlyLoyaltyScores', 'result', '[O-CALL-21]'],
  ['getUserExperimentGroup', 'result.experiments', '[O-CALL-22]'],
  ['getSurveyReasons', 'result.reasons', '[O-CALL-24]'],
  ['getBankCards', 'cards', '[O-CALL-35]'],
  ['getOptions', 'result', '[O-CALL-36]'],
])('%s answers with a list under %s %s', (id, path) => {
  const body = path.split('.').reduceRight<unknown>((inner, field) => ({ [field]: inner }), {})
  expect(check(`#/components/schemas/${answer(id)}`, body)).toContain(`/${path.replace('.', '/')} must be array`)
})

test('an offer in the delivery info always has all its fields [O-ENTITY-26]', () => {
  const names = ['id', 'maxFreeDeliveries', 'availableDeliveries']
  const { required, properties } = schemaAt(answer('getDeliveryInfo'), 'result.offers')
  expect([required, Object.values(properties ?? {}).map(({ type }) => type)]).toEqual([
    names,
    ['string', 'integer', 'integer'],
  ])
  const offer = { id: '0b1c2d3e-4f50-4a61-8b72-9c83ad94be05', maxFreeDeliveries: 4, availableDeliveries: 2 }
  const body = (one: object) => ({ code: 0, result: { offers: [one], renewalsLeft: null, offerRenewalDate: null } })
  const schema = `#/components/schemas/${answer('getDeliveryInfo')}`
  expect(check(schema, body(offer))).toEqual([])
  for (const name of names) {
    const { [name as 'id']: _, ...rest } = offer
    expect(check(schema, body(rest))).toEqual([`/result/offers/0 must have required property '${name}'`])
  }
})

test.each([
  ['getBankCards', 'cards.cardType', 'MASTERCARD MIR VISA', '[O-ENTITY-05]'],
  ['getOptions', 'result.status', 'new active inactive', '[O-ENTITY-10]'],
  [
    'getSubscriberRelations',
    'result.relations.status',
    'owner new waiting_for_activation active waiting_for_renewal waiting_for_deactivation error inactive',
    '[O-ENTITY-12]',
  ],
  ['checkPromocode', 'result.scoresCampaign.type', 'manual auto_add_scores auto_with_receipt', '[O-ENTITY-18]'],
  ['checkPromocode', 'result.scoresCampaign.rewardType', 'points stickers', '[O-ENTITY-19]'],
  ['getClientData', 'result.status', 'registered deactivated activated waiting_for_activation', '[O-STATE-01]'],
])('%s %s is one of: %s %s', (id, path, values) => {
  expect((schemaAt(answer(id), path).enum ?? []).map(String).toSorted(order)).toEqual(values.split(' ').toSorted(order))
})

test('the type of an option is family_subscription [O-ENTITY-09]', () => {
  expect(schemaAt(answer('getOptions'), 'result.type').enum).toEqual(['family_subscription'])
})
test('points are requested by months of a year [O-CALL-20] [O-ENTITY-30]', () => {
  const period = schemaAt(request('getMonthlyLoyaltyScores'), 'periods')
  expect([fields(period), period.required]).toEqual([
    ['month', 'year'],
    ['month', 'year'],
  ])
  expect(period.properties?.['month']).toMatchObject({ type: 'integer', minimum: 1, maximum: 12 })
  expect(period.properties?.['year']).toMatchObject({ type: 'integer' })
})
test('a scores order is paid with the payment type scores [O-CALL-26]', () => {
  expect(schemaAt(request('payOrder'), 'paymentType').enum).toEqual(['scores'])
})
test.each(['getSubscriptionPrice', 'checkPromocode'])('a promocode of %s has a term in days [O-ENTITY-15]', (id) => {
  expect(schemaAt(answer(id), 'result.duration')).toMatchObject({
    type: 'integer',
    description: expect.stringMatching(/in days/) as string,
  })
})
test('a purchase with a promocode is an order with its id [O-CALL-32]', () => {
  expect(fields(schemaAt(request('createOrder')))).toContain('promocodeId')
})
test.each(['onboardingBundle', 'onboardingCard'])('%s is a boolean or null [O-CALL-27]', (field) => {
  expect(schemaAt(request('changeOnboardingType'), field).type).toEqual(['boolean', 'null'])
})

const { bundles, counterOffers } = await loadCatalogue()
const named = (names: string) => names.split(' ').map((name) => bundles.find((bundle) => bundle.name === name)?.name)
test.each([
  [
    'free standard standard199 standardsix standardsix899 standardtwelve standardtwelve1599 plu plu159 plusix plusix799 plutwelve plutwelve1399 daily hr slave',
    '[O-ENTITY-04]',
  ],
  ['yandex ogon megafon t2 x5card wink tbank beeline beelineSelfReg apelsin', '[O-ENTITY-04] [O-STATE-03]'],
])('the catalogue has %s %s', (names) => {
  expect(named(names)).toEqual(names.split(' '))
})
test('regular paid bundles are two families of one, six and twelve months [O-STATE-04]', () => {
  const regular = bundles.filter(({ kind }) => kind === 'regular')
  const daysOf = (family: RegExp) =>
    regular.flatMap(({ name, durationDays }) => (family.test(name) ? [durationDays] : []))
  // The current price of each term, and the previous one.
  expect(daysOf(/^standard/)).toEqual([31, 31, 186, 186, 372, 372])
  expect(daysOf(/^plu/)).toEqual([31, 31, 186, 186, 372, 372])
  expect(regular).toHaveLength(12)
})
test.each<[string, Partial<Named>, string]>([
  ['freeMonth', { priceKopecks: 0 }, '[O-CANCEL-06]'],
  ['discount1_90', { priceKopecks: 1900, discountPercent: 90 }, '[O-CANCEL-07]'],
  ['discount6_40', { bundle: 'standardsix899', discountPercent: 40 }, '[O-CANCEL-08]'],
  ['discount12_40', { bundle: 'standardtwelve1599', discountPercent: 40 }, '[O-CANCEL-08]'],
])('the counter-offer %s is %j %s', (name, offer) => {
  expect(counterOffers.find((one) => one.name === name)).toMatchObject(offer)
})
