/** A parsed address; null for a text that is none. */
export function urlOf(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}

/** An absolute http or https URL; null for anything else, because editors may write any text. */
export function webAddress(address: string, base?: string): string | null {
  const url = urlOf(address, base)
  return url && /^https?:/.test(url.protocol) ? url.href : null
}
