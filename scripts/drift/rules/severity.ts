/** How much a change matters to those who call: breaking, they must act; risky, they should look; note, nothing to do. */
export const severities = ['breaking', 'risky', 'note'] as const
export type Severity = (typeof severities)[number]
