// Generated from openapi/ by `npm run generate`. Not edited by hand.

import * as v from 'valibot';

/**
 * Empty
 *
 * An empty body is an empty JSON object.
 */
export const vEmpty = /* @__PURE__ */ v.strictObject({});

/**
 * SubscriberStatus
 *
 * registered: new, never paid. deactivated: churned. activated: paid. waiting_for_activation: paid, being connected.
 * A value that is none of these is an error that the client raises.
 *
 */
export const vSubscriberStatus = /* @__PURE__ */ v.picklist([
    'registered',
    'deactivated',
    'activated',
    'waiting_for_activation'
]);

/**
 * NullableDateText
 *
 * An instant as text, in one of four formats: with or without `T` between date and time, with or without a space before
 * the zone offset (`+03:00`, `+0300`, `+03` or `Z`). Fractions of a second are allowed. Null when there is none.
 * Shown in Moscow time.
 *
 */
export const vNullableDateText = /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)? ?(Z|[+-]\d{2}(:?\d{2})?)$/)));

/**
 * Period
 *
 * A further paid period in the chain.
 */
export const vPeriod = /* @__PURE__ */ v.object({
    bundleId: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())),
    startDate: vNullableDateText,
    endDate: vNullableDateText
});

/**
 * ClientData
 *
 * The subscriber's state. Dates, bundle, order and last period are null when there are none.
 */
export const vClientData = /* @__PURE__ */ v.object({
    subscriberId: /* @__PURE__ */ v.string(),
    status: vSubscriberStatus,
    bundleId: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())),
    orderId: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string()),
    createdDate: vNullableDateText,
    activationDate: vNullableDateText,
    deactivationDate: vNullableDateText,
    lastChainEndDate: vNullableDateText,
    lastPeriod: /* @__PURE__ */ v.nullable(vPeriod),
    autopaymentsEnabled: /* @__PURE__ */ v.boolean(),
    isGracePeriod: /* @__PURE__ */ v.boolean(),
    onboardingBundle: /* @__PURE__ */ v.boolean(),
    onboardingCard: /* @__PURE__ */ v.boolean()
});

/**
 * ClientDataAnswer
 *
 * The subscriber’s state.
 */
export const vClientDataAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer()),
    result: vClientData
});

/**
 * Refusal
 *
 * A refusal. The code says which, where there is one; the message is for logs, never for the page.
 */
export const vRefusal = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    message: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string())
});

/**
 * UserProfile
 *
 * Who is signed in.
 */
export const vUserProfile = /* @__PURE__ */ v.object({
    name: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string()),
    surname: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string()),
    phoneNumber: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^\d{11}$/)))
});

/**
 * UserProfileAnswer
 *
 * Who is signed in.
 */
export const vUserProfileAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: vUserProfile
});

/**
 * OnboardingRequest
 *
 * Which onboarding was seen. Null leaves a flag as it is.
 */
export const vOnboardingRequest = /* @__PURE__ */ v.strictObject({
    onboardingBundle: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.boolean()),
    onboardingCard: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.boolean())
});

/**
 * CodedAnswer
 *
 * It is done, and the code says so: the rule of the call refuses an answer without one.
 */
export const vCodedAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer()),
    message: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string())
});

/**
 * Source
 *
 * The host that the client runs in: the website, one of three partner apps' webviews (the grocery app, the
 * hypermarket app, a third one), or the test host.
 *
 */
export const vSource = /* @__PURE__ */ v.picklist([
    'web',
    'grocery',
    'hyper',
    'third',
    'test'
]);

/**
 * ActivationRequest
 *
 * The link that the user came by.
 */
export const vActivationRequest = /* @__PURE__ */ v.strictObject({
    activationId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1)),
    source: vSource
});

/**
 * DoneAnswer
 *
 * It is done; the answer carries nothing else.
 */
export const vDoneAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    message: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string())
});

/**
 * BankCard
 *
 * A bound card, with the names of the wire. The SDK's `toBankCard` gives it the names of core §3.
 */
export const vBankCard = /* @__PURE__ */ v.object({
    id: /* @__PURE__ */ v.string(),
    isMainCard: /* @__PURE__ */ v.boolean(),
    cardType: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist([
        'VISA',
        'MASTERCARD',
        'MIR'
    ])),
    maskedPan: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/\d{4}$/))),
    expireDate: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^\d{2}\/\d{2}$/)))
});

/**
 * BankCardsAnswer
 *
 * The bound cards.
 */
