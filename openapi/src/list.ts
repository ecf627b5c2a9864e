/** One or several, as the contract writes them, as a list: `2` to `[2]`, nothing to `[]`. */
export const list = <T>(value: T | readonly T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? [...(value as readonly T[])] : [value as T]
