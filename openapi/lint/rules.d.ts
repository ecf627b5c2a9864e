/** Whether the rule (`x-validity`) rejects a 200 with this code. */
export function rejects(
  validity: { reject: { codes?: number[]; from?: number; except?: number[] } },
  code: number | undefined,
): boolean
