import { type BundleName, bundles } from '@paket/sdk'

const KEY = 'paket.bundle'

/** Remembers what was last being bought, for a retry after the payment page: a name of the catalogue, in this tab only. */
export function rememberBundle(name: BundleName): void {
  window.sessionStorage.setItem(KEY, name)
}
/** What was last being bought in this tab, if it is still sold. */
export const lastBundle = (): BundleName | null =>
  bundles.find(({ name, type }) => type === 'full' && name === window.sessionStorage.getItem(KEY))?.name ?? null
