interface Answer {
  code?: number | undefined
  result: {
    availableCounterOfferIds?: readonly string[] | undefined
    activeCounterOfferIds?: readonly string[] | undefined
  }
}

/** Ids of the counter-offers that may be taken: with code 1 one is active already, whatever else is said (OO-35). */
export const availableOfferIds = ({ code, result }: Answer): readonly string[] =>
  code === 1 ? [] : (result.availableCounterOfferIds ?? [])
