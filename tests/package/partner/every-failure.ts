// Every failure of a call has its arm: one that is forgotten, or that the contract adds, does not compile. See ../types.test.ts.
import { type Client, type Failure, unwrap } from '@paket/sdk'

function words(failure: Failure<'createOrder'>): string {
  switch (failure.name) {
    case 'alreadyConnecting':
    case 'partnerSubscription':
    case 'oneMorePeriod':
    case 'timeIsOver':
    case 'employee':
    case 'underWay':
      return failure.outcome
    case 'tryLater':
    case 'orderRejected':
      return `code ${failure.code}`
    case 'orderUnavailable':
    case 'tooManyRequests':
    case 'unexpectedStatus':
      return `HTTP ${failure.status}`
    case 'unknownCode':
      return `new code ${failure.code ?? 'none'}`
    case 'unauthorized':
    case 'malformed':
    case 'notSent':
    case 'noConnection':
    case 'timeOut':
      return failure.docs
  }
}

export async function order(paket: Client, bundleId: string): Promise<string> {
  const result = await paket.createOrder({ source: 'web', bundleId, usingMainCard: true })
  return 'failure' in result ? words(result.failure) : unwrap(result).result.orderId
}
