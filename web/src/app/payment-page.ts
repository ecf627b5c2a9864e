import type { Host } from '#hosts/host.ts'

/** Opens a payment page at a known origin; answers false, and goes nowhere, for any other address. */
export const paymentPageOpener =
  (host: Pick<Host, 'openPayment'>, origins: readonly string[], onLateClose: () => void) =>
  async (url: string): Promise<boolean> => {
    if (!URL.canParse(url)) return false
    const { origin, protocol } = new URL(url)
    if (!/^https?:$/.test(protocol) || !origins.includes(origin)) return false
    await host.openPayment(url, onLateClose)
    return true
  }
