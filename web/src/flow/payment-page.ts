import type { FlowPorts } from '#flow/ports.ts'
import type { Host } from '#hosts/host.ts'

/** Opens a payment page at a known origin; goes nowhere for any other address. */
export const paymentPageOpener =
  (host: Pick<Host, 'openPayment'>, origins: readonly string[], onLateClose: () => void) =>
  async (url: string): ReturnType<FlowPorts['openPayment']> => {
    if (!URL.canParse(url)) return 'unknown'
    const { origin, protocol, username, password } = new URL(url)
    // User info belongs into no payment address: it is there to look like another host.
    if (!/^https?:$/.test(protocol) || !origins.includes(origin) || username || password) return 'unknown'
    return host.openPayment(url, onLateClose)
  }