export const vBankCardsAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    cards: /* @__PURE__ */ v.array(vBankCard)
});

/**
 * PurchaseFrom
 *
 * Where the user started. landing: `/`. profile: `/profile`. scores: payment by points. fastbuy: the
 * fast-buy pages. trial: the query `trial=Y`. holodilnik: `referrer=refrigerator`. grace-prolong: `/oplata`.
 *
 */
export const vPurchaseFrom = /* @__PURE__ */ v.picklist([
    'landing',
    'profile',
    'scores',
    'fastbuy',
    'trial',
    'holodilnik',
    'grace-prolong'
]);

/**
 * ReturnParameters
 *
 * What the payment page adds to the address it returns to: `/payment_gateway?event=…&from=…&orderId=…`.
 * The intent travels here and not in storage, so that it survives a reload and cannot be stale.
 *
 */
export const vReturnParameters = /* @__PURE__ */ v.strictObject({
    event: /* @__PURE__ */ v.picklist(['card-binding', 'payment']),
    from: vPurchaseFrom
});

/**
 * FailParameters
 *
 * What the payment page adds to the address that it returns to when it has failed: as ReturnParameters, and that it has failed.
 *
 */
export const vFailParameters = /* @__PURE__ */ v.strictObject({
    event: /* @__PURE__ */ v.picklist(['card-binding', 'payment']),
    from: vPurchaseFrom,
    result: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(['failed']))
});

/**
 * BindingRequest
 *
 * Starts adding a card.
 */
export const vBindingRequest = /* @__PURE__ */ v.strictObject({
    source: vSource,
    returnUrlParameters: vReturnParameters,
    failUrlParameters: vFailParameters
});

/**
 * BindingAnswer
 *
 * Where the card is entered.
 */
export const vBindingAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer()),
    formUrl: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.url()),
    message: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string())
});

/**
 * UnbindCardRequest
 *
 * The card that is removed.
 */
export const vUnbindCardRequest = /* @__PURE__ */ v.strictObject({
    bankCardId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1))
});

/**
 * CreateOrderRequest
 *
 * What is bought and how it is paid. Null means none and may be left out. The price is the server's:
 * by the bundle, or by the counter-offer where one is given.
 *
 */
export const vCreateOrderRequest = /* @__PURE__ */ v.strictObject({
    source: vSource,
    bundleId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    usingMainCard: /* @__PURE__ */ v.boolean(),
    promocodeId: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string()),
    counterOfferId: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())),
    experimentId: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string()),
    returnUrlParameters: /* @__PURE__ */ v.optional(vReturnParameters),
    failUrlParameters: /* @__PURE__ */ v.optional(vFailParameters)
});

/**
 * CreatedOrderAnswer
 *
 * The order that was created.
 */
export const vCreatedOrderAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.object({
        orderId: /* @__PURE__ */ v.string()
    })
});

/**
 * OrderStatusRequest
 *
 * Which order is asked for.
 */
export const vOrderStatusRequest = /* @__PURE__ */ v.strictObject({
    orderId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1))
});

/**
 * OrderStatus
 *
 * new: not yet with the bank. registered: the bank knows it. deposited: paid. declined: refused by the bank.
 * Any other value, or none, ends the order's polling as invalid.
 *
 */
export const vOrderStatus = /* @__PURE__ */ v.picklist([
    'new',
    'registered',
    'deposited',
    'declined'
]);

/**
 * OrderStatusAnswer
 *
 * How far the order is.
 */
export const vOrderStatusAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.object({
        orderStatus: vOrderStatus,
        formUrl: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.url()))
    })
});

/**
 * ScoresOrderRequest
 *
 * What is bought with points. Neither promocodes nor counter-offers nor options can be paid so.
 */
export const vScoresOrderRequest = /* @__PURE__ */ v.strictObject({
    bundleId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())
});

/**
 * PayOrderRequest
 *
 * The points order that is paid now.
 */
export const vPayOrderRequest = /* @__PURE__ */ v.strictObject({
    orderId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1)),
    paymentType: /* @__PURE__ */ v.picklist(['scores'])
});

/**
 * DateText
 *
 * An instant as text, in one of four formats: with or without `T` between date and time, with or without a space before
 * the zone offset (`+03:00`, `+0300`, `+03` or `Z`). Fractions of a second are allowed. Shown in Moscow time.
 *
 */
export const vDateText = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)? ?(Z|[+-]\d{2}(:?\d{2})?)$/));

/**
 * Payment
 *
 * One payment of the history. The project's own shape.
 */
