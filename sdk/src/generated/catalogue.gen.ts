// Generated from openapi/ by `npm run generate`. Not edited by hand.

/**
 * Every bundle: what is sold (full) and what only renews. Prices in kopecks, durations in days.
 */
export const bundles = [
    {
        name: 'standard',
        id: '62f746b4-84e6-4ceb-95bd-447e7184d454',
        family: 'standard',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 12000,
        durationDays: 31
    },
    {
        name: 'standard199',
        id: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c',
        family: 'standard',
        kind: 'regular',
        type: 'full',
        priceKopecks: 19900,
        durationDays: 31
    },
    {
        name: 'standardsix',
        id: 'ec7ac8ad-1b2b-406b-aae1-2c972399d29d',
        family: 'standard',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 54900,
        durationDays: 186
    },
    {
        name: 'standardsix899',
        id: 'dc36fc90-2248-4d70-aca4-a1a9f5b19f71',
        family: 'standard',
        kind: 'regular',
        type: 'full',
        priceKopecks: 89900,
        durationDays: 186
    },
    {
        name: 'standardtwelve',
        id: 'e500bddf-37b0-4307-8f0f-4c3c2052e52b',
        family: 'standard',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 99000,
        durationDays: 372
    },
    {
        name: 'standardtwelve1599',
        id: '54a5054c-da2e-4003-9e0e-14ca778e6176',
        family: 'standard',
        kind: 'regular',
        type: 'full',
        priceKopecks: 159900,
        durationDays: 372
    },
    {
        name: 'plu',
        id: '8c0a70a7-a845-47f9-953a-5154281fa6f5',
        family: 'plus',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 12000,
        durationDays: 31
    },
    {
        name: 'plu159',
        id: '0db317d9-4c8e-4fa3-969a-73bf4c83cf3b',
        family: 'plus',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 15900,
        durationDays: 31
    },
    {
        name: 'plusix',
        id: '939ae232-588e-4bce-b71e-d78a1dc02e27',
        family: 'plus',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 44900,
        durationDays: 186
    },
    {
        name: 'plusix799',
        id: '5e571eaa-66c1-44e7-8859-90d2e844c762',
        family: 'plus',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 79900,
        durationDays: 186
    },
    {
        name: 'plutwelve',
        id: '5df6f817-b099-4bcf-a0ec-6db25097c040',
        family: 'plus',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 79000,
        durationDays: 372
    },
    {
        name: 'plutwelve1399',
        id: '8c3f846c-c6a9-42d3-83f8-4c485e5c4176',
        family: 'plus',
        kind: 'regular',
        type: 'only-renew',
        priceKopecks: 139900,
        durationDays: 372
    },
    {
        name: 'yandex',
        id: '3af9f30c-5a66-4477-bda9-d8c096d38ff5',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'x5card',
        id: 'baa2919c-0ded-47bb-bec0-c9226ed91f2e',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'ogon',
        id: '9ce4aa5f-0b47-42d2-9e05-c9906be994f2',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'megafon',
        id: '50d00787-862a-43db-851b-ec1ede27387c',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 't2',
        id: '7a8d9ccd-7582-429f-bac5-26d3d4381551',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'wink',
        id: '670c5891-45d2-4c06-a206-02e0fc80fa6f',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'tbank',
        id: 'bce1cb34-00e2-47d7-9eda-7e46a386c4a7',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'beeline',
        id: '7592b89f-f910-468a-baee-bb48936b7ac2',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'beelineSelfReg',
        id: 'a9cc2ff7-4eaf-4d61-8434-d99c09ff7f0c',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'apelsin',
        id: '944782d7-3418-42c5-9b24-10a6f0ae1284',
        family: 'partner',
        kind: 'partner',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'daily',
        id: '101379c7-d2ab-4d67-8074-a6442ba33d67',
        family: 'special',
        kind: 'daily',
        type: 'only-renew',
        priceKopecks: 700,
        durationDays: 1
    },
    {
        name: 'free',
        id: '543bcfbb-c9f2-4a8a-9ecf-958027801375',
        family: 'special',
        kind: 'free',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'hr',
        id: '6d84cc79-5636-4be9-b859-93a74865d3ee',
        family: 'special',
        kind: 'employee',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    },
    {
        name: 'slave',
        id: 'fe2fbd72-0bdc-45d3-860b-ed79214119cf',
        family: 'special',
        kind: 'family-member',
        type: 'only-renew',
        priceKopecks: 0,
        durationDays: 31
    }
] as const;

