/** When an HTTP 200 is a failure: the contract's `x-validity`. */
export interface Validity {
  reject: { codes?: number[]; from?: number; except?: number[] }
  require?: string[]
}

/** Whether the rule rejects a 200 with this code. A missing code (null) is unlike every number: `except` rejects it, the others let it pass. */
export function rejects({ reject: { codes, from, except } }: Validity, code: number | null): boolean {
  if (code === null) return except !== undefined
  return (
    (except !== undefined && !except.includes(code)) ||
    (codes?.includes(code) ?? false) ||
    (from !== undefined && code >= from)
  )
}
