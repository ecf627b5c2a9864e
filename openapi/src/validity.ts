import type { Code, Validity } from './document.ts'

/**
 * Whether the rule rejects an answer with this code. A missing code differs from every value: `except` rejects it
 * unless it lists null, `codes` and `from` accept it.
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