export const vPayment = /* @__PURE__ */ v.object({
    paymentId: /* @__PURE__ */ v.string(),
    date: vDateText,
    price: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0)),
    paymentType: /* @__PURE__ */ v.picklist(['card', 'scores']),
    bundleId: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())),
    maskedPan: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/\d{4}$/)))
});

/**
 * PaymentsAnswer
 *
 * The payment history.
 */
export const vPaymentsAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.array(vPayment)
});

/**
 * CounterOffersAnswer
 *
 * Offers that keep a subscriber. Code 0 lists those that may be taken, code 1 those that are taken already.
 */
export const vCounterOffersAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.object({
        availableCounterOfferIds: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.array(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()))),
        activeCounterOfferIds: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.array(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())))
    })
});

/**
 * ScoresBalanceAnswer
 *
 * The balance of loyalty points.
 */
export const vScoresBalanceAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.object({
        scoresBalance: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.minValue(0))
    })
});

/**
 * AllScoresAnswer
 *
 * Points of all time.
 */
export const vAllScoresAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer()),
    result: /* @__PURE__ */ v.object({
        scoresPaket: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0))
    })
});

/**
 * ScorePeriod
 *
 * A calendar month, in Moscow time.
 */
export const vScorePeriod = /* @__PURE__ */ v.strictObject({
    month: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(1), /* @__PURE__ */ v.maxValue(12)),
    year: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(2023))
});

/**
 * MonthlyScoresRequest
 *
 * The months that are asked for: pages of four, not before February 2023.
 */
export const vMonthlyScoresRequest = /* @__PURE__ */ v.strictObject({
    periods: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.array(vScorePeriod), /* @__PURE__ */ v.minLength(1), /* @__PURE__ */ v.maxLength(4))
});

/**
 * MonthScores
 *
 * Points of one month. The project’s own shape.
 */
export const vMonthScores = /* @__PURE__ */ v.object({
    month: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(1), /* @__PURE__ */ v.maxValue(12)),
    year: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(2023)),
    scoresPaket: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0))
});

/**
 * MonthlyScoresAnswer
 *
 * Points month by month.
 */
export const vMonthlyScoresAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer()),
    result: /* @__PURE__ */ v.array(vMonthScores)
});

/**
 * OptionsRequest
 *
 * The bundle whose options are asked for.
 */
export const vOptionsRequest = /* @__PURE__ */ v.strictObject({
    bundleId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())
});

/**
 * OptionStatus
 *
 * new: paid, being connected. active: in use until `endDate`. inactive: not bought, or ended.
 *
 */
export const vOptionStatus = /* @__PURE__ */ v.picklist([
    'new',
    'active',
    'inactive'
]);

/**
 * Option
 *
 * A paid option. Both dates are null while it is inactive.
 */
export const vOption = /* @__PURE__ */ v.object({
    optionId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    name: /* @__PURE__ */ v.string(),
    title: /* @__PURE__ */ v.string(),
    type: /* @__PURE__ */ v.picklist(['family_subscription']),
    price: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0)),
    duration: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(1)),
    status: vOptionStatus,
    startDate: vNullableDateText,
    endDate: vNullableDateText,
    isRenewal: /* @__PURE__ */ v.boolean(),
    autopaymentsEnabled: /* @__PURE__ */ v.boolean(),
    maxRelations: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0)))
});

/**
 * OptionsAnswer
 *
 * The options that can be had with a bundle.
 */
export const vOptionsAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.array(vOption)
});

/**
 * AutopaymentOptionRequest
 *
 * Which option, and whether it renews by itself.
 */
export const vAutopaymentOptionRequest = /* @__PURE__ */ v.strictObject({
    optionId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    autopaymentsEnabled: /* @__PURE__ */ v.boolean()
});

/**
 * RelationsRequest
 *
 * The family option whose members are asked for.
 */
export const vRelationsRequest = /* @__PURE__ */ v.strictObject({
    optionId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())
});

/**
 * RelationStatus
 *
 * owner: the organizer himself. new, waiting_for_activation: being connected. active: in use. waiting_for_renewal: in use, its
 * renewal is under way. waiting_for_deactivation: being removed. error: could not be connected. inactive: removed. Another value
 * counts as one that is still changing.
 *
 */
export const vRelationStatus = /* @__PURE__ */ v.picklist([
    'owner',
    'new',
    'waiting_for_activation',
    'active',
    'waiting_for_renewal',
    'waiting_for_deactivation',
    'error',
    'inactive'
]);

