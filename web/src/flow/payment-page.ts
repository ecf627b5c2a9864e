import { urlOf } from '#domain/web-address.ts'
import type { FlowPorts } from '#flow/ports.ts'
import type { Host } from '#hosts/host.ts'

/** Makes the port that opens payment pages: only at `origins`; for any other address it answers `unknown` and opens nothing. */
export const paymentPageOpener =
  (host: Pick<Host, 'openPayment'>, origins: readonly string[], onLateClose: () => void) =>
  async (url: string): ReturnType<FlowPorts['openPayment']> => {
    const page = urlOf(url)
    // A payment address has no reason to contain user info, except to imitate another host.
    if (!page?.protocol.startsWith('http') || !origins.includes(page.origin) || page.username || page.password)
      return 'unknown'
    return host.openPayment(url, onLateClose)
  }
