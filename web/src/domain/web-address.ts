/** An absolute http or https URL; null for anything else, because editors may write any text. */
export function webAddress(address: string, base?: string): string | null {
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}