/**
 * SubscriberRelation
 *
 * A member of the family. The owner comes as a relation too.
 */
export const vSubscriberRelation = /* @__PURE__ */ v.object({
    relationId: /* @__PURE__ */ v.string(),
    subscriberName: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string()),
    subscriberPhone: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^\d{11}$/))),
    status: vRelationStatus
});

/**
 * RelationsAnswer
 *
 * The members of a family.
 */
export const vRelationsAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.object({
        relations: /* @__PURE__ */ v.array(vSubscriberRelation)
    })
});

/**
 * MasterRequest
 *
 * The family member who asks.
 */
export const vMasterRequest = /* @__PURE__ */ v.strictObject({
    subscriberId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1))
});

/**
 * MasterAnswer
 *
 * Who pays for the family.
 */
export const vMasterAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.object({
        phoneNumber: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^\d{11}$/)))
    })
});

/**
 * CreateRelationRequest
 *
 * Who is added to which option.
 */
export const vCreateRelationRequest = /* @__PURE__ */ v.strictObject({
    optionId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    subscriberRelationName: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^[А-Яа-яЁё]+(\s+[А-Яа-яЁё]+)*$/)),
    subscriberRelationPhone: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^7\d{10}$/))
});

/**
 * CreatedRelationAnswer
 *
 * The member is being added. The result is not read by the client.
 */
export const vCreatedRelationAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.object({
        relationId: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.string())
    }))
});

/**
 * DeleteRelationRequest
 *
 * Who is removed from which option.
 */
export const vDeleteRelationRequest = /* @__PURE__ */ v.strictObject({
    optionId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    relationId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1))
});

/**
 * PromocodeRequest
 *
 * A promocode as it was typed, trimmed. Case and alphabet matter.
 */
export const vPromocodeRequest = /* @__PURE__ */ v.strictObject({
    promocodeValue: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1), /* @__PURE__ */ v.regex(/^[0-9A-Za-zА-Яа-яЁё]+$/))
});

/**
 * SubscriptionPrice
 *
 * What a bundle costs under a promo action.
 */
export const vSubscriptionPrice = /* @__PURE__ */ v.object({
    promocodeId: /* @__PURE__ */ v.string(),
    price: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0)),
    duration: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(1)),
    bundleId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())
});

/**
 * SubscriptionPriceAnswer
 *
 * The price under a promo action.
 */
export const vSubscriptionPriceAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: vSubscriptionPrice
});

/**
 * ScoresCampaign
 *
 * A reward that comes with a promocode.
 */
export const vScoresCampaign = /* @__PURE__ */ v.object({
    type: /* @__PURE__ */ v.picklist([
        'manual',
        'auto_add_scores',
        'auto_with_receipt'
    ]),
    scoresAmount: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0)),
    expireAt: vNullableDateText,
    receiptAmount: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0))),
    rewardType: /* @__PURE__ */ v.picklist(['points', 'stickers'])
});

/**
 * PromocodeCheck
 *
 * What a promocode gives.
 */
export const vPromocodeCheck = /* @__PURE__ */ v.object({
    promocodeId: /* @__PURE__ */ v.string(),
    price: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0)),
    duration: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(1)),
    bundleId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    scoresCampaign: /* @__PURE__ */ v.nullable(vScoresCampaign)
});

/**
 * PromocodeCheckAnswer
 *
 * What a promocode gives.
 */
export const vPromocodeCheckAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: vPromocodeCheck
});

/**
 * UserPromocodesRequest
 *
 * The partner’s offer, and who asks.
 */
export const vUserPromocodesRequest = /* @__PURE__ */ v.strictObject({
    partnerOfferId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1)),
    subscriberId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1))
});

/**
 * UserPromocodesAnswer
 *
 * Promocodes of a partner. The item’s shape is the project’s own.
 */
export const vUserPromocodesAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer()),
    result: /* @__PURE__ */ v.object({
        promocodes: /* @__PURE__ */ v.array(/* @__PURE__ */ v.string())
    })
});

/**
 * LoyaltyCard
 *
 * A loyalty card. `cardType` is open on the wire: X5BN, X5BX, X5BU, X5VC, PRVC, GREEN, PRKR, TC5 and VC5 are known, others
 * are dropped by the SDK's `toLoyaltyCards`, and so are repeated cards.
 *
 */
export const vLoyaltyCard = /* @__PURE__ */ v.object({
    cardType: /* @__PURE__ */ v.string(),
    cardNumber: /* @__PURE__ */ v.string()
});

