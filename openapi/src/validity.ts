import type { Validity } from './document.ts'

/** Whether the rule rejects a 200 with this code. A missing code is unlike every number: `except` rejects it, the others let it pass. */
export function rejects(
  { reject: { codes, from, except } }: Pick<Validity, 'reject'>,
  code: number | null | undefined,
): boolean {
  if (code === null || code === undefined) return except !== undefined
  return (
    (except !== undefined && !except.includes(code)) ||
    (codes?.includes(code) ?? false) ||
    (from !== undefined && code >= from)
  )
}
