/**
 * How much a difference matters to callers: `breaking`, they must act; `risky`, they should look at it; `note`, nothing
 * to do.
 */
export const severities = ['breaking', 'risky', 'note'] as const
export type Severity = (typeof severities)[number]
