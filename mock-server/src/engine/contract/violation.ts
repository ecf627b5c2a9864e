import type { ErrorObject } from 'ajv'
import { nearest } from '#engine/nearest.ts'

/** A field that violates the contract, and a message. */
export interface Violation {
  field: string
  message: string
}

/**
 * Converts an ajv error to a violation: `body.bundleId` `must be a string in uuid format, got "x"`. Needs ajv's
 * `verbose`. `root` names the whole value.
 */
export function toViolation(error: ErrorObject, root = ['body']): Violation {
  const path = error.instancePath.split('/').slice(1).map(unescaped)
  const field = (...more: string[]) => [...root, ...path, ...more].join('.') || 'it'
  const got = `, got ${short(error.data)}`
  const params: Record<string, unknown> = error.params
  switch (error.keyword) {
    case 'required':
      return { field: field(String(params['missingProperty'])), message: 'is required' }
    case 'additionalProperties': {
      const name = String(params['additionalProperty'])
      const near = nearest(name, Object.keys(error.parentSchema?.['properties'] ?? {}))
      return {
        field: field(name),
        message: `is not a known field${near ? `; did you mean ${JSON.stringify(near)}?` : ''}`,
      }
    }
    case 'type':
    case 'format':
      return { field: field(), message: `must be ${described(error.parentSchema ?? {})}${got}` }
    case 'enum': {
      const values = (params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')
      return { field: field(), message: `must be one of ${values}${got}` }
    }
    case 'const':
      return { field: field(), message: `must be ${JSON.stringify(params['allowedValue'])}${got}` }
    default:
      return { field: field(), message: `${error.message ?? 'breaks its schema'}${got}` }
  }
}

const MOST_NAMED = 50
/** Joins violations in one line. Names the first ones, because a generated value may have hundreds. */
export const inOneLine = (violations: readonly Violation[]): string => {
  const named = violations.slice(0, MOST_NAMED).map(({ field, message }) => `${field} ${message}`)
  const others = violations.length - named.length
  return [...named, ...(others > 0 ? [`${others} more`] : [])].join('; ')
}

/** Joins violations in one line, without the received values, which may be personal data. */
export const withoutValues = (violations: readonly Violation[]): string =>
  inOneLine(violations.map(({ field, message }) => ({ field, message: message.replace(/, got .*/s, '') })))

const words: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}
function described({ type, format }: Record<string, unknown>): string {
  const types = [type].flat().map((name) => words[String(name)] ?? String(name))
  return `${types.join(' or ')}${typeof format === 'string' ? ` in ${format} format` : ''}`
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')
const short = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
