import { type BundleName, bundles } from '@paket/sdk'

const BUNDLE = 'paket.bundle'
const OPTION = 'paket.option'

/** Remembers what was last being bought, for what comes after the payment page: a name of the catalogue, in this tab only. */
export function rememberBundle(name: BundleName): void {
  window.sessionStorage.setItem(BUNDLE, name)
  window.sessionStorage.removeItem(OPTION)
}
/** What was last being bought in this tab, if it is still sold. */
export const lastBundle = (): BundleName | null =>
  bundles.find(({ name, type }) => type === 'full' && name === window.sessionStorage.getItem(BUNDLE))?.name ?? null

/** The same for an option: the name that its address has. */
export function rememberOption(name: string): void {
  window.sessionStorage.setItem(OPTION, name)
  window.sessionStorage.removeItem(BUNDLE)
}
export const lastOption = (): string | null => window.sessionStorage.getItem(OPTION)
