import { expect, test } from 'vitest'
import { pointed } from './contract.ts'
import { answer, call, calls, check, document, fields, request, schemaAt, shape } from './shape.ts'

test('every call is a POST [C-CALL-01] under /bff/api [C-CALL-02]', () => {
  expect(Object.values(document.paths).map((item) => Object.keys(item))).toEqual(calls.map(() => ['post']))
  expect(pointed(document as never, '#/servers')).toMatchObject([{ url: '/bff/api' }])
})

// The path of each call.
test.each([
  ['sendProductEvent', '/v1/send_product_event', '[C-CALL-05]'],
  ['getClientData', '/v3/get_client_data', '[C-CALL-09]'],
  ['getUserProfile', '/v2/get_user_profile', '[C-CALL-12] [C-ENTITY-18]'],
  ['getOrderStatus', '/v2/get_order_status', '[C-CALL-13]'],
  ['getOptions', '/v1/get_options', '[C-CALL-14]'],
  ['registerBinding', '/v1/register_binding', '[C-CALL-15]'],
  ['getBankCards', '/v1/get_bank_cards', '[C-CALL-18]'],
  ['unbindCard', '/v1/unbind_card', '[C-CALL-19]'],
  ['getAvailableCounterOffers', '/v1/get_available_counter_offers', '[C-CALL-20]'],
  ['createOrder', '/v1/create_order', '[C-CALL-22]'],
  ['payOrder', '/v1/pay_order', '[C-CALL-26]'],
  ['getScoresBalance', '/v1/get_scores_balance', '[C-CALL-27]'],
])('%s is %s %s', (id, path) => {
  expect(call(id).path).toBe(path)
})

// The request fields of each call: all, and the required ones.
test.each([
  [
    'sendProductEvent',
    'fullUrl yandexId eventType eventName extendedData',
    'fullUrl yandexId eventType eventName',
    '[C-CALL-05]',
  ],
  ['getOrderStatus', 'orderId', 'orderId', '[C-CALL-13]'],
  [
    'registerBinding',
    'source returnUrlParameters failUrlParameters',
    'source returnUrlParameters failUrlParameters',
    '[C-CALL-15]',
  ],
  [
    'createOrder',
    'source bundleId usingMainCard promocodeId counterOfferId experimentId returnUrlParameters failUrlParameters',
    'source bundleId usingMainCard',
    '[C-CALL-22]',
  ],
  ['getClientData', '', '', '[C-CALL-09]'],
  ['getUserProfile', '', '', '[C-CALL-12]'],
  ['getBankCards', '', '', '[C-CALL-18]'],
  ['getAvailableCounterOffers', '', '', '[C-CALL-20]'],
  ['getScoresBalance', '', '', '[C-CALL-27] [O-CALL-18]'],
  ['getOptions', 'bundleId', 'bundleId', '[C-CALL-14]'],
  ['unbindCard', 'bankCardId', 'bankCardId', '[C-CALL-19]'],
  ['createScoresOrder', 'bundleId', 'bundleId', '[C-CALL-24]'],
  ['payOrder', 'orderId paymentType', 'orderId paymentType', '[C-CALL-26]'],
  ['changeOnboardingType', 'onboardingBundle onboardingCard', 'onboardingBundle onboardingCard', '[C-CALL-25]'],
])('%s takes [%s], at least [%s], and nothing else %s', (id, all, required) => {
  const schema = schemaAt(request(id))
  expect(fields(schema).join(' ')).toBe(all)
  expect((schema.required ?? []).join(' ')).toBe(required)
  expect(check(`#/components/schemas/${request(id)}`, { unknownField: 1 })).toContainEqual(
    expect.stringContaining('additional properties'),
  )
})

test.each([
  [{ onboardingBundle: false, onboardingCard: null }, []],
  [{ onboardingBundle: null, onboardingCard: true }, []],
  [{ onboardingBundle: null, onboardingCard: 'shown' }, [expect.stringContaining('onboardingCard')]],
])('changeOnboardingType takes a boolean or null for each: %j [C-CALL-25]', (body, problems) => {
  expect(check(`#/components/schemas/${request('changeOnboardingType')}`, body)).toEqual(problems)
})

