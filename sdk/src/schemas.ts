import { type GenericSchema, safeParse } from 'valibot'
import * as answers from './generated/answers.gen.ts'
import type { OperationId } from './operation.ts'

/** The schema of each call's accepted answer. */
export { answers }

/** Lists where an answer differs from its schema, a line each, without its values: pass it to a client as `schemas`. */
export function schemas(operation: OperationId, data: unknown): string[] {
  const all: Record<OperationId, GenericSchema> = answers
  const { issues = [] } = safeParse(all[operation], data)
  return issues.map(({ path, expected, input }) => {
    const where = path?.map(({ key }) => String(key)).join('.') ?? 'body'
    return `${where}: expected ${expected ?? 'something else'}, received ${kindOf(input)}`
  })
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `another ${typeof value}`
}
