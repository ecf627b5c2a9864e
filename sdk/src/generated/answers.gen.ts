// Generated from openapi/ by `npm run generate`. Not edited by hand.

import { vAllScoresAnswer, vBankCardsAnswer, vBindingAnswer, vClientDataAnswer, vCodedAnswer, vCounterOffersAnswer, vCreatedOrderAnswer, vCreatedRelationAnswer, vDeliveryInfoAnswer, vDoneAnswer, vEventAnswer, vExperimentsAnswer, vLoyaltyCardsAnswer, vMasterAnswer, vMonthlyScoresAnswer, vOptionsAnswer, vOrderStatusAnswer, vPaymentsAnswer, vPromocodeCheckAnswer, vRelationsAnswer, vScoresBalanceAnswer, vSubscriptionPriceAnswer, vSurveyReasonsAnswer, vUserProfileAnswer, vUserPromocodesAnswer } from './valibot.gen.ts';

export const getClientData = vClientDataAnswer;

export const getUserProfile = vUserProfileAnswer;

export const changeOnboardingType = vCodedAnswer;

export const enableAutopay = vCodedAnswer;

export const disableAutopay = vCodedAnswer;

export const activateByLink = vDoneAnswer;

export const getBankCards = vBankCardsAnswer;

export const registerBinding = vBindingAnswer;

export const unbindCard = vCodedAnswer;

export const createOrder = vCreatedOrderAnswer;

export const getOrderStatus = vOrderStatusAnswer;

export const createScoresOrder = vCreatedOrderAnswer;

export const payOrder = vDoneAnswer;

export const getPayments = vPaymentsAnswer;

export const getAvailableCounterOffers = vCounterOffersAnswer;

export const getScoresBalance = vScoresBalanceAnswer;

export const getAllLoyaltyScores = vAllScoresAnswer;

export const getMonthlyLoyaltyScores = vMonthlyScoresAnswer;

export const getOptions = vOptionsAnswer;

export const changeAutopaymentOption = vDoneAnswer;

export const getSubscriberRelations = vRelationsAnswer;

export const getSubscriberMaster = vMasterAnswer;

export const createSubscriberRelation = vCreatedRelationAnswer;

export const deleteSubscriberRelation = vDoneAnswer;

export const getSubscriptionPrice = vSubscriptionPriceAnswer;

export const checkPromocode = vPromocodeCheckAnswer;

export const getPromocodesToUser = vUserPromocodesAnswer;

export const getLoyaltyCards = vLoyaltyCardsAnswer;

export const getDeliveryInfo = vDeliveryInfoAnswer;

export const sendProductEvent = vEventAnswer;

export const getUserExperimentGroup = vExperimentsAnswer;

export const getSurveyReasons = vSurveyReasonsAnswer;

export const saveFeedback = vCodedAnswer;
