import { safeParse } from 'valibot'
import { answers } from './generated/answers.gen.ts'
import type { OperationId } from './operation.ts'

export { answers }

/** What differs between an answer and its schema, a line each: give it to a client as `schemas`. */
export function schemas(operation: OperationId, data: unknown): string[] {
  const { issues = [] } = safeParse(answers[operation], data)
  return issues.map((issue) => `${issue.path?.map(({ key }) => String(key)).join('.') ?? 'body'}: ${issue.message}`)
}
