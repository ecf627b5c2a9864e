/** A recorded body. `unknown`: it was not recorded, which is not the same as `empty`. */
export type Body =
  | { state: 'unknown' | 'empty' }
  /** Only the beginning was recorded. */
  | { state: 'cut' }
  /** `isReplaced`: it was no UTF-8, so some of its characters are replaced, as clients do. */
  | { state: 'text'; text: string; isReplaced?: true }
  /** The log has it as JSON, not as text. */
  | { state: 'value'; value: unknown }

export const UNKNOWN: Body = { state: 'unknown' }
export const EMPTY: Body = { state: 'empty' }
export const CUT: Body = { state: 'cut' }
/** Returns whether the body was recorded in full. */
export const isWritten = ({ state }: Body): boolean => state !== 'unknown' && state !== 'cut'
