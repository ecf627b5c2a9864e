import { expect, test, vi } from 'vitest'
import { paymentPageOpener } from '#web/flow/payment-page.ts'

const late = () => undefined
function opener() {
  const openPayment = vi.fn(async (_url: string, _onLateClose?: () => void) => 'back' as const)
  return {
    openPayment,
    open: paymentPageOpener({ openPayment }, ['http://localhost:3000', 'https://pay.example'], late),
  }
}

test.each(['https://pay.example/pay?order=1', 'http://localhost:3000/pay/1'])('opens %s', async (url) => {
  const { open, openPayment } = opener()
  expect(await open(url)).toBe('back')
  expect(openPayment.mock.calls).toEqual([[url, late]])
})
test.each([
  'https://evil.example/pay',
  'https://pay.example.evil.example/pay',
  'https://pay.example@evil.example/pay',
  'http://user:pass@localhost:3000/pay/1',
  'https://user@pay.example/pay',
  'https://:pass@pay.example/pay',
  'https://pay.example:8443/pay',
  'http://pay.example/pay',
  'javascript:alert(1)//https://pay.example',
  'data:text/html,pay',
  'blob:https://pay.example/1',
  '/pay/1',
  '//pay.example/pay',
  'pay',
  '',
])('does not leave the page when the address is %j', async (url) => {
  const { open, openPayment } = opener()
  expect(await open(url)).toBe('unknown')
  expect(openPayment).not.toHaveBeenCalled()
})
test('rejects when the host fails to open a known address', async () => {
  const open = paymentPageOpener(
    { openPayment: () => Promise.reject(new Error('host')) },
    ['https://pay.example'],
    late,
  )
  await expect(open('https://pay.example/1')).rejects.toThrow('host')
})
