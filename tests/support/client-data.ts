import { type BundleName, bundleNamed, type ClientData } from '@paket/sdk'

/** Complete client data of a subscriber who pays monthly and renews; a test passes only what differs. */
export const clientData = ({
  bundle = 'standard199',
  ...overrides
}: Partial<ClientData> & { bundle?: BundleName | null }) =>
  ({
    subscriberId: 's1',
    status: 'activated',
    bundleId: bundle && bundleNamed(bundle).id,
    orderId: null,
    createdDate: '2026-01-10T09:00:00+03:00',
    activationDate: '2026-11-01T09:05:00+03:00',
    deactivationDate: '2026-12-02T09:05:00+03:00',
    lastChainEndDate: '2026-12-02T09:05:00+03:00',
    lastPeriod: null,
    autopaymentsEnabled: true,
    isGracePeriod: false,
    onboardingBundle: false,
    onboardingCard: false,
    ...overrides,
  }) satisfies ClientData

/** The same as a response of `get_client_data`. */
export const clientDataAnswer = (overrides: Parameters<typeof clientData>[0] = {}) => ({
  body: { code: 0, result: clientData(overrides) },
})
export const anna = { body: { code: 0, result: { name: 'Анна', surname: 'Соколова', phoneNumber: '79001234567' } } }
