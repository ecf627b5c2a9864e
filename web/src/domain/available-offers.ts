interface Answer {
  code?: number | undefined
  result: {
    availableCounterOfferIds?: readonly string[] | undefined
    activeCounterOfferIds?: readonly string[] | undefined
  }
}

/** Ids of the counter-offers that may be taken. Code 1 means that one is active already, so there are none, whatever the lists contain (OO-35). */
export const availableOfferIds = ({ code, result }: Answer): readonly string[] =>
  code === 1 ? [] : (result.availableCounterOfferIds ?? [])