/**
 * LoyaltyCardsAnswer
 *
 * The loyalty cards.
 */
export const vLoyaltyCardsAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.array(vLoyaltyCard)
});

/**
 * DeliveryOffer
 *
 * Deliveries of one chain.
 */
export const vDeliveryOffer = /* @__PURE__ */ v.object({
    id: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    maxFreeDeliveries: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0)),
    availableDeliveries: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0))
});

/**
 * DeliveryInfo
 *
 * Free deliveries that are left.
 */
export const vDeliveryInfo = /* @__PURE__ */ v.object({
    offers: /* @__PURE__ */ v.array(vDeliveryOffer),
    renewalsLeft: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0))),
    offerRenewalDate: vNullableDateText
});

/**
 * DeliveryInfoAnswer
 *
 * Free deliveries that are left.
 */
export const vDeliveryInfoAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: vDeliveryInfo
});

/**
 * EventData
 *
 * What is known about the visit. Property names are the project's own.
 */
export const vEventData = /* @__PURE__ */ v.strictObject({
    webview: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.boolean()),
    bundleId: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string()),
    subscriberStatus: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string()),
    utmSource: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string()),
    utmMedium: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string()),
    utmCampaign: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string()),
    referrer: /* @__PURE__ */ v.nullish(/* @__PURE__ */ v.string()),
    release: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.string()),
    deviceType: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.string()),
    browserVersion: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.string()),
    datetime: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.isoTimestamp()))
});

/**
 * ProductEvent
 *
 * Something a user did. Nothing personal in it.
 */
export const vProductEvent = /* @__PURE__ */ v.strictObject({
    fullUrl: /* @__PURE__ */ v.string(),
    yandexId: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string()),
    eventType: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1)),
    eventName: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.minLength(1)),
    extendedData: /* @__PURE__ */ v.optional(vEventData)
});

/**
 * EventAnswer
 *
 * Nothing of it is looked at.
 */
export const vEventAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer()))
});

/**
 * ExperimentsRequest
 *
 * The experiments that are asked for.
 */
export const vExperimentsRequest = /* @__PURE__ */ v.strictObject({
    experimentIds: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.array(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())), /* @__PURE__ */ v.minLength(1))
});

/**
 * ExperimentGroup
 *
 * The group that a user is in.
 */
export const vExperimentGroup = /* @__PURE__ */ v.object({
    experimentId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    groupNumber: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer(), /* @__PURE__ */ v.minValue(0))
});

/**
 * ExperimentsAnswer
 *
 * The groups that a user is in.
 */
export const vExperimentsAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.object({
        experiments: /* @__PURE__ */ v.array(vExperimentGroup)
    })
});

/**
 * SurveyReasonsRequest
 *
 * The survey whose reasons are asked for.
 */
export const vSurveyReasonsRequest = /* @__PURE__ */ v.strictObject({
    surveyId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid())
});

/**
 * SurveyReason
 *
 * A reason that can be chosen.
 */
export const vSurveyReason = /* @__PURE__ */ v.object({
    id: /* @__PURE__ */ v.string(),
    value: /* @__PURE__ */ v.string()
});

/**
 * SurveyReasonsAnswer
 *
 * Reasons that can be chosen. The project’s own shape.
 */
export const vSurveyReasonsAnswer = /* @__PURE__ */ v.object({
    code: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.pipe(/* @__PURE__ */ v.number(), /* @__PURE__ */ v.integer())),
    result: /* @__PURE__ */ v.object({
        reasons: /* @__PURE__ */ v.array(vSurveyReason)
    })
});

/**
 * FeedbackRequest
 *
 * Why, in the user’s words and by reasons: a comment that is not blank, or at least one reason.
 */
export const vFeedbackRequest = /* @__PURE__ */ v.strictObject({
    comment: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.maxLength(150)),
    surveyId: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.uuid()),
    reasonIds: /* @__PURE__ */ v.array(/* @__PURE__ */ v.string())
});

/**
 * A UUID per intent of the user, as a string of structured fields: in quotes (RFC 9651, draft-ietf-httpapi-idempotency-key-header). Whatever
 * is sent again for the same intent carries the same key; who decides anew, or changes what is bought, makes another. A server that honours it
 * answers the same to the same user, call, key and body, refuses another body under the same key with 422, a key whose first request is still
 * under way with 409, and may forget a key after 24 h. Keys of two calls are apart. No backend has said that it does: a call is not
 * repeated by itself because it carries a key.
 *
 */
export const vIdempotencyKey = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^"[\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}"$/));
