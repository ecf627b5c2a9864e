// Generated from openapi/ by `npm run generate`. Not edited by hand.

export interface paths {
    "/v1/activate_by_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activates a subscription by the link of an SMS.
         * @description A link is valid for 1200 s; after an attempt that did not succeed the next one is blocked for 1200 s (T10). The path and the codes are the project’s own.
         */
        post: operations["activateByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/autopay/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stops the subscription from renewing; it works until its end.
         * @description The HTTP status is read first, then the code. Code 200 is never a success.
         *     Sent once, at the end of the cancellation chain.
         */
        post: operations["disableAutopay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/autopay/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lets the subscription renew by itself.
         * @description The HTTP status is read first, then the code. Code 200 is never a success.
         */
        post: operations["enableAutopay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/change_autopayment_option": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switches the autopayment of an option.
         * @description 2001 means that the option is not there, under any HTTP status; the list is stale then.
         */
        post: operations["changeAutopaymentOption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/change_onboarding_type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remembers which onboarding was seen.
         * @description Shown at once in the cached client data, taken back when it fails, and read again in both cases.
         */
        post: operations["changeOnboardingType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/check_promocode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a promocode gives.
         * @description A successful check is valid for 1200 s (T10); the purchase is `createOrder` with `promocodeId`. The path is the project’s own, the codes are documented.
         */
        post: operations["checkPromocode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/create_order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an order for a bundle or an option.
         * @description The order is then followed with `getOrderStatus`. Never repeat it by itself: a lost answer leaves the order in doubt.
         *     The numbers differ from those of the points order; they must not be mixed.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/create_scores_order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an order that is paid with points.
         * @description Nothing is charged yet: `payOrder` does that. The numbers differ from those of `createOrder`; they must not be mixed.
         */
        post: operations["createScoresOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/create_subscriber_relation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a family member.
         * @description `option not found` is 2000 here and 2001 in `changeAutopaymentOption`. After 2002 the form is filled in again: the same request would fail again.
         */
        post: operations["createSubscriberRelation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delete_subscriber_relation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes a family member.
         * @description Only members with status active can be removed. `try later` is 2001 here and 2004 in `createSubscriberRelation`, `limit reached` 2002 and 2003.
         */
        post: operations["deleteSubscriberRelation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_all_loyalty_scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Points of all time.
         * @description Good only with code 0. In the cancellation chain the step is left out when it fails or there are none.
         */
        post: operations["getAllLoyaltyScores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_available_counter_offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offers that keep a subscriber.
         * @description Two good answers: code 0 lists offers that may be taken, code 1 those that are active.
         */
        post: operations["getAvailableCounterOffers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_bank_cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The bound bank cards.
         * @description Renewals are charged to the main card. Code 3 rejects the answer; code 4 does not.
         */
        post: operations["getBankCards"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_monthly_loyalty_scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Points month by month.
         * @description Asked for in pages of four months, the current one first, back to February 2023 or to the start of the subscription. A missing month counts 0.
         */
        post: operations["getMonthlyLoyaltyScores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The paid options of a bundle.
         * @description Partner subscribers and employees may have options too; the server lists what can be had. An option that is not listed does not exist.
         */
        post: operations["getOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The payment history.
         * @description The newest payment first. The path and the shape are the project’s own.
         */
        post: operations["getPayments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_scores_balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The balance of loyalty points.
         * @description Fresh for an hour. When it fails with another code than 2000, points stay offered and the server decides.
         */
        post: operations["getScoresBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_subscriber_master": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The phone of the family’s organizer.
         * @description Called for a family member (bundle slave) with his own subscriberId. Without an answer the line is left out.
         */
        post: operations["getSubscriberMaster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_subscriber_relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The members of a family option.
         * @description The owner comes as a relation too. Asked again every 15 s while a member is still changing. Family members do not call it.
         */
        post: operations["getSubscriberRelations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_user_experiment_group": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The groups of experiments that a user is in.
         * @description Asked only for deactivated users outside a partner app; group 3 of promo_3000_month shows a banner. Without an answer there is no banner.
         */
        post: operations["getUserExperimentGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pay_order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charges points for an order.
         * @description Never repeat it by itself: after a lost answer, `getOrderStatus` shows whether the points were charged. The path and the codes are the project’s own.
         *     The server pays orders of the token's owner alone: another user's order is refused like one that does not exist, with 2000, and nothing is charged.
         */
        post: operations["payOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/register_binding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts adding a bank card.
         * @description Answers the address of the payment page that takes the card. Accepted only with code 0 and an address.
         */
        post: operations["registerBinding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/send_product_event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reports an event to the product analytics.
         * @description Failures are ignored, no token is needed, none is refreshed. Sent at most once a second.
         */
        post: operations["sendProductEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/unbind_card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes a bank card.
         * @description Code 6 is as good as 0: the card was removed already. HTTP 422 means different things by its code.
         */
        post: operations["unbindCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/get_delivery_info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Free deliveries that are left.
         * @description Asked only for an activated subscription whose bundle is not daily, slave or free. The count is restored every 31 days; the server says when.
         */
        post: operations["getDeliveryInfo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/get_loyalty_cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The loyalty cards.
         * @description Read for a signed-in user, and again every 30 minutes: a new card appears within that time. Kinds that are not known and repeated cards are dropped by the SDK.
         */
        post: operations["getLoyaltyCards"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/get_order_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How far an order is.
         * @description Asked every 2 s, 15 times at most, the first time at once. What each status means depends on how the order is
         *     paid: see the SDK's `pollOrder`. Codes of 2000 and up reject the answer. The server answers for the orders of the token's owner alone: an order of
         *     someone else is refused like one that does not exist, with 2000.
         */
        post: operations["getOrderStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/get_promocodes_to_user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promocodes of a partner for one subscriber.
         * @description Asked for on the page of a partner’s offer. 4 and 9 are failures, so every code but 0 is. An empty list counts as a failure too.
         */
        post: operations["getPromocodesToUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/get_subscription_price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a bundle costs under a promo action.
         * @description 2002 means that the trial is unavailable, another thing than 2002 of `checkPromocode`.
         */
        post: operations["getSubscriptionPrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/get_survey_reasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reasons that a survey offers.
         * @description Shown after autopayment was turned off. Without them the form opens with the comment only.
         */
        post: operations["getSurveyReasons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/get_user_profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name and phone of the signed-in user.
         * @description Shown in the menu. HTTP 500 with code 5002 signs the user out; any other 500 offers to try again.
         */
        post: operations["getUserProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/save_feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saves why the subscriber left.
         * @description Sent only with a reason or a comment. When it fails the form stays open.
         */
        post: operations["saveFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/get_client_data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The subscriber’s state, with status, bundle and dates.
         * @description Read at start and after every change. Asked again every 15 s while the subscription is being connected.
         *     A failed read is repeated every 5 s, never after code 2000, 401, 403 or 422.
         */
        post: operations["getClientData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * ActivationRequest
         * @description The link that the user came by.
         */
        ActivationRequest: {
            /** @description `id` of the link’s address. */
            activationId: string;
            source: components["schemas"]["Source"];
        };
        /**
         * AllScoresAnswer
         * @description Points of all time.
         */
        AllScoresAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code: number;
            /** @description The sum. */
            result: {
                /** @description Points that the subscription brought; 10 points are 1 ruble. */
                scoresPaket: number;
            };
        };
        /**
         * AutopaymentOptionRequest
         * @description Which option, and whether it renews by itself.
         */
        AutopaymentOptionRequest: {
            /** @description True: renews at its end. False: works until its end and stops. */
            autopaymentsEnabled: boolean;
            /**
             * Format: uuid
             * @description Id of the option.
             */
            optionId: string;
        };
        /**
         * BankCard
         * @description A bound card, with the names of the wire. The SDK's `toBankCard` gives it the names of core §3.
         */
        BankCard: {
            /**
             * @description Payment system. Another value than these may come and is shown without a logo.
             * @enum {string}
             */
            cardType?: "VISA" | "MASTERCARD" | "MIR";
            /** @description Month and year: MM/YY. */
            expireDate?: string;
            /** @description Id of the card. */
            id: string;
            /** @description Whether renewals are charged to it. At most one card of a list is the main one. */
            isMainCard: boolean;
            /** @description Masked number; the last 4 digits are shown. */
            maskedPan?: string;
        };
        /**
         * BankCardsAnswer
         * @description The bound cards.
         */
        BankCardsAnswer: {
            /** @description Bound cards, the order is the server’s. Empty when none is bound. */
            cards: components["schemas"]["BankCard"][];
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
        };
        /**
         * BindingAnswer
         * @description Where the card is entered.
         */
        BindingAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code: number;
            /**
             * Format: uri
             * @description Address of the payment page that takes the card.
             */
            formUrl: string;
            /** @description For logs only. */
            message?: string | null;
        };
        /**
         * BindingRequest
         * @description Starts adding a card.
         */
        BindingRequest: {
            failUrlParameters: components["schemas"]["FailParameters"];
            returnUrlParameters: components["schemas"]["ReturnParameters"];
            source: components["schemas"]["Source"];
        };
        /**
         * ClientData
         * @description The subscriber's state. Dates, bundle, order and last period are null when there are none.
         */
        ClientData: {
            activationDate: components["schemas"]["NullableDateText"];
            /** @description Whether the subscription renews by itself. */
            autopaymentsEnabled: boolean;
            /**
             * Format: uuid
             * @description Id of the current bundle, see `catalogue.yaml`. An id that the catalogue does not have is an error that the client raises.
             */
            bundleId: string | null;
            createdDate: components["schemas"]["NullableDateText"];
            deactivationDate: components["schemas"]["NullableDateText"];
            /** @description Whether a paid bundle waits for its next payment, for which the later prices of the catalogue apply. */
            isGracePeriod: boolean;
            lastChainEndDate: components["schemas"]["NullableDateText"];
            /** @description A further paid period in the chain, or null. */
            lastPeriod: components["schemas"]["Period"] | null;
            /** @description Whether the onboarding of the bundle is still to be shown. */
            onboardingBundle: boolean;
            /** @description Whether the onboarding of the loyalty card is still to be shown. */
            onboardingCard: boolean;
            /** @description Id of the last order, the last resort when a payment page comes back without one. */
            orderId: string | null;
            status: components["schemas"]["SubscriberStatus"];
            /** @description Id of the subscriber. */
            subscriberId: string;
        };
        /**
         * ClientDataAnswer
         * @description The subscriber’s state.
         */
        ClientDataAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code: number;
            result: components["schemas"]["ClientData"];
        };
        /**
         * CodedAnswer
         * @description It is done, and the code says so: the rule of the call refuses an answer without one.
         */
        CodedAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code: number;
            /** @description For logs only. */
            message?: string | null;
        };
        /**
         * CounterOffersAnswer
         * @description Offers that keep a subscriber. Code 0 lists those that may be taken, code 1 those that are taken already.
         */
        CounterOffersAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description Ids of `counterOffers` in the catalogue. */
            result: {
                /** @description With code 1: offers that are active. */
                activeCounterOfferIds?: string[];
                /** @description With code 0: offers that may be taken. */
                availableCounterOfferIds?: string[];
            };
        };
        /**
         * CreatedOrderAnswer
         * @description The order that was created.
         */
        CreatedOrderAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description The order. */
            result: {
                /** @description Id of the order, asked for with `getOrderStatus`. The acquirer calls it mdOrder. */
                orderId: string;
            };
        };
        /**
         * CreatedRelationAnswer
         * @description The member is being added. The result is not read by the client.
         */
        CreatedRelationAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description The new relation. */
            result?: {
                /** @description Id of the new relation. */
                relationId?: string;
            };
        };
        /**
         * CreateOrderRequest
         * @description What is bought and how it is paid. Null means none and may be left out. The price is the server's:
         *     by the bundle, or by the counter-offer where one is given.
         */
        CreateOrderRequest: {
            /**
             * Format: uuid
             * @description Id of the bundle, see `catalogue.yaml`; or the `optionId` of an option.
             */
            bundleId: string;
            /**
             * Format: uuid
             * @description Id of an available counter-offer.
             */
            counterOfferId?: string | null;
            /** @description Id of the experiment whose terms apply. */
            experimentId?: string | null;
            failUrlParameters?: components["schemas"]["FailParameters"];
            /** @description Id of a checked promocode. */
            promocodeId?: string | null;
            returnUrlParameters?: components["schemas"]["ReturnParameters"];
            source: components["schemas"]["Source"];
            /** @description Whether the main card is charged at once. Otherwise a payment page takes a new card. */
            usingMainCard: boolean;
        };
        /**
         * CreateRelationRequest
         * @description Who is added to which option.
         */
        CreateRelationRequest: {
            /**
             * Format: uuid
             * @description Id of the option.
             */
            optionId: string;
            /** @description Name of the member, trimmed: Russian letters and spaces. */
            subscriberRelationName: string;
            /** @description Phone of the member: eleven digits, the first 7. */
            subscriberRelationPhone: string;
        };
        /**
         * DateText
         * @description An instant as text, in one of four formats: with or without `T` between date and time, with or without a space before
         *     the zone offset (`+03:00`, `+0300`, `+03` or `Z`). Fractions of a second are allowed. Shown in Moscow time.
         */
        DateText: string;
        /**
         * DeleteRelationRequest
         * @description Who is removed from which option.
         */
        DeleteRelationRequest: {
            /**
             * Format: uuid
             * @description Id of the option.
             */
            optionId: string;
            /** @description Id of an active member, from `getSubscriberRelations`. */
            relationId: string;
        };
        /**
         * DeliveryInfo
         * @description Free deliveries that are left.
         */
        DeliveryInfo: {
            offerRenewalDate: components["schemas"]["NullableDateText"];
            /** @description One for each chain. */
            offers: components["schemas"]["DeliveryOffer"][];
            /** @description Renewals that the partner still pays; null where no one counts them. */
            renewalsLeft: number | null;
        };
        /**
         * DeliveryInfoAnswer
         * @description Free deliveries that are left.
         */
        DeliveryInfoAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            result: components["schemas"]["DeliveryInfo"];
        };
        /**
         * DeliveryOffer
         * @description Deliveries of one chain.
         */
        DeliveryOffer: {
            /** @description Deliveries that are left. */
            availableDeliveries: number;
            /**
             * Format: uuid
             * @description Id of the offer, see `deliveryChains` of the catalogue. Other ids are left out.
             */
            id: string;
            /** @description Deliveries in 31 days. */
            maxFreeDeliveries: number;
        };
        /**
         * DoneAnswer
         * @description It is done; the answer carries nothing else.
         */
        DoneAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description For logs only. */
            message?: string | null;
        };
        /**
         * Empty
         * @description An empty body is an empty JSON object.
         */
        Empty: Record<string, never>;
        /**
         * EventAnswer
         * @description Nothing of it is looked at.
         */
        EventAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
        };
        /**
         * EventData
         * @description What is known about the visit. Property names are the project's own.
         */
        EventData: {
            /** @description Name and version of the browser. */
            browserVersion?: string;
            /** @description Id of the current bundle. */
            bundleId?: string | null;
            /**
             * Format: date-time
             * @description When it happened on the device.
             */
            datetime?: string;
            /** @description Kind of device: mobile or desktop. */
            deviceType?: string;
            /** @description Where the visit came from. */
            referrer?: string | null;
            /** @description Id of the release of the client. */
            release?: string;
            /** @description Status of the subscriber. */
            subscriberStatus?: string | null;
            /** @description utm_campaign of the visit. */
            utmCampaign?: string | null;
            /** @description utm_medium of the visit. */
            utmMedium?: string | null;
            /** @description utm_source of the visit. */
            utmSource?: string | null;
            /** @description Whether the client runs in a partner app. */
            webview?: boolean;
        };
        /**
         * ExperimentGroup
         * @description The group that a user is in.
         */
        ExperimentGroup: {
            /**
             * Format: uuid
             * @description Id of an experiment, see `experiments` of the catalogue.
             */
            experimentId: string;
            /** @description Number of the group. */
            groupNumber: number;
        };
        /**
         * ExperimentsAnswer
         * @description The groups that a user is in.
         */
        ExperimentsAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description The groups. */
            result: {
                /** @description One for each experiment that runs. */
                experiments: components["schemas"]["ExperimentGroup"][];
            };
        };
        /**
         * ExperimentsRequest
         * @description The experiments that are asked for.
         */
        ExperimentsRequest: {
            /** @description Ids of `experiments` in the catalogue. */
            experimentIds: string[];
        };
        /**
         * FailParameters
         * @description What the payment page adds to the address that it returns to when it has failed: as ReturnParameters, and that it has failed.
         */
        FailParameters: {
            /**
             * @description What the page was opened for. card-binding adds a card, payment pays an order.
             * @enum {string}
             */
            event: "card-binding" | "payment";
            from: components["schemas"]["PurchaseFrom"];
            /**
             * @description failed: distinguishes a card that was not added from one that was; `/payment_gateway` is returned to in both cases.
             * @enum {string}
             */
            result?: "failed";
        };
        /**
         * FeedbackRequest
         * @description Why, in the user’s words and by reasons: a comment that is not blank, or at least one reason.
         */
        FeedbackRequest: {
            /** @description Trimmed; an empty text when nothing was written. */
            comment: string;
            /** @description Ids of the chosen reasons. */
            reasonIds: string[];
            /**
             * Format: uuid
             * @description Id of a survey, see `surveys` of the catalogue.
             */
            surveyId: string;
        };
        /**
         * LoyaltyCard
         * @description A loyalty card. `cardType` is open on the wire: X5BN, X5BX, X5BU, X5VC, PRVC, GREEN, PRKR, TC5 and VC5 are known, others
         *     are dropped by the SDK's `toLoyaltyCards`, and so are repeated cards.
         */
        LoyaltyCard: {
            /** @description Number as it is shown. */
            cardNumber: string;
            /** @description Kind of card. */
            cardType: string;
        };
        /**
         * LoyaltyCardsAnswer
         * @description The loyalty cards.
         */
        LoyaltyCardsAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description Cards, the order is the server’s. Empty when there is none. */
            result: components["schemas"]["LoyaltyCard"][];
        };
        /**
         * MasterAnswer
         * @description Who pays for the family.
         */
        MasterAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description The organizer. */
            result: {
                /** @description Digits only, country code first: 79001234567. */
                phoneNumber: string | null;
            };
        };
        /**
         * MasterRequest
         * @description The family member who asks.
         */
        MasterRequest: {
            /** @description Id of the asking subscriber, from `getClientData`. */
            subscriberId: string;
        };
        /**
         * MonthlyScoresAnswer
         * @description Points month by month.
         */
        MonthlyScoresAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code: number;
            /** @description Months that have points; one that is missing counts 0. */
            result: components["schemas"]["MonthScores"][];
        };
        /**
         * MonthlyScoresRequest
         * @description The months that are asked for: pages of four, not before February 2023.
         */
        MonthlyScoresRequest: {
            /** @description Months. */
            periods: components["schemas"]["ScorePeriod"][];
        };
        /**
         * MonthScores
         * @description Points of one month. The project’s own shape.
         */
        MonthScores: {
            /** @description Month. */
            month: number;
            /** @description Points that the subscription brought in that month. */
            scoresPaket: number;
            /** @description Year. */
            year: number;
        };
        /**
         * NullableDateText
         * @description An instant as text, in one of four formats: with or without `T` between date and time, with or without a space before
         *     the zone offset (`+03:00`, `+0300`, `+03` or `Z`). Fractions of a second are allowed. Null when there is none.
         *     Shown in Moscow time.
         */
        NullableDateText: string | null;
        /**
         * OnboardingRequest
         * @description Which onboarding was seen. Null leaves a flag as it is.
         */
        OnboardingRequest: {
            /** @description Whether the onboarding of the bundle is still to be shown; null leaves it. */
            onboardingBundle: boolean | null;
            /** @description Whether the onboarding of the loyalty card is still to be shown; null leaves it. */
            onboardingCard: boolean | null;
        };
        /**
         * Option
         * @description A paid option. Both dates are null while it is inactive.
         */
        Option: {
            /** @description Whether the option renews by itself; the switch follows this alone. */
            autopaymentsEnabled: boolean;
            /** @description Length of one term in days. */
            duration: number;
            endDate: components["schemas"]["NullableDateText"];
            /** @description Whether the option can renew at all. The badge «Активна» needs this and `autopaymentsEnabled`. */
            isRenewal: boolean;
            /** @description How many close people may share it, the owner not counted; null for other types. */
            maxRelations: number | null;
            /** @description Name in addresses: `/options/{name}`, `family_1_month` for the family option. */
            name: string;
            /**
             * Format: uuid
             * @description Id of the option; an order for it carries it as `bundleId`.
             */
            optionId: string;
            /** @description Price of one term in kopecks. */
            price: number;
            startDate: components["schemas"]["NullableDateText"];
            status: components["schemas"]["OptionStatus"];
            /** @description Title to show. */
            title: string;
            /**
             * @description family_subscription shares the subscription with close people. Another value may come; such an option has no family block.
             * @enum {string}
             */
            type: "family_subscription";
        };
        /**
         * OptionsAnswer
         * @description The options that can be had with a bundle.
         */
        OptionsAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description Options, the order is the server’s. Empty when the bundle has none. */
            result: components["schemas"]["Option"][];
        };
        /**
         * OptionsRequest
         * @description The bundle whose options are asked for.
         */
        OptionsRequest: {
            /**
             * Format: uuid
             * @description Id of the current bundle, see `catalogue.yaml`.
             */
            bundleId: string;
        };
        /**
         * OptionStatus
         * @description new: paid, being connected. active: in use until `endDate`. inactive: not bought, or ended.
         * @enum {string}
         */
        OptionStatus: "new" | "active" | "inactive";
        /**
         * OrderStatus
         * @description new: not yet with the bank. registered: the bank knows it. deposited: paid. declined: refused by the bank.
         *     Any other value, or none, ends the order's polling as invalid.
         * @enum {string}
         */
        OrderStatus: "new" | "registered" | "deposited" | "declined";
        /**
         * OrderStatusAnswer
         * @description How far the order is.
         */
        OrderStatusAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description The order’s state. */
            result: {
                /**
                 * Format: uri
                 * @description Address of the payment page; with a new card and status registered the user goes there.
                 */
                formUrl?: string | null;
                orderStatus: components["schemas"]["OrderStatus"];
            };
        };
        /**
         * OrderStatusRequest
         * @description Which order is asked for.
         */
        OrderStatusRequest: {
            /** @description Id of the order. */
            orderId: string;
        };
        /**
         * Payment
         * @description One payment of the history. The project's own shape.
         */
        Payment: {
            /**
             * Format: uuid
             * @description Id of the bundle or option that was paid; null when the server does not know it any more.
             */
            bundleId: string | null;
            date: components["schemas"]["DateText"];
            /** @description Masked number of the card, the last 4 digits are shown; null for points. */
            maskedPan: string | null;
            /** @description Id of the payment. */
            paymentId: string;
            /**
             * @description card: charged to a bank card. scores: charged in points.
             * @enum {string}
             */
            paymentType: "card" | "scores";
            /** @description What was paid, in kopecks; with points their worth, 10 points are 100 kopecks. */
            price: number;
        };
        /**
         * PaymentsAnswer
         * @description The payment history.
         */
        PaymentsAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description Payments, the newest first. Empty when nothing was paid. */
            result: components["schemas"]["Payment"][];
        };
        /**
         * PayOrderRequest
         * @description The points order that is paid now.
         */
        PayOrderRequest: {
            /** @description Id from `createScoresOrder`. */
            orderId: string;
            /**
             * @description scores charges points. No other way is known.
             * @enum {string}
             */
            paymentType: "scores";
        };
        /**
         * Period
         * @description A further paid period in the chain.
         */
        Period: {
            /**
             * Format: uuid
             * @description Id of the bundle in the catalogue.
             */
            bundleId: string | null;
            endDate: components["schemas"]["NullableDateText"];
            startDate: components["schemas"]["NullableDateText"];
        };
        /**
         * ProductEvent
         * @description Something a user did. Nothing personal in it.
         */
        ProductEvent: {
            /** @description Name of the event. */
            eventName: string;
            /** @description Kind of event. */
            eventType: string;
            extendedData?: components["schemas"]["EventData"];
            /** @description Address of the page. Tokens never are in an address. */
            fullUrl: string;
            /** @description Client id of the web analytics; null when it did not come within 1 s. */
            yandexId: string | null;
        };
        /**
         * PromocodeCheck
         * @description What a promocode gives.
         */
        PromocodeCheck: {
            /**
             * Format: uuid
             * @description Id of the bundle that is bought, see `catalogue.yaml`.
             */
            bundleId: string;
            /** @description What is bought, in days. */
            duration: number;
            /** @description What the bundle costs with it, in kopecks. */
            price: number;
            /** @description Id of the promocode, for `createOrder`. */
            promocodeId: string;
            /** @description Points or stickers that come with it, or null. */
            scoresCampaign: components["schemas"]["ScoresCampaign"] | null;
        };
        /**
         * PromocodeCheckAnswer
         * @description What a promocode gives.
         */
        PromocodeCheckAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            result: components["schemas"]["PromocodeCheck"];
        };
        /**
         * PromocodeRequest
         * @description A promocode as it was typed, trimmed. Case and alphabet matter.
         */
        PromocodeRequest: {
            /** @description Digits, Latin and Russian letters. */
            promocodeValue: string;
        };
        /**
         * PurchaseFrom
         * @description Where the user started. landing: `/`. profile: `/profile`. scores: payment by points. fastbuy: the
         *     fast-buy pages. trial: the query `trial=Y`. holodilnik: `referrer=refrigerator`. grace-prolong: `/oplata`.
         * @enum {string}
         */
        PurchaseFrom: "landing" | "profile" | "scores" | "fastbuy" | "trial" | "holodilnik" | "grace-prolong";
        /**
         * Refusal
         * @description A refusal. The code says which, where there is one; the message is for logs, never for the page.
         */
        Refusal: {
            /** @description The business code, see `x-failures` of the call. */
            code?: number;
            /** @description For logs only. */
            message?: string | null;
        };
        /**
         * RelationsAnswer
         * @description The members of a family.
         */
        RelationsAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description The members. */
            result: {
                /** @description Members, the order is the server’s. */
                relations: components["schemas"]["SubscriberRelation"][];
            };
        };
        /**
         * RelationsRequest
         * @description The family option whose members are asked for.
         */
        RelationsRequest: {
            /**
             * Format: uuid
             * @description Id of the option.
             */
            optionId: string;
        };
        /**
         * RelationStatus
         * @description owner: the organizer himself. new, waiting_for_activation: being connected. active: in use. waiting_for_renewal: in use, its
         *     renewal is under way. waiting_for_deactivation: being removed. error: could not be connected. inactive: removed. Another value
         *     counts as one that is still changing.
         * @enum {string}
         */
        RelationStatus: "owner" | "new" | "waiting_for_activation" | "active" | "waiting_for_renewal" | "waiting_for_deactivation" | "error" | "inactive";
        /**
         * ReturnParameters
         * @description What the payment page adds to the address it returns to: `/payment_gateway?event=…&from=…&orderId=…`.
         *     The intent travels here and not in storage, so that it survives a reload and cannot be stale.
         */
        ReturnParameters: {
            /**
             * @description What the page was opened for. card-binding adds a card, payment pays an order.
             * @enum {string}
             */
            event: "card-binding" | "payment";
            from: components["schemas"]["PurchaseFrom"];
        };
        /**
         * ScorePeriod
         * @description A calendar month, in Moscow time.
         */
        ScorePeriod: {
            /** @description Month. */
            month: number;
            /** @description Year. */
            year: number;
        };
        /**
         * ScoresBalanceAnswer
         * @description The balance of loyalty points.
         */
        ScoresBalanceAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description The balance. */
            result: {
                /** @description Points; 10 points are 1 ruble. */
                scoresBalance: number;
            };
        };
        /**
         * ScoresCampaign
         * @description A reward that comes with a promocode.
         */
        ScoresCampaign: {
            expireAt: components["schemas"]["NullableDateText"];
            /** @description The purchase that is needed, in kopecks; null when none is. */
            receiptAmount: number | null;
            /**
             * @description points: loyalty points. stickers: stickers of the club.
             * @enum {string}
             */
            rewardType: "points" | "stickers";
            /** @description How many points or stickers. */
            scoresAmount: number;
            /**
             * @description manual: credited by hand. auto_add_scores: credited after activation. auto_with_receipt: credited after a purchase of at least
             *     `receiptAmount`.
             * @enum {string}
             */
            type: "manual" | "auto_add_scores" | "auto_with_receipt";
        };
        /**
         * ScoresOrderRequest
         * @description What is bought with points. Neither promocodes nor counter-offers nor options can be paid so.
         */
        ScoresOrderRequest: {
            /**
             * Format: uuid
             * @description Id of a bundle that is sold, see `catalogue.yaml`. It costs a tenth of its kopecks in points.
             */
            bundleId: string;
        };
        /**
         * Source
         * @description The host that the client runs in: the website, one of three partner apps' webviews (the grocery app, the
         *     hypermarket app, a third one), or the test host.
         * @enum {string}
         */
        Source: "web" | "grocery" | "hyper" | "third" | "test";
        /**
         * SubscriberRelation
         * @description A member of the family. The owner comes as a relation too.
         */
        SubscriberRelation: {
            /** @description Id of the relation. */
            relationId: string;
            status: components["schemas"]["RelationStatus"];
            /** @description The name that the owner gave. */
            subscriberName: string | null;
            /** @description Digits only, country code first: 79001234567. */
            subscriberPhone: string | null;
        };
        /**
         * SubscriberStatus
         * @description registered: new, never paid. deactivated: churned. activated: paid. waiting_for_activation: paid, being connected.
         *     A value that is none of these is an error that the client raises.
         * @enum {string}
         */
        SubscriberStatus: "registered" | "deactivated" | "activated" | "waiting_for_activation";
        /**
         * SubscriptionPrice
         * @description What a bundle costs under a promo action.
         */
        SubscriptionPrice: {
            /**
             * Format: uuid
             * @description Id of the bundle that is bought, see `catalogue.yaml`.
             */
            bundleId: string;
            /** @description What is bought, in days. */
            duration: number;
            /** @description What the bundle costs with it, in kopecks. */
            price: number;
            /** @description Id of the promocode, for `createOrder`. */
            promocodeId: string;
        };
        /**
         * SubscriptionPriceAnswer
         * @description The price under a promo action.
         */
        SubscriptionPriceAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            result: components["schemas"]["SubscriptionPrice"];
        };
        /**
         * SurveyReason
         * @description A reason that can be chosen.
         */
        SurveyReason: {
            /** @description Id of the reason. */
            id: string;
            /** @description Text to show. */
            value: string;
        };
        /**
         * SurveyReasonsAnswer
         * @description Reasons that can be chosen. The project’s own shape.
         */
        SurveyReasonsAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            /** @description The reasons. */
            result: {
                /** @description Reasons, the order is the server’s. */
                reasons: components["schemas"]["SurveyReason"][];
            };
        };
        /**
         * SurveyReasonsRequest
         * @description The survey whose reasons are asked for.
         */
        SurveyReasonsRequest: {
            /**
             * Format: uuid
             * @description Id of a survey, see `surveys` of the catalogue.
             */
            surveyId: string;
        };
        /**
         * UnbindCardRequest
         * @description The card that is removed.
         */
        UnbindCardRequest: {
            /** @description Id of a bound card, from `getBankCards`. */
            bankCardId: string;
        };
        /**
         * UserProfile
         * @description Who is signed in.
         */
        UserProfile: {
            /** @description First name. */
            name: string | null;
            /** @description Digits only, country code first: 79001234567. */
            phoneNumber: string | null;
            /** @description Last name. */
            surname: string | null;
        };
        /**
         * UserProfileAnswer
         * @description Who is signed in.
         */
        UserProfileAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code?: number;
            result: components["schemas"]["UserProfile"];
        };
        /**
         * UserPromocodesAnswer
         * @description Promocodes of a partner. The item’s shape is the project’s own.
         */
        UserPromocodesAnswer: {
            /** @description The business code, see `x-validity` of the call. */
            code: number;
            /** @description The promocodes. */
            result: {
                /** @description Promocodes for this subscriber; the first is shown. An empty list counts as a failure. */
                promocodes: string[];
            };
        };
        /**
         * UserPromocodesRequest
         * @description The partner’s offer, and who asks.
         */
        UserPromocodesRequest: {
            /** @description Id of the offer: `cardData.partnerOfferId` of the content system. */
            partnerOfferId: string;
            /** @description Id of the asking subscriber, from `getClientData`. */
            subscriberId: string;
        };
    };
    responses: {
        /** @description The token may not do this. Handled as 401. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The server failed. */
        ServerError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Asked too often. Nothing was done. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description No token, or one that is refused. The client refreshes it and repeats the call once. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description A gateway in front of the server answered. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The first call with this idempotency key is still under way. */
        UnderWay: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The request cannot be processed. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: {
        /**
         * @description A UUID per intent of the user, as a string of structured fields: in quotes (RFC 9651, draft-ietf-httpapi-idempotency-key-header). Whatever
         *     is sent again for the same intent carries the same key; who decides anew, or changes what is bought, makes another. A server that honours it
         *     answers the same to the same user, call, key and body, refuses another body under the same key with 422, a key whose first request is still
         *     under way with 409, and may forget a key after 24 h. Keys of two calls are apart. No backend has said that it does: a call is not
         *     repeated by itself because it carries a key.
         * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description When to ask again: a number of seconds, or an HTTP date (RFC 9110).
         * @example 30
         */
        RetryAfter: string;
        /**
         * @description The server's name for the request, on every answer: support finds the request by it, and people are shown it. Sent by the server, or by a gateway in front of it.
         * @example 8c0f2f7e-0d5c-4f0e-9f53-1d2a7c5f3b10
         */
        XRequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    activateByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivationRequest"];
            };
        };
        responses: {
            /** @description The subscription is being activated, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    disableAutopay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description It is changed, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    enableAutopay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description It is changed, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    changeAutopaymentOption: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The option, and on or off. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutopaymentOptionRequest"];
            };
        };
        responses: {
            /** @description It is switched, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    changeOnboardingType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Which flags change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OnboardingRequest"];
            };
        };
        responses: {
            /** @description It is changed, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    checkPromocode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The promocode. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromocodeRequest"];
            };
        };
        responses: {
            /** @description What it gives, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromocodeCheckAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID per intent of the user, as a string of structured fields: in quotes (RFC 9651, draft-ietf-httpapi-idempotency-key-header). Whatever
                 *     is sent again for the same intent carries the same key; who decides anew, or changes what is bought, makes another. A server that honours it
                 *     answers the same to the same user, call, key and body, refuses another body under the same key with 422, a key whose first request is still
                 *     under way with 409, and may forget a key after 24 h. Keys of two calls are apart. No backend has said that it does: a call is not
                 *     repeated by itself because it carries a key.
                 * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What is bought and how it is paid. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrderRequest"];
            };
        };
        responses: {
            /** @description The order, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrderAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["UnderWay"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    createScoresOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID per intent of the user, as a string of structured fields: in quotes (RFC 9651, draft-ietf-httpapi-idempotency-key-header). Whatever
                 *     is sent again for the same intent carries the same key; who decides anew, or changes what is bought, makes another. A server that honours it
                 *     answers the same to the same user, call, key and body, refuses another body under the same key with 422, a key whose first request is still
                 *     under way with 409, and may forget a key after 24 h. Keys of two calls are apart. No backend has said that it does: a call is not
                 *     repeated by itself because it carries a key.
                 * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What is bought. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoresOrderRequest"];
            };
        };
        responses: {
            /** @description The order, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrderAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["UnderWay"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    createSubscriberRelation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who is added. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRelationRequest"];
            };
        };
        responses: {
            /** @description The member is being added, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedRelationAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    deleteSubscriberRelation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who is removed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteRelationRequest"];
            };
        };
        responses: {
            /** @description The member is being removed, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getAllLoyaltyScores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The points, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllScoresAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getAvailableCounterOffers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The offers, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CounterOffersAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getBankCards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The cards, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankCardsAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getMonthlyLoyaltyScores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The months. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonthlyScoresRequest"];
            };
        };
        responses: {
            /** @description The months, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthlyScoresAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user's bundle. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptionsRequest"];
            };
        };
        responses: {
            /** @description The options, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptionsAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getPayments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The history, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentsAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getScoresBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The balance, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoresBalanceAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getSubscriberMaster: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who asks. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MasterRequest"];
            };
        };
        responses: {
            /** @description The organizer, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MasterAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getSubscriberRelations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The option. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RelationsRequest"];
            };
        };
        responses: {
            /** @description The members, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelationsAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getUserExperimentGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The experiments. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentsRequest"];
            };
        };
        responses: {
            /** @description The groups, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentsAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    payOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID per intent of the user, as a string of structured fields: in quotes (RFC 9651, draft-ietf-httpapi-idempotency-key-header). Whatever
                 *     is sent again for the same intent carries the same key; who decides anew, or changes what is bought, makes another. A server that honours it
                 *     answers the same to the same user, call, key and body, refuses another body under the same key with 422, a key whose first request is still
                 *     under way with 409, and may forget a key after 24 h. Keys of two calls are apart. No backend has said that it does: a call is not
                 *     repeated by itself because it carries a key.
                 * @example "8e03978e-40d5-43dd-bc93-6894a57f9324"
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Which order is paid. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayOrderRequest"];
            };
        };
        responses: {
            /** @description The points are being charged, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["UnderWay"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    registerBinding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The host, and what the payment page adds to its return addresses. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindingRequest"];
            };
        };
        responses: {
            /** @description Where to go, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BindingAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    sendProductEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductEvent"];
            };
        };
        responses: {
            /** @description Taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unbindCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Which card is removed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnbindCardRequest"];
            };
        };
        responses: {
            /** @description The card is gone, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getDeliveryInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The deliveries, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryInfoAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getLoyaltyCards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The cards, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyCardsAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getOrderStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Which order is asked for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderStatusRequest"];
            };
        };
        responses: {
            /** @description The status, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderStatusAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getPromocodesToUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The offer, and who asks. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPromocodesRequest"];
            };
        };
        responses: {
            /** @description The promocodes, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPromocodesAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getSubscriptionPrice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The promocode of the action. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromocodeRequest"];
            };
        };
        responses: {
            /** @description The price, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPriceAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getSurveyReasons: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The survey. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyReasonsRequest"];
            };
        };
        responses: {
            /** @description The reasons, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyReasonsAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getUserProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The profile, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfileAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    saveFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The reasons and the comment. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackRequest"];
            };
        };
        responses: {
            /** @description It is saved, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodedAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The request cannot be processed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
    getClientData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An empty JSON object. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The state, or a refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientDataAnswer"] | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The server failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description A gateway in front of the server answered. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
}
