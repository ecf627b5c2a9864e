import { type GenericSchema, safeParse } from 'valibot'
import * as answers from './generated/answers.gen.ts'
import type { OperationId } from './operation.ts'

/** Per call the schema of its accepted answer. */
export { answers }

/** What differs between an answer and its schema, a line each: give it to a client as `schemas`. */
export function schemas(operation: OperationId, data: unknown): string[] {
  const all: Record<OperationId, GenericSchema> = answers
  const { issues = [] } = safeParse(all[operation], data)
  return issues.map((issue) => `${issue.path?.map(({ key }) => String(key)).join('.') ?? 'body'}: ${issue.message}`)
}
