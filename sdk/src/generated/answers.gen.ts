// Generated from openapi/ by `npm run generate`. Not edited by hand.

import { vAllScoresAnswer, vBankCardsAnswer, vBindingAnswer, vClientDataAnswer, vCodedAnswer, vCounterOffersAnswer, vCreatedOrderAnswer, vCreatedRelationAnswer, vDeliveryInfoAnswer, vDoneAnswer, vEventAnswer, vExperimentsAnswer, vLoyaltyCardsAnswer, vMasterAnswer, vMonthlyScoresAnswer, vOptionsAnswer, vOrderStatusAnswer, vPaymentsAnswer, vPromocodeCheckAnswer, vRelationsAnswer, vScoresBalanceAnswer, vSubscriptionPriceAnswer, vSurveyReasonsAnswer, vUserProfileAnswer, vUserPromocodesAnswer } from './valibot.gen.ts';

/**
 * Per call the schema of its accepted answer.
 */
export const answers = {
    getClientData: vClientDataAnswer,
    getUserProfile: vUserProfileAnswer,
    changeOnboardingType: vCodedAnswer,
    enableAutopay: vCodedAnswer,
    disableAutopay: vCodedAnswer,
    activateByLink: vDoneAnswer,
    getBankCards: vBankCardsAnswer,
    registerBinding: vBindingAnswer,
    unbindCard: vCodedAnswer,
    createOrder: vCreatedOrderAnswer,
    getOrderStatus: vOrderStatusAnswer,
    createScoresOrder: vCreatedOrderAnswer,
    payOrder: vDoneAnswer,
    getPayments: vPaymentsAnswer,
    getAvailableCounterOffers: vCounterOffersAnswer,
    getScoresBalance: vScoresBalanceAnswer,
    getAllLoyaltyScores: vAllScoresAnswer,
    getMonthlyLoyaltyScores: vMonthlyScoresAnswer,
    getOptions: vOptionsAnswer,
    changeAutopaymentOption: vDoneAnswer,
    getSubscriberRelations: vRelationsAnswer,
    getSubscriberMaster: vMasterAnswer,
    createSubscriberRelation: vCreatedRelationAnswer,
    deleteSubscriberRelation: vDoneAnswer,
    getSubscriptionPrice: vSubscriptionPriceAnswer,
    checkPromocode: vPromocodeCheckAnswer,
    getPromocodesToUser: vUserPromocodesAnswer,
    getLoyaltyCards: vLoyaltyCardsAnswer,
    getDeliveryInfo: vDeliveryInfoAnswer,
    sendProductEvent: vEventAnswer,
    getUserExperimentGroup: vExperimentsAnswer,
    getSurveyReasons: vSurveyReasonsAnswer,
    saveFeedback: vCodedAnswer
};