/**
 * Offers that keep a subscriber. Prices in kopecks.
 */
export const counterOffers = [
    {
        name: 'freeMonth',
        id: '04948682-4233-4b55-bff9-59b7c7fda173',
        bundle: 'standard199',
        priceKopecks: 0,
        discountPercent: 100
    },
    {
        name: 'discount6_40',
        id: '2ccd5f71-12fc-4e59-b1e9-f4fd46b1f9d2',
        bundle: 'standardsix899',
        priceKopecks: 53940,
        discountPercent: 40
    },
    {
        name: 'discount12_40',
        id: '1404cd3a-ec32-4b3b-837b-1bf3b938eca4',
        bundle: 'standardtwelve1599',
        priceKopecks: 95940,
        discountPercent: 40
    },
    {
        name: 'discount1_90',
        id: '603ae5da-4663-4a99-a910-fc8d0f06e36b',
        bundle: 'standard199',
        priceKopecks: 1900,
        discountPercent: 90
    }
] as const;

/**
 * What a bundle costs in the grace period when the later price applies, in kopecks.
 */
export const laterPrices = [
    {
        bundle: 'plu',
        priceKopecks: 15900,
        listedDays: 31,
        rule: 'monthly'
    },
    {
        bundle: 'plusix',
        priceKopecks: 79900,
        listedDays: 31,
        rule: 'long'
    },
    {
        bundle: 'plutwelve',
        priceKopecks: 139900,
        listedDays: 372,
        rule: 'long'
    },
    {
        bundle: 'standard',
        priceKopecks: 19900,
        listedDays: 31,
        rule: 'monthly'
    },
    {
        bundle: 'standardsix',
        priceKopecks: 89900,
        listedDays: 186,
        rule: 'long'
    },
    {
        bundle: 'standardtwelve',
        priceKopecks: 159900,
        listedDays: 372,
        rule: 'long'
    }
] as const;

/**
 * When the later price of the grace period applies.
 */
export const laterPriceRules = {
    monthly: {
        endDateAfter: '2024-10-23T09:00:00Z'
    },
    long: {
        withinDaysOfDeactivation: 30,
        deactivationDateAfter: '2025-10-01T00:00:00Z'
    }
} as const;

/**
 * `durations` of the catalogue.
 */
export const durations = [
    31,
    186,
    372
] as const;

/**
 * `daysPerMonth` of the catalogue.
 */
export const daysPerMonth = 31 as const;

/**
 * `kopecksPerPoint` of the catalogue.
 */
export const kopecksPerPoint = 10 as const;

/**
 * `dailyPointsDeduction` of the catalogue.
 */
export const dailyPointsDeduction = 70 as const;

/**
 * `experiments` of the catalogue.
 */
export const experiments = [
    {
        name: 'promo_3000_month',
        id: '6a3f0d2c-51b4-4b7e-9c2a-0f6d1e8b3a01'
    },
    {
        name: 'option_trial',
        id: 'b0d5a9e7-7c1f-4f58-8d60-5e2c9f4a1b02'
    }
] as const;

/**
 * `surveys` of the catalogue.
 */
export const surveys = [
    {
        name: 'CANCEL_SUBSCRIPTION',
        id: '2f7b9c14-8e53-4d0a-b6f1-93ad5c7e2b01'
    }
] as const;

/**
 * `deliveryChains` of the catalogue.
 */
export const deliveryChains = [
    {
        name: 'tcx',
        id: 'd1c1f5a0-3b7a-4a7f-9d53-5a1c2e7b9001'
    },
    {
        name: 'tc5',
        id: 'd1c1f5a0-3b7a-4a7f-9d53-5a1c2e7b9002'
    }
] as const;

/**
 * `loyaltyCardTypes` of the catalogue.
 */
export const loyaltyCardTypes = [
    'X5BN',
    'X5BX',
    'X5BU',
    'X5VC',
    'PRVC',
    'GREEN',
    'PRKR',
    'TC5',
    'VC5'
] as const;

/**
 * `promoPromocodes` of the catalogue.
 */
export const promoPromocodes = [
    {
        promocodeValue: 'FULL199',
        bundle: 'standard199'
    },
    {
        promocodeValue: 'ВЫГОДА6',
        bundle: 'standardsix899'
    },
    {
        promocodeValue: 'ВЫГОДА12',
        bundle: 'standardtwelve1599'
    }
] as const;
