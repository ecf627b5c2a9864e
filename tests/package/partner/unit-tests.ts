// A partner's unit tests: no server, no network, only the tarball.
import { createClient, pollOrder } from '@paket/sdk'
import { answers, fails, reset, stubFetch } from '@paket/sdk/testing'

/** What a partner's page does with an order. */
async function buy(fetch: typeof globalThis.fetch) {
  const paket = createClient({ baseUrl: 'https://shop.example/bff/api', auth: { getToken: () => 'token' }, fetch })
  const order = await paket.createOrder({ source: 'web', bundleId: 'standard', usingMainCard: true })
  if (!order.ok) return order.failure.name
  const { orderId } = order.data.result
  return (await pollOrder(paket, { orderId, payment: 'mainCard', sleep: async () => undefined })).kind
}

const timeIsOver = stubFetch({
  createOrder: [fails.createOrder.timeIsOver(), answers.createOrder.created()],
  getOrderStatus: [reset(), fails.getOrderStatus.tooManyRequests(), answers.getOrderStatus.deposited({ delayMs: 5 })],
})
const seen = [await buy(timeIsOver), await buy(timeIsOver)]
// oxlint-disable-next-line no-console -- what is written is what the test reads
console.log(JSON.stringify({ seen, calls: timeIsOver.calls.length }))
