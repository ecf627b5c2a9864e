// Generated from openapi/ by `npm run generate`. Not edited by hand.

/**
 * Every key that can be invalidated.
 */
export const cacheKeys = [
    'activeExtSubscription',
    'counterOffers',
    'payments',
    'scoresBalance',
    'clientData',
    'userScoreYear',
    'bankCards',
    'userProfile',
    'options',
    'deliveryInfo',
    'subscriberRelations',
    'subscriberMaster',
    'loyaltyCards',
    'allScores',
    'subscriptionPrice',
    'experiments',
    'surveyReasons'
] as const;

/**
 * How long an answer is fresh unless its call says otherwise, in milliseconds.
 */
export const defaultFreshMs = 300000 as const;

/**
 * Per call: the key of a read and how long it is fresh, what a write makes stale. Times in milliseconds.
 */
export const cache = {
    getClientData: {
        key: 'clientData',
        freshMs: 300000,
        retry: {
            everyMs: 5000,
            on: [
                'clientDataUnavailable',
                'notSent',
                'noConnection',
                'timeOut'
            ]
        },
        poll: {
            while: 'awaitingActivation',
            everyMs: 15000
        }
    },
    getUserProfile: {
        key: 'userProfile',
        freshMs: 300000
    },
    changeOnboardingType: {
        invalidates: [
            'clientData'
        ],
        optimistic: {
            call: 'getClientData',
            fields: [
                'onboardingBundle',
                'onboardingCard'
            ]
        }
    },
    enableAutopay: {
        invalidates: [
            'clientData',
            'activeExtSubscription',
            'deliveryInfo'
        ]
    },
    disableAutopay: {
        invalidates: [
            'clientData',
            'activeExtSubscription',
            'deliveryInfo'
        ]
    },
    activateByLink: {
        invalidates: [
            'clientData',
            'activeExtSubscription'
        ]
    },
    getBankCards: {
        key: 'bankCards',
        freshMs: 300000
    },
    registerBinding: {
        invalidates: [
            'bankCards'
        ]
    },
    unbindCard: {
        invalidates: [
            'bankCards'
        ]
    },
    createOrder: {
        invalidates: [
            'clientData',
            'activeExtSubscription',
            'counterOffers',
            'payments',
            'options'
        ]
    },
    getOrderStatus: {},
    createScoresOrder: {
        invalidates: []
    },
    payOrder: {
        invalidates: [
            'clientData',
            'activeExtSubscription',
            'scoresBalance',
            'payments',
            'userScoreYear'
        ]
    },
    getPayments: {
        key: 'payments',
        freshMs: 300000
    },
    getAvailableCounterOffers: {
        key: 'counterOffers',
        freshMs: 300000
    },
    getScoresBalance: {
        key: 'scoresBalance',
        freshMs: 3600000
    },
    getAllLoyaltyScores: {
        key: 'allScores',
        freshMs: 3600000,
        keptMs: 86400000
    },
    getMonthlyLoyaltyScores: {
        key: 'userScoreYear',
        freshMs: 3600000,
        keptMs: 86400000
    },
    getOptions: {
        key: 'options',
        freshMs: 300000,
        poll: {
            while: 'optionsConnecting',
            everyMs: 15000
        }
    },
    changeAutopaymentOption: {
        invalidates: [
            'options'
        ],
        invalidatesIf: [
            {
                field: 'autopaymentsEnabled',
                is: true,
                keys: [
                    'clientData',
                    'activeExtSubscription'
                ]
            }
        ],
        invalidatesOnFailure: [
            {
                names: [
                    'optionNotFound',
                    'optionGone',
                    'malformed',
                    'noConnection',
                    'timeOut'
                ],
                keys: [
                    'options'
                ]
            }
        ]
    },
    getSubscriberRelations: {
        key: 'subscriberRelations',
        freshMs: 300000,
        poll: {
            while: 'relationsChanging',
            everyMs: 15000
        }
    },
    getSubscriberMaster: {
        key: 'subscriberMaster',
        freshMs: 300000
    },
    createSubscriberRelation: {
        invalidates: [
            'subscriberRelations'
        ],
        invalidatesOnFailure: [
            {
                names: [
                    'optionNotFound',
                    'optionConnecting'
                ],
                keys: [
                    'options'
                ]
            },
            {
                names: [
                    'limitReached',
                    'memberUnavailable',
                    'malformed',
                    'noConnection',
                    'timeOut'
                ],
                keys: [
                    'subscriberRelations'
                ]
            }
        ]
    },
    deleteSubscriberRelation: {
        invalidates: [
            'subscriberRelations'
        ],
        invalidatesOnFailure: [
            {
                names: [
                    'optionNotFound'
                ],
                keys: [
                    'options'
                ]
            },
            {
                names: [
                    'removalUnavailable',
                    'malformed',
                    'noConnection',
                    'timeOut'
                ],
                keys: [
                    'subscriberRelations'
                ]
            }
        ]
    },
    getSubscriptionPrice: {
        key: 'subscriptionPrice',
        freshMs: 300000
    },
    checkPromocode: {
        invalidates: []
    },
    getPromocodesToUser: {
        invalidates: []
    },
    getLoyaltyCards: {
        key: 'loyaltyCards',
        freshMs: 1800000,
        poll: {
            everyMs: 1800000
        },
        keptMs: 1800000
    },
    getDeliveryInfo: {
        key: 'deliveryInfo',
        freshMs: 300000
    },
    sendProductEvent: {
        invalidates: [],
        atMostEveryMs: 1000
    },
    getUserExperimentGroup: {
        key: 'experiments',
        freshMs: 300000
    },
    getSurveyReasons: {
        key: 'surveyReasons',
        freshMs: 300000
    },
    saveFeedback: {
        invalidates: []
    }
} as const;
