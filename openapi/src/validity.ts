import type { Code, Validity } from './document.ts'

/**
 * Whether the rule rejects an answer with this value. One that is missing is unlike every other: `except` rejects it unless it names null,
 * the others let it pass.
 */
export function rejects<C extends Code>(
  { reject: { codes, from, except } }: Pick<Validity<C>, 'reject'>,
  code: C | null | undefined,
): boolean {
  const accepted: readonly (C | null)[] | undefined = except
  if (code === null || code === undefined) return accepted?.includes(null) === false
  return (
    accepted?.includes(code) === false ||
    (codes?.includes(code) ?? false) ||
    (from !== undefined && typeof code === 'number' && code >= from)
  )
}
