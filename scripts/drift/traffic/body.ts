/** A body as a recording has it: what was not written down is unknown, which is not the same as empty. */
export type Body =
  | { state: 'unknown' | 'empty' }
  /** Only the beginning of it is there. */
  | { state: 'cut' }
  | { state: 'text'; text: string }
  /** What a log has made of it already. */
  | { state: 'value'; value: unknown }

export const UNKNOWN: Body = { state: 'unknown' }
export const EMPTY: Body = { state: 'empty' }
export const CUT: Body = { state: 'cut' }
/** Whether there is anything to compare. */
export const isWritten = ({ state }: Body): boolean => state !== 'unknown' && state !== 'cut'
