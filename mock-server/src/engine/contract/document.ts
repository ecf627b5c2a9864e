import type { Validity } from './validity.ts'

/** The parts of the bundled contract that the mock reads. */
export interface ContractDocument {
  security: object[]
  /** What holds for every call. */
  'x-failures': FailureDocument[]
  paths: Record<string, { post: OperationDocument }>
  components: {
    parameters: Record<string, { name: string; in: string }>
    responses: Record<string, ResponseDocument>
    schemas: Record<string, Schema>
  }
}
export interface OperationDocument {
  operationId: string
  summary: string
  'x-failures': FailureDocument[]
  'x-validity': Validity
  security?: object[]
  /** Shared ones only. */
  parameters?: { $ref: string }[]
  requestBody: { content: { 'application/json': { schema: Schema; examples?: Record<string, { value: unknown }> } } }
  responses: Record<string, ResponseDocument>
}
export interface ResponseDocument {
  $ref?: string
  content?: { 'application/json'?: { schema: Schema; examples?: Record<string, { value: unknown }> } }
}
export interface Schema {
  $ref?: string
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}
export interface FailureDocument {
  name: string
  outcome: string
  code?: number | number[]
  http?: number | string | (number | string)[]
  /** At the root only: what is no entry of a call. */
  when?: string
  description?: string
}
