// Generated from openapi/ by `npm run generate`. Not edited by hand.

import type { components } from './schema.ts';

/**
 * Address of the error catalogue; `#<call>.<failure>` is the place of one failure.
 */
export const errorCatalogue = 'https://paket.example/errors.html' as const;

/**
 * The subscriber’s state, with status, bundle and dates.
 *
 * Read at start and after every change. Asked again every 15 s while the subscription is being connected.
 * A failed read is repeated every 5 s, never after code 2000, 401, 403 or 422.
 *
 * POST /v3/get_client_data. Source: core §3 §7 §8.
 *
 * Fails with:
 * - `sessionEnded` (code 2000): The server does not serve this subscriber: sign out.
 * - `clientDataUnavailable` (HTTP 5XX): The state could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getClientData = {
    id: 'getClientData',
    path: '/v3/get_client_data',
    reject: {
        except: [
            0
        ]
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'sessionEnded',
            outcome: 'sign-out',
            codes: [
                2000
            ]
        },
        {
            name: 'clientDataUnavailable',
            outcome: 'reload-or-sign-out',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'reload-or-sign-out': [
            'tooManyRequests',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ],
        'error-with-code': [
            'unexpectedStatus'
        ]
    }
} as const;

/**
 * Name and phone of the signed-in user.
 *
 * Shown in the menu. HTTP 500 with code 5002 signs the user out; any other 500 offers to try again.
 *
 * POST /v2/get_user_profile. Source: core §3 §7 §8.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `profileGone` (code 5002, HTTP 500): The profile does not exist any more.
 * - `profileUnavailable` (HTTP 5XX): The profile could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getUserProfile = {
    id: 'getUserProfile',
    path: '/v2/get_user_profile',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'profileGone',
            outcome: 'sign-out',
            codes: [
                5002
            ],
            http: [
                500
            ]
        },
        {
            name: 'profileUnavailable',
            outcome: 'try-again',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus',
            'unknownCode'
        ],
        error: [
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Remembers which onboarding was seen.
 *
 * Shown at once in the cached client data, taken back when it fails, and read again in both cases.
 *
 * POST /v1/change_onboarding_type. Source: core §4 §5 §7; options §4 §5 §7.
 *
 * Fails with:
 * - `notChanged` (HTTP 422, HTTP 5XX): The flag was not changed.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const changeOnboardingType = {
    id: 'changeOnboardingType',
    path: '/v1/change_onboarding_type',
    reject: {
        except: [
            0
        ]
    },
    require: [],
    failures: [
        {
            name: 'notChanged',
            outcome: 'roll-back',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'roll-back': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Lets the subscription renew by itself.
 *
 * The HTTP status is read first, then the code. Code 200 is never a success.
 *
 * POST /v1/autopay/enable. Source: options §4 §5 §7 §8.
 *
 * Fails with:
 * - `autopayRefused` (code 1): Only support can change it.
 * - `autopayBusy` (code 2, code 3, code 200): It did not work this time.
 * - `autopayUnprocessable` (HTTP 422): Only support can change it.
 * - `autopayBusyAtServer` (code 200, HTTP 5XX): It did not work this time.
 * - `autopayFailed` (HTTP 5XX): The server failed.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const enableAutopay = {
    id: 'enableAutopay',
    path: '/v1/autopay/enable',
    reject: {
        except: [
            0
        ]
    },
    require: [],
    failures: [
        {
            name: 'autopayRefused',
            outcome: 'renewal-unavailable',
            codes: [
                1
            ]
        },
        {
            name: 'autopayBusy',
            outcome: 'try-again',
            codes: [
                2,
                3,
                200
            ]
        },
        {
            name: 'autopayUnprocessable',
            outcome: 'renewal-unavailable',
            http: [
                422
            ]
        },
        {
            name: 'autopayBusyAtServer',
            outcome: 'try-again',
            codes: [
                200
            ],
            http: [
                5
            ]
        },
        {
            name: 'autopayFailed',
            outcome: 'contact-support',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'contact-support': [
            'unexpectedStatus',
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Stops the subscription from renewing; it works until its end.
 *
 * The HTTP status is read first, then the code. Code 200 is never a success.
 * Sent once, at the end of the cancellation chain.
 *
 * POST /v1/autopay/disable. Source: options §4 §5 §7 §8.
 *
 * Fails with:
 * - `autopayRefused` (code 1): Only support can change it.
 * - `autopayBusy` (code 2, code 3, code 200): It did not work this time.
 * - `autopayUnprocessable` (HTTP 422): Only support can change it.
 * - `autopayBusyAtServer` (code 200, HTTP 5XX): It did not work this time.
 * - `autopayFailed` (HTTP 5XX): The server failed.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const disableAutopay = {
    id: 'disableAutopay',
    path: '/v1/autopay/disable',
    reject: {
        except: [
            0
        ]
    },
    require: [],
    failures: [
        {
            name: 'autopayRefused',
            outcome: 'cancellation-unavailable',
            codes: [
                1
            ]
        },
        {
            name: 'autopayBusy',
            outcome: 'try-again',
            codes: [
                2,
                3,
                200
            ]
        },
        {
            name: 'autopayUnprocessable',
            outcome: 'cancellation-unavailable',
            http: [
                422
            ]
        },
        {
            name: 'autopayBusyAtServer',
            outcome: 'try-again',
            codes: [
                200
            ],
            http: [
                5
            ]
        },
        {
            name: 'autopayFailed',
            outcome: 'contact-support',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'contact-support': [
            'unexpectedStatus',
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Activates a subscription by the link of an SMS.
 *
 * A link is valid for 1200 s; after an attempt that did not succeed the next one is blocked for 1200 s (T10). The path and the codes are the project’s own.
 *
 * POST /v1/activate_by_link. Source: options §2 §5 (assumed, not confirmed by a backend).
 *
 * Fails with:
 * - `linkExpired` (code 2001): The link is older than 20 minutes («Прошло много времени»); offers to write to support.
 * - `linkUsed` (code 2002): The link was used before («Ссылка на активацию уже использована»).
 * - `activationBlocked` (code 2003): The last attempt was less than 20 minutes ago («Активировать Пакет сейчас невозможно»); counts down, then offers to retry.
 * - `activationFailed` (code 2004): The session’s phone number could not be activated («Не удалось активировать»); offers to sign in with another one.
 * - `otherPhone` (code 2005): The link belongs to another phone number («Переход с другого номера телефона»); offers to sign in with it.
 * - `alreadySubscribed` (code 2006): The user already has the subscription («У вас уже подключен сервис Пакет»).
 * - `receiptProblem` (code 2007): Something is wrong with the receipt; offers to write to support.
 * - `activationUnavailable` (HTTP 422, HTTP 5XX): The subscription could not be activated.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const activateByLink = {
    id: 'activateByLink',
    path: '/v1/activate_by_link',
    reject: {
        from: 2000
    },
    require: [],
    failures: [
        {
            name: 'linkExpired',
            outcome: 'link-expired',
            codes: [
                2001
            ]
        },
        {
            name: 'linkUsed',
            outcome: 'link-used',
            codes: [
                2002
            ]
        },
        {
            name: 'activationBlocked',
            outcome: 'activation-blocked',
            codes: [
                2003
            ]
        },
        {
            name: 'activationFailed',
            outcome: 'activation-failed',
            codes: [
                2004
            ]
        },
        {
            name: 'otherPhone',
            outcome: 'other-phone',
            codes: [
                2005
            ]
        },
        {
            name: 'alreadySubscribed',
            outcome: 'already-subscribed',
            codes: [
                2006
            ]
        },
        {
            name: 'receiptProblem',
            outcome: 'receipt-problem',
            codes: [
                2007
            ]
        },
        {
            name: 'activationUnavailable',
            outcome: 'activation-unavailable',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'activation-unavailable': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * The bound bank cards.
 *
 * Renewals are charged to the main card. Code 3 rejects the answer; code 4 does not.
 *
 * POST /v1/get_bank_cards. Source: core §3 §7 §8; options §3.
 *
 * Fails with:
 * - `cardsRefused` (code 3): The server refused to list the cards.
 * - `cardsUnprocessable` (HTTP 422): The server refused to list the cards.
 * - `cardsUnavailable` (HTTP 5XX): The cards could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getBankCards = {
    id: 'getBankCards',
    path: '/v1/get_bank_cards',
    reject: {
        codes: [
            3
        ]
    },
    require: [
        'cards'
    ],
    failures: [
        {
            name: 'cardsRefused',
            outcome: 'error',
            codes: [
                3
            ]
        },
        {
            name: 'cardsUnprocessable',
            outcome: 'error',
            http: [
                422
            ]
        },
        {
            name: 'cardsUnavailable',
            outcome: 'try-again',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus',
            'unknownCode'
        ],
        error: [
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Starts adding a bank card.
 *
 * Answers the address of the payment page that takes the card. Accepted only with code 0 and an address.
 *
 * POST /v1/register_binding. Source: core §7 §8.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `cardNotAdded` (code 5, code 6, code 7): The card could not be added or changed («Не удалось добавить/изменить карту»); offers to retry.
 * - `bindingUnavailable` (code 3, code 4): Adding a card is not possible now.
 * - `bindingRefused` (HTTP 422): Adding a card is not possible now; shows the code for support.
 * - `bindingFailed` (HTTP 5XX): The server failed.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const registerBinding = {
    id: 'registerBinding',
    path: '/v1/register_binding',
    reject: {
        except: [
            0
        ]
    },
    require: [
        'formUrl'
    ],
    failures: [
        {
            name: 'cardNotAdded',
            outcome: 'card-not-added',
            codes: [
                5,
                6,
                7
            ]
        },
        {
            name: 'bindingUnavailable',
            outcome: 'binding-unavailable',
            codes: [
                3,
                4
            ]
        },
        {
            name: 'bindingRefused',
            outcome: 'binding-refused',
            http: [
                422
            ]
        },
        {
            name: 'bindingFailed',
            outcome: 'try-again',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'contact-support': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Removes a bank card.
 *
 * Code 6 is as good as 0: the card was removed already. HTTP 422 means different things by its code.
 *
 * POST /v1/unbind_card. Source: core §5 §7 §8.
 *
 * Fails with:
 * - `cardNotRemoved` (code 7, code 8): The card could not be removed now.
 * - `removalRefused` (code 3, code 4, code 5, HTTP 422): The card may not be removed.
 * - `removalUnauthorized` (HTTP 422): The session may not do this; no refresh is tried.
 * - `removalFailed` (HTTP 5XX): The server failed.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const unbindCard = {
    id: 'unbindCard',
    path: '/v1/unbind_card',
    reject: {
        except: [
            0,
            6
        ]
    },
    require: [],
    failures: [
        {
            name: 'cardNotRemoved',
            outcome: 'try-again',
            codes: [
                7,
                8
            ]
        },
        {
            name: 'removalRefused',
            outcome: 'contact-support',
            codes: [
                3,
                4,
                5
            ],
            http: [
                422
            ]
        },
        {
            name: 'removalUnauthorized',
            outcome: 'authorize-again',
            http: [
                422
            ]
        },
        {
            name: 'removalFailed',
            outcome: 'try-again',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'contact-support': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Creates an order for a bundle or an option.
 *
 * The order is then followed with `getOrderStatus`. Never repeat it by itself: a lost answer leaves the order in doubt.
 * The numbers differ from those of the points order; they must not be mixed.
 *
 * POST /v1/create_order. Source: core §5 §7 §8.
 * Assumed, not confirmed by a backend: the failure underWay, the header Idempotency-Key.
 *
 * Fails with:
 * - `orderRejected` (code 2, code 2000, code 2001, code 2008): The order was not accepted.
 * - `tryLater` (code 2002, code 2003): The order cannot be accepted now.
 * - `alreadyConnecting` (code 2004): The bundle is being connected already.
 * - `partnerSubscription` (code 2005): A partner’s subscription exists.
 * - `oneMorePeriod` (code 2006): One more period cannot be bought.
 * - `timeIsOver` (code 2007): The time of the offer is over; offers to repeat the purchase.
 * - `employee` (code 2010): An employee already has the best terms.
 * - `underWay` (HTTP 409): The same intent is being ordered already.
 * - `orderUnavailable` (HTTP 422, HTTP 5XX): The order was not accepted; after a 5xx it may exist, so look at the subscription before ordering again.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const createOrder = {
    id: 'createOrder',
    path: '/v1/create_order',
    idempotencyKey: 'assumed',
    reject: {
        codes: [
            2
        ],
        from: 2000
    },
    require: [
        'result.orderId'
    ],
    failures: [
        {
            name: 'orderRejected',
            outcome: 'error',
            codes: [
                2,
                2000,
                2001,
                2008
            ]
        },
        {
            name: 'tryLater',
            outcome: 'try-later',
            codes: [
                2002,
                2003
            ]
        },
        {
            name: 'alreadyConnecting',
            outcome: 'already-connecting',
            codes: [
                2004
            ]
        },
        {
            name: 'partnerSubscription',
            outcome: 'partner-subscription',
            codes: [
                2005
            ]
        },
        {
            name: 'oneMorePeriod',
            outcome: 'one-more-period',
            codes: [
                2006
            ]
        },
        {
            name: 'timeIsOver',
            outcome: 'time-is-over',
            codes: [
                2007
            ]
        },
        {
            name: 'employee',
            outcome: 'employee',
            codes: [
                2010
            ]
        },
        {
            name: 'underWay',
            outcome: 'order-in-doubt',
            http: [
                409
            ]
        },
        {
            name: 'orderUnavailable',
            outcome: 'error-with-code',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus',
            'unknownCode'
        ],
        'order-in-doubt': [
            'malformed',
            'noConnection',
            'timeOut'
        ],
        'check-connection': [
            'notSent'
        ]
    }
} as const;

/**
 * How far an order is.
 *
 * Asked every 2 s, 15 times at most, the first time at once. What each status means depends on how the order is
 * paid: see the SDK's `pollOrder`. Codes of 2000 and up reject the answer. The server answers for the orders of the token's owner alone: an order of
 * someone else is refused like one that does not exist, with 2000.
 *
 * POST /v2/get_order_status. Source: core §4 §5 §7 §8.
 *
 * Fails with:
 * - `statusRejected` (code 2000): The order is unknown or of another user; the sources name no code, only the lower limit.
 * - `statusUnavailable` (HTTP 422, HTTP 5XX): The status could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getOrderStatus = {
    id: 'getOrderStatus',
    path: '/v2/get_order_status',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'statusRejected',
            outcome: 'error-with-code',
            codes: [
                2000
            ]
        },
        {
            name: 'statusUnavailable',
            outcome: 'error-with-code',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'error-with-code': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode'
        ],
        error: [
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Creates an order that is paid with points.
 *
 * Nothing is charged yet: `payOrder` does that. The numbers differ from those of `createOrder`; they must not be mixed.
 *
 * POST /v1/create_scores_order. Source: core §5 §7 §8; options §5 §7 §8.
 * Assumed, not confirmed by a backend: the failure underWay, the header Idempotency-Key.
 *
 * Fails with:
 * - `orderRejected` (code 2000, code 2001): The order was not accepted.
 * - `alreadyConnecting` (code 2002): The bundle is being connected already.
 * - `partnerSubscription` (code 2003): A partner’s subscription exists.
 * - `employee` (code 2004): An employee already has the best terms.
 * - `oneMorePeriod` (code 2005): One more period cannot be bought.
 * - `underWay` (HTTP 409): The same intent is being ordered already; nothing is charged yet.
 * - `orderUnavailable` (HTTP 422, HTTP 5XX): The order was not accepted.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const createScoresOrder = {
    id: 'createScoresOrder',
    path: '/v1/create_scores_order',
    idempotencyKey: 'assumed',
    reject: {
        from: 2000
    },
    require: [
        'result.orderId'
    ],
    failures: [
        {
            name: 'orderRejected',
            outcome: 'error',
            codes: [
                2000,
                2001
            ]
        },
        {
            name: 'alreadyConnecting',
            outcome: 'already-connecting',
            codes: [
                2002
            ]
        },
        {
            name: 'partnerSubscription',
            outcome: 'partner-subscription',
            codes: [
                2003
            ]
        },
        {
            name: 'employee',
            outcome: 'employee',
            codes: [
                2004
            ]
        },
        {
            name: 'oneMorePeriod',
            outcome: 'one-more-period',
            codes: [
                2005
            ]
        },
        {
            name: 'underWay',
            outcome: 'try-again',
            http: [
                409
            ]
        },
        {
            name: 'orderUnavailable',
            outcome: 'error-with-code',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus',
            'unknownCode'
        ],
        error: [
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Charges points for an order.
 *
 * Never repeat it by itself: after a lost answer, `getOrderStatus` shows whether the points were charged. The path and the codes are the project’s own.
 * The server pays orders of the token's owner alone: another user's order is refused like one that does not exist, with 2000, and nothing is charged.
 *
 * POST /v1/pay_order. Source: core §4 §7 (assumed, not confirmed by a backend).
 * Assumed, not confirmed by a backend: the failure underWay, the header Idempotency-Key.
 *
 * Fails with:
 * - `pointsNotCharged` (code 2000): The points could not be charged.
 * - `underWay` (HTTP 409): The same payment is being made already.
 * - `paymentRefused` (HTTP 422): The points could not be charged.
 * - `paymentUnclear` (HTTP 5XX): The server failed; the points may be charged.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const payOrder = {
    id: 'payOrder',
    path: '/v1/pay_order',
    idempotencyKey: 'assumed',
    reject: {
        from: 2000
    },
    require: [],
    failures: [
        {
            name: 'pointsNotCharged',
            outcome: 'points-not-charged',
            codes: [
                2000
            ]
        },
        {
            name: 'underWay',
            outcome: 'order-in-doubt',
            http: [
                409
            ]
        },
        {
            name: 'paymentRefused',
            outcome: 'points-not-charged',
            http: [
                422
            ]
        },
        {
            name: 'paymentUnclear',
            outcome: 'order-in-doubt',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus'
        ],
        'points-not-charged': [
            'unknownCode'
        ],
        'order-in-doubt': [
            'malformed',
            'noConnection',
            'timeOut'
        ],
        'check-connection': [
            'notSent'
        ]
    }
} as const;

/**
 * The payment history.
 *
 * The newest payment first. The path and the shape are the project’s own.
 *
 * POST /v1/get_payments. Source: core §2 §7 (assumed, not confirmed by a backend).
 *
 * Fails with:
 * - `paymentsUnavailable` (HTTP 422, HTTP 5XX): The history could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getPayments = {
    id: 'getPayments',
    path: '/v1/get_payments',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'paymentsUnavailable',
            outcome: 'retry-in-place',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'retry-in-place': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Offers that keep a subscriber.
 *
 * Two good answers: code 0 lists offers that may be taken, code 1 those that are active.
 *
 * POST /v1/get_available_counter_offers. Source: core §5 §7 §8.
 *
 * Fails with:
 * - `offersRejected` (code 2000): The server refused to list the offers.
 * - `offersUnprocessable` (HTTP 422): The server refused to list the offers.
 * - `offersUnavailable` (HTTP 5XX): The offers could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getAvailableCounterOffers = {
    id: 'getAvailableCounterOffers',
    path: '/v1/get_available_counter_offers',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'offersRejected',
            outcome: 'error',
            codes: [
                2000
            ]
        },
        {
            name: 'offersUnprocessable',
            outcome: 'error',
            http: [
                422
            ]
        },
        {
            name: 'offersUnavailable',
            outcome: 'try-again',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus'
        ],
        error: [
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * The balance of loyalty points.
 *
 * Fresh for an hour. When it fails with another code than 2000, points stay offered and the server decides.
 *
 * POST /v1/get_scores_balance. Source: core §4; options §7.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `balanceUnknown` (code 2000): The server knows no balance of this user. Nothing is shown; the points toggle is off and disabled.
 * - `balanceUnavailable` (HTTP 5XX): The balance could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getScoresBalance = {
    id: 'getScoresBalance',
    path: '/v1/get_scores_balance',
    reject: {
        from: 2000
    },
    require: [
        'result.scoresBalance'
    ],
    failures: [
        {
            name: 'balanceUnknown',
            outcome: 'balance-unknown',
            codes: [
                2000
            ]
        },
        {
            name: 'balanceUnavailable',
            outcome: 'points-unverified',
            http: [
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'points-unverified': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Points of all time.
 *
 * Good only with code 0. In the cancellation chain the step is left out when it fails or there are none.
 *
 * POST /v1/get_all_loyalty_scores. Source: options §3 §5 §7.
 *
 * Fails with:
 * - `scoresUnavailable` (HTTP 422, HTTP 5XX): The points could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getAllLoyaltyScores = {
    id: 'getAllLoyaltyScores',
    path: '/v1/get_all_loyalty_scores',
    reject: {
        except: [
            0
        ]
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'scoresUnavailable',
            outcome: 'retry-in-place',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'retry-in-place': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Points month by month.
 *
 * Asked for in pages of four months, the current one first, back to February 2023 or to the start of the subscription. A missing month counts 0.
 *
 * POST /v1/get_monthly_loyalty_scores. Source: options §4 §7.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `scoresUnavailable` (HTTP 422, HTTP 5XX): The points could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getMonthlyLoyaltyScores = {
    id: 'getMonthlyLoyaltyScores',
    path: '/v1/get_monthly_loyalty_scores',
    reject: {
        except: [
            0
        ]
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'scoresUnavailable',
            outcome: 'retry-in-place',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'retry-in-place': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * The paid options of a bundle.
 *
 * Partner subscribers and employees may have options too; the server lists what can be had. An option that is not listed does not exist.
 *
 * POST /v1/get_options. Source: core §7; options §3.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `optionsUnavailable` (HTTP 422, HTTP 5XX): The options could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getOptions = {
    id: 'getOptions',
    path: '/v1/get_options',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'optionsUnavailable',
            outcome: 'to-account',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'to-account': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Switches the autopayment of an option.
 *
 * 2001 means that the option is not there, under any HTTP status; the list is stale then.
 *
 * POST /v1/change_autopayment_option. Source: options §5 §7 §8.
 *
 * Fails with:
 * - `optionNotFound` (code 2001): The option was not found.
 * - `autopaymentRefused` (code 2000, code 4220, code 5000): The autopayment was not switched.
 * - `optionGone` (code 2001, HTTP 422, HTTP 5XX): The option was not found.
 * - `autopaymentUnavailable` (HTTP 422, HTTP 5XX): The autopayment was not switched.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const changeAutopaymentOption = {
    id: 'changeAutopaymentOption',
    path: '/v1/change_autopayment_option',
    reject: {
        from: 2000
    },
    require: [],
    failures: [
        {
            name: 'optionNotFound',
            outcome: 'option-not-found',
            codes: [
                2001
            ]
        },
        {
            name: 'autopaymentRefused',
            outcome: 'error-with-code',
            codes: [
                2000,
                4220,
                5000
            ]
        },
        {
            name: 'optionGone',
            outcome: 'option-not-found',
            codes: [
                2001
            ],
            http: [
                422,
                5
            ]
        },
        {
            name: 'autopaymentUnavailable',
            outcome: 'error-with-code',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus',
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * The members of a family option.
 *
 * The owner comes as a relation too. Asked again every 15 s while a member is still changing. Family members do not call it.
 *
 * POST /v1/get_subscriber_relations. Source: options §2 §4 §7.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `relationsUnavailable` (HTTP 422, HTTP 5XX): The members could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getSubscriberRelations = {
    id: 'getSubscriberRelations',
    path: '/v1/get_subscriber_relations',
    reject: {
        from: 2000
    },
    require: [
        'result.relations'
    ],
    failures: [
        {
            name: 'relationsUnavailable',
            outcome: 'retry-in-place',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'retry-in-place': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * The phone of the family’s organizer.
 *
 * Called for a family member (bundle slave) with his own subscriberId. Without an answer the line is left out.
 *
 * POST /v1/get_subscriber_master. Source: options §5 §7.
 *
 * Fails with:
 * - `masterUnavailable` (HTTP 422, HTTP 5XX): The organizer could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getSubscriberMaster = {
    id: 'getSubscriberMaster',
    path: '/v1/get_subscriber_master',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'masterUnavailable',
            outcome: 'ignore',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        ignore: [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Adds a family member.
 *
 * `option not found` is 2000 here and 2001 in `changeAutopaymentOption`. After 2002 the form is filled in again: the same request would fail again.
 *
 * POST /v1/create_subscriber_relation. Source: options §5 §7 §8.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `optionNotFound` (code 2000): The option was not found.
 * - `memberNotAdded` (code 2001): The member could not be added; offers to repeat the same request.
 * - `inAnotherOption` (code 2002): The member is in another option already; leads back to the filled form.
 * - `limitReached` (code 2003): The option has no free place.
 * - `tryLater` (code 2004): The member cannot be added now.
 * - `optionConnecting` (code 2005): The option is being connected already.
 * - `memberUnavailable` (HTTP 422, HTTP 5XX): The member was not added.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const createSubscriberRelation = {
    id: 'createSubscriberRelation',
    path: '/v1/create_subscriber_relation',
    reject: {
        from: 2000
    },
    require: [],
    failures: [
        {
            name: 'optionNotFound',
            outcome: 'option-not-found',
            codes: [
                2000
            ]
        },
        {
            name: 'memberNotAdded',
            outcome: 'member-not-added',
            codes: [
                2001
            ]
        },
        {
            name: 'inAnotherOption',
            outcome: 'in-another-option',
            codes: [
                2002
            ]
        },
        {
            name: 'limitReached',
            outcome: 'limit-reached',
            codes: [
                2003
            ]
        },
        {
            name: 'tryLater',
            outcome: 'try-later',
            codes: [
                2004
            ]
        },
        {
            name: 'optionConnecting',
            outcome: 'option-connecting',
            codes: [
                2005
            ]
        },
        {
            name: 'memberUnavailable',
            outcome: 'error',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus',
            'unknownCode'
        ],
        error: [
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Removes a family member.
 *
 * Only members with status active can be removed. `try later` is 2001 here and 2004 in `createSubscriberRelation`, `limit reached` 2002 and 2003.
 *
 * POST /v1/delete_subscriber_relation. Source: options §5 §7 §8.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `optionNotFound` (code 2000): The option was not found.
 * - `tryLater` (code 2001): The member cannot be removed now.
 * - `limitReached` (code 2002): No more members can be removed.
 * - `removalUnavailable` (HTTP 422, HTTP 5XX): The member was not removed.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const deleteSubscriberRelation = {
    id: 'deleteSubscriberRelation',
    path: '/v1/delete_subscriber_relation',
    reject: {
        from: 2000
    },
    require: [],
    failures: [
        {
            name: 'optionNotFound',
            outcome: 'option-not-found',
            codes: [
                2000
            ]
        },
        {
            name: 'tryLater',
            outcome: 'try-later',
            codes: [
                2001
            ]
        },
        {
            name: 'limitReached',
            outcome: 'removal-limit-reached',
            codes: [
                2002
            ]
        },
        {
            name: 'removalUnavailable',
            outcome: 'error',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus',
            'unknownCode'
        ],
        error: [
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * What a bundle costs under a promo action.
 *
 * 2002 means that the trial is unavailable, another thing than 2002 of `checkPromocode`.
 *
 * POST /v2/get_subscription_price. Source: options §5 §7 §8.
 *
 * Fails with:
 * - `trialUnavailable` (code 2002): The user may not take part («Вы не можете участвовать в акции»); offers the full price. For the litres action the partner’s page is opened instead.
 * - `priceUnavailable` (HTTP 422, HTTP 5XX): The price could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getSubscriptionPrice = {
    id: 'getSubscriptionPrice',
    path: '/v2/get_subscription_price',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'trialUnavailable',
            outcome: 'trial-unavailable',
            codes: [
                2002
            ]
        },
        {
            name: 'priceUnavailable',
            outcome: 'retry-or-support',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'retry-or-support': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * What a promocode gives.
 *
 * A successful check is valid for 1200 s (T10); the purchase is `createOrder` with `promocodeId`. The path is the project’s own, the codes are documented.
 *
 * POST /v1/check_promocode. Source: options §3 §4 §7 §8 (assumed, not confirmed by a backend).
 *
 * Fails with:
 * - `promocodeExpired` (code 2001, code 2005, code 2006, code 2007): The promocode is no longer valid («Промокод уже не работает. Ошибка: {code}»). Shown beside the field; offers to buy without it.
 * - `conditionsNotMet` (code 2002): The conditions of the promocode are not met. Shown beside the field; offers to buy without it.
 * - `promocodeUnknown` (code 2003, code 2004): There is no such promocode («Такого промокода нет. Возможно в нём ошибка: проверьте язык и регистр.»). Shown beside the field; offers to buy without it.
 * - `promocodeRefused` (code 2000): The promocode could not be checked.
 * - `promocodeUnavailable` (HTTP 422, HTTP 5XX): The promocode could not be checked.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const checkPromocode = {
    id: 'checkPromocode',
    path: '/v1/check_promocode',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'promocodeExpired',
            outcome: 'promocode-expired',
            codes: [
                2001,
                2005,
                2006,
                2007
            ]
        },
        {
            name: 'conditionsNotMet',
            outcome: 'conditions-not-met',
            codes: [
                2002
            ]
        },
        {
            name: 'promocodeUnknown',
            outcome: 'promocode-unknown',
            codes: [
                2003,
                2004
            ]
        },
        {
            name: 'promocodeRefused',
            outcome: 'error-with-code',
            codes: [
                2000
            ]
        },
        {
            name: 'promocodeUnavailable',
            outcome: 'error-with-code',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-later': [
            'tooManyRequests'
        ],
        'error-with-code': [
            'unexpectedStatus',
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Promocodes of a partner for one subscriber.
 *
 * Asked for on the page of a partner’s offer. 4 and 9 are failures, so every code but 0 is. An empty list counts as a failure too.
 *
 * POST /v2/get_promocodes_to_user. Source: options §7 §8.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `stillActivating` (code 4, code 9): The subscription is still being activated («Подписка ещё активируется» / «Позже вы сможете воспользоваться промокодом»).
 * - `promocodesUnavailable` (HTTP 422, HTTP 5XX): The promocode could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getPromocodesToUser = {
    id: 'getPromocodesToUser',
    path: '/v2/get_promocodes_to_user',
    reject: {
        except: [
            0
        ]
    },
    require: [
        'result.promocodes'
    ],
    failures: [
        {
            name: 'stillActivating',
            outcome: 'still-activating',
            codes: [
                4,
                9
            ]
        },
        {
            name: 'promocodesUnavailable',
            outcome: 'error-try-later',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'error-try-later': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * The loyalty cards.
 *
 * Read for a signed-in user, and again every 30 minutes: a new card appears within that time. Kinds that are not known and repeated cards are dropped by the SDK.
 *
 * POST /v2/get_loyalty_cards. Source: options §3 §7 §8.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `cardsUnavailable` (HTTP 422, HTTP 5XX): The cards could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getLoyaltyCards = {
    id: 'getLoyaltyCards',
    path: '/v2/get_loyalty_cards',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'cardsUnavailable',
            outcome: 'try-again',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'try-again': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed'
        ],
        'check-connection': [
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Free deliveries that are left.
 *
 * Asked only for an activated subscription whose bundle is not daily, slave or free. The count is restored every 31 days; the server says when.
 *
 * POST /v2/get_delivery_info. Source: options §3 §5 §7.
 *
 * Fails with:
 * - `deliveriesUnavailable` (HTTP 422, HTTP 5XX): The deliveries could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getDeliveryInfo = {
    id: 'getDeliveryInfo',
    path: '/v2/get_delivery_info',
    reject: {
        from: 2000
    },
    require: [
        'result'
    ],
    failures: [
        {
            name: 'deliveriesUnavailable',
            outcome: 'ignore',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        ignore: [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Reports an event to the product analytics.
 *
 * Failures are ignored, no token is needed, none is refreshed. Sent at most once a second.
 *
 * POST /v1/send_product_event. Source: core §7.
 *
 * Fails with:
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const sendProductEvent = {
    id: 'sendProductEvent',
    path: '/v1/send_product_event',
    anonymous: true,
    reject: {},
    require: [],
    failures: [],
    common: {
        ignore: [
            'unauthorized',
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * The groups of experiments that a user is in.
 *
 * Asked only for deactivated users outside a partner app; group 3 of promo_3000_month shows a banner. Without an answer there is no banner.
 *
 * POST /v1/get_user_experiment_group. Source: options §3 §4 §5 §7.
 *
 * Fails with:
 * - `experimentsUnavailable` (HTTP 422, HTTP 5XX): The groups could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getUserExperimentGroup = {
    id: 'getUserExperimentGroup',
    path: '/v1/get_user_experiment_group',
    reject: {
        from: 2000
    },
    require: [
        'result.experiments'
    ],
    failures: [
        {
            name: 'experimentsUnavailable',
            outcome: 'ignore',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        ignore: [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Reasons that a survey offers.
 *
 * Shown after autopayment was turned off. Without them the form opens with the comment only.
 *
 * POST /v2/get_survey_reasons. Source: options §3 §4 §7.
 * Assumed, not confirmed by a backend: the rule.
 *
 * Fails with:
 * - `reasonsUnavailable` (HTTP 422, HTTP 5XX): The reasons could not be read.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const getSurveyReasons = {
    id: 'getSurveyReasons',
    path: '/v2/get_survey_reasons',
    reject: {
        from: 2000
    },
    require: [
        'result.reasons'
    ],
    failures: [
        {
            name: 'reasonsUnavailable',
            outcome: 'ignore',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        ignore: [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * Saves why the subscriber left.
 *
 * Sent only with a reason or a comment. When it fails the form stays open.
 *
 * POST /v2/save_feedback. Source: options §3 §5 §7.
 *
 * Fails with:
 * - `feedbackUnavailable` (HTTP 422, HTTP 5XX): It was not saved.
 * - as every call: `unauthorized`, `tooManyRequests`, `unexpectedStatus`, `unknownCode`, `malformed`, `notSent`, `noConnection`, `timeOut`.
 */
