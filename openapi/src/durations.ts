const duration = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/**
 * Parses an ISO 8601 duration (P1DT2H, PT15S, -PT1M) to milliseconds; null for any other text. Months and years are not
 * supported, because their length varies.
 */
export function durationMs(text: string): number | null {
  const parts = duration.exec(text)
  if (!parts || /[PT]$/.test(text)) return null
  const [, minus, ...counts] = parts
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = counts.map((count) => Number(count ?? 0))
  return (minus ? -1 : 1) * ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** Parses a duration that the contract must contain; throws an Error for any other text. */
export function milliseconds(text: string): number {
  const ms = durationMs(text)
  if (ms === null) throw new Error(`not a duration: ${text}`)
  return ms
}
