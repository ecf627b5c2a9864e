import type { FlowPorts } from '#flow/ports.ts'
import type { Host } from '#hosts/host.ts'

/** Makes the port that opens payment pages: only at `origins`; for any other address it answers `unknown` and opens nothing. */
export const paymentPageOpener =
  (host: Pick<Host, 'openPayment'>, origins: readonly string[], onLateClose: () => void) =>
  async (url: string): ReturnType<FlowPorts['openPayment']> => {
    try {
      const { origin, protocol, username, password } = new URL(url)
      // A payment address has no reason to contain user info, except to imitate another host.
      if (!protocol.startsWith('http') || !origins.includes(origin) || username || password) return 'unknown'
    } catch {
      return 'unknown'
    }
    return host.openPayment(url, onLateClose)
  }