export const saveFeedback = {
    id: 'saveFeedback',
    path: '/v2/save_feedback',
    reject: {
        except: [
            0
        ]
    },
    require: [],
    failures: [
        {
            name: 'feedbackUnavailable',
            outcome: 'not-saved',
            http: [
                422,
                5
            ]
        }
    ],
    common: {
        'authorize-again': [
            'unauthorized'
        ],
        'not-saved': [
            'tooManyRequests',
            'unexpectedStatus',
            'unknownCode',
            'malformed',
            'notSent',
            'noConnection',
            'timeOut'
        ]
    }
} as const;

/**
 * What each call takes and answers.
 */
export type OperationTypes = {
    /**
     * The subscriber’s state, with status, bundle and dates.
     */
    getClientData: {
        request: components['schemas']['Empty'];
        data: components['schemas']['ClientDataAnswer'];
    };
    /**
     * Name and phone of the signed-in user.
     */
    getUserProfile: {
        request: components['schemas']['Empty'];
        data: components['schemas']['UserProfileAnswer'];
    };
    /**
     * Remembers which onboarding was seen.
     */
    changeOnboardingType: {
        request: components['schemas']['OnboardingRequest'];
        data: components['schemas']['CodedAnswer'];
    };
    /**
     * Lets the subscription renew by itself.
     */
    enableAutopay: {
        request: components['schemas']['Empty'];
        data: components['schemas']['CodedAnswer'];
    };
    /**
     * Stops the subscription from renewing; it works until its end.
     */
    disableAutopay: {
        request: components['schemas']['Empty'];
        data: components['schemas']['CodedAnswer'];
    };
    /**
     * Activates a subscription by the link of an SMS.
     */
    activateByLink: {
        request: components['schemas']['ActivationRequest'];
        data: components['schemas']['DoneAnswer'];
    };
    /**
     * The bound bank cards.
     */
    getBankCards: {
        request: components['schemas']['Empty'];
        data: components['schemas']['BankCardsAnswer'];
    };
    /**
     * Starts adding a bank card.
     */
    registerBinding: {
        request: components['schemas']['BindingRequest'];
        data: components['schemas']['BindingAnswer'];
    };
    /**
     * Removes a bank card.
     */
    unbindCard: {
        request: components['schemas']['UnbindCardRequest'];
        data: components['schemas']['CodedAnswer'];
    };
    /**
     * Creates an order for a bundle or an option.
     */
    createOrder: {
        request: components['schemas']['CreateOrderRequest'];
        data: components['schemas']['CreatedOrderAnswer'];
    };
    /**
     * How far an order is.
     */
    getOrderStatus: {
        request: components['schemas']['OrderStatusRequest'];
        data: components['schemas']['OrderStatusAnswer'];
    };
    /**
     * Creates an order that is paid with points.
     */
    createScoresOrder: {
        request: components['schemas']['ScoresOrderRequest'];
        data: components['schemas']['CreatedOrderAnswer'];
    };
    /**
     * Charges points for an order.
     */
    payOrder: {
        request: components['schemas']['PayOrderRequest'];
        data: components['schemas']['DoneAnswer'];
    };
    /**
     * The payment history.
     */
    getPayments: {
        request: components['schemas']['Empty'];
        data: components['schemas']['PaymentsAnswer'];
    };
    /**
     * Offers that keep a subscriber.
     */
    getAvailableCounterOffers: {
        request: components['schemas']['Empty'];
        data: components['schemas']['CounterOffersAnswer'];
    };
    /**
     * The balance of loyalty points.
     */
    getScoresBalance: {
        request: components['schemas']['Empty'];
        data: components['schemas']['ScoresBalanceAnswer'];
    };
    /**
     * Points of all time.
     */
    getAllLoyaltyScores: {
        request: components['schemas']['Empty'];
        data: components['schemas']['AllScoresAnswer'];
    };
    /**
     * Points month by month.
     */
    getMonthlyLoyaltyScores: {
        request: components['schemas']['MonthlyScoresRequest'];
        data: components['schemas']['MonthlyScoresAnswer'];
    };
    /**
     * The paid options of a bundle.
     */
    getOptions: {
        request: components['schemas']['OptionsRequest'];
        data: components['schemas']['OptionsAnswer'];
    };
    /**
     * Switches the autopayment of an option.
     */
    changeAutopaymentOption: {
        request: components['schemas']['AutopaymentOptionRequest'];
        data: components['schemas']['DoneAnswer'];
    };
    /**
     * The members of a family option.
     */
    getSubscriberRelations: {
        request: components['schemas']['RelationsRequest'];
        data: components['schemas']['RelationsAnswer'];
    };
    /**
     * The phone of the family’s organizer.
     */
    getSubscriberMaster: {
        request: components['schemas']['MasterRequest'];
        data: components['schemas']['MasterAnswer'];
    };
    /**
     * Adds a family member.
     */
    createSubscriberRelation: {
        request: components['schemas']['CreateRelationRequest'];
        data: components['schemas']['CreatedRelationAnswer'];
    };
    /**
     * Removes a family member.
     */
    deleteSubscriberRelation: {
        request: components['schemas']['DeleteRelationRequest'];
        data: components['schemas']['DoneAnswer'];
    };
    /**
     * What a bundle costs under a promo action.
     */
    getSubscriptionPrice: {
        request: components['schemas']['PromocodeRequest'];
        data: components['schemas']['SubscriptionPriceAnswer'];
    };
    /**
     * What a promocode gives.
     */
    checkPromocode: {
        request: components['schemas']['PromocodeRequest'];
        data: components['schemas']['PromocodeCheckAnswer'];
    };
    /**
     * Promocodes of a partner for one subscriber.
     */
    getPromocodesToUser: {
        request: components['schemas']['UserPromocodesRequest'];
        data: components['schemas']['UserPromocodesAnswer'];
    };
    /**
     * The loyalty cards.
     */
    getLoyaltyCards: {
        request: components['schemas']['Empty'];
        data: components['schemas']['LoyaltyCardsAnswer'];
    };
    /**
     * Free deliveries that are left.
     */
    getDeliveryInfo: {
        request: components['schemas']['Empty'];
        data: components['schemas']['DeliveryInfoAnswer'];
    };
    /**
     * Reports an event to the product analytics.
     */
    sendProductEvent: {
        request: components['schemas']['ProductEvent'];
        data: components['schemas']['EventAnswer'];
    };
    /**
     * The groups of experiments that a user is in.
     */
    getUserExperimentGroup: {
        request: components['schemas']['ExperimentsRequest'];
        data: components['schemas']['ExperimentsAnswer'];
    };
    /**
     * Reasons that a survey offers.
     */
    getSurveyReasons: {
        request: components['schemas']['SurveyReasonsRequest'];
        data: components['schemas']['SurveyReasonsAnswer'];
    };
    /**
     * Saves why the subscriber left.
     */
    saveFeedback: {
        request: components['schemas']['FeedbackRequest'];
        data: components['schemas']['CodedAnswer'];
    };
};