// The answer fields of each call at a path; those with a question mark are optional.
test.each([
  [
    'getClientData',
    'result',
    'subscriberId status bundleId orderId createdDate activationDate deactivationDate lastChainEndDate lastPeriod autopaymentsEnabled isGracePeriod onboardingBundle onboardingCard',
    '[C-ENTITY-01] [C-CALL-09]',
  ],
  ['getClientData', 'result.lastPeriod', 'bundleId startDate endDate', '[C-ENTITY-02]'],
  ['getUserProfile', 'result', 'name surname phoneNumber', '[C-CALL-12]'],
  ['getBankCards', '', 'code? cards', '[C-CALL-18]'],
  ['getBankCards', 'cards', 'id isMainCard cardType? maskedPan? expireDate?', '[C-ENTITY-07] [C-CALL-18]'],
  ['getOrderStatus', '', 'code? result', '[C-CALL-13]'],
  ['getOrderStatus', 'result', 'orderStatus formUrl?', '[C-CALL-13] [C-ENTITY-09]'],
  ['getOptions', '', 'code? result', '[C-CALL-14]'],
  ['unbindCard', '', 'code message?', '[C-CALL-19]'],
  ['createScoresOrder', '', 'code? result', '[C-CALL-24]'],
  ['createScoresOrder', 'result', 'orderId', '[C-CALL-24]'],
  ['changeOnboardingType', '', 'code message?', '[C-CALL-25]'],
  ['createOrder', 'result', 'orderId', '[C-CALL-23] [C-ENTITY-09]'],
  ['registerBinding', '', 'code formUrl message?', '[C-CALL-15]'],
  [
    'getAvailableCounterOffers',
    'result',
    'availableCounterOfferIds? activeCounterOfferIds?',
    '[C-CALL-20] [C-CALL-21]',
  ],
  ['getScoresBalance', 'result', 'scoresBalance', '[C-CALL-27] [C-ENTITY-12]'],
])('%s answers under [%s]: %s %s', (id, path, names) => {
  expect(shape(schemaAt(answer(id), path)).join(' ')).toBe(names)
  const [outermost] = path.split('.')
  if (outermost) expect(schemaAt(answer(id)).required).toContain(outermost)
})

test('the code distinguishes counter-offers: 0 lists available ones [C-CALL-20], 1 active ones [C-CALL-21]', () => {
  const shown = call('getAvailableCounterOffers')
    .answers.filter(({ status }) => status === 200)
    .map(({ value }) => value)
  expect(shown).toContainEqual({
    code: 0,
    result: { availableCounterOfferIds: expect.arrayContaining([expect.any(String)]) },
  })
  expect(shown).toContainEqual({
    code: 1,
    result: { activeCounterOfferIds: expect.arrayContaining([expect.any(String)]) },
  })
})

test('client data contains every field, null without a value', () => {
  const schema = schemaAt('ClientData')
  expect(schema.required).toEqual(fields(schema))
})

test.each<[string, string[]]>([
  ['returnUrlParameters', []],
  ['failUrlParameters', ['result']],
])('%s contain event and from, and our own %j (D-14) [C-CALL-16]', (field, own) => {
  for (const name of ['CreateOrderRequest', 'BindingRequest'])
    expect(fields(schemaAt(name, field))).toEqual(['event', 'from', ...own])
})

// Enumerations.
test.each([
  ['BindingRequest', 'returnUrlParameters.event', 'card-binding payment', '[C-CALL-17]'],
  ['BankCard', 'cardType', 'VISA MASTERCARD MIR', '[C-ENTITY-08]'],
  ['ClientData', 'status', 'registered deactivated activated waiting_for_activation', '[C-STATE-01]'],
  ['OrderStatusAnswer', 'result.orderStatus', 'new registered deposited declined', '[C-POLL-06]'],
  ['PayOrderRequest', 'paymentType', 'scores', '[C-CALL-26]'],
])('%s %s is one of: %s %s', (name, path, values) => {
  expect(schemaAt(name, path).enum).toEqual(values.split(' '))
})

test('a price is an integer in every answer [C-ENTITY-19]', () => {
  const prices = Object.keys(pointed(document, '#/components/schemas') as object).flatMap((name) => {
    const price = schemaAt(name).properties?.['price']
    return price ? [[name, price.type]] : []
  })
  expect(Object.fromEntries(prices)).toEqual({
    Option: 'integer',
    Payment: 'integer',
    PromocodeCheck: 'integer',
    SubscriptionPrice: 'integer',
  })
})

test('an event contains host, bundle, status, utm, referrer, device, browser, time [C-CALL-06]', () => {
  expect(fields(schemaAt('ProductEvent', 'extendedData'))).toEqual([
    'webview',
    'bundleId',
    'subscriberStatus',
    'utmSource',
    'utmMedium',
    'utmCampaign',
    'referrer',
    'release',
    'deviceType',
    'browserVersion',
    'datetime',
  ])
})
