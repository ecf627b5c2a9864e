/** An absolute http or https URL; null for anything else, because editors may write any text. */
export function webAddress(address: string, base?: string): string | null {
  try {
    const { protocol, href } = new URL(address, base)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}
