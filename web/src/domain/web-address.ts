/** An address of the web, whole; null for one of another kind: what editors write may be anything. */
export function webAddress(address: string, base?: string): string | null {
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}
