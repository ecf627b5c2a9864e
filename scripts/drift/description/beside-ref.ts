import { isPlainObject } from '@redocly/openapi-core'

/**
 * Keywords that restrict values. Beside a `$ref` they apply too (3.1), and are moved; annotations such as `description`
 * or `readOnly` may stay.
 */
const VALIDATING =
  /^(type|(x-)?nullable|enum|const|format|pattern|multipleOf|uniqueItems|(exclusive)?(min|max)imum|(min|max)(Length|Items|Properties|Contains)|properties|required|(pattern|additional|unevaluated)Properties|propertyNames|(prefixI|unevaluatedI|i)tems|contains|(all|any|one)Of|not|if|then|else|dependent(Required|Schemas)|discriminator)$/
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * Moves keywords beside a schema's `$ref` into an `allOf` around it, in place: following the reference would lose them.
 */
export function withRefsInside(value: unknown, seen = new Set<unknown>()): void {
  // A YAML alias may be inside the node that it refers to.
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (isPlainObject(value) && isSchemaBeside(value)) {
    const { $ref, allOf = [] } = value
    delete value['$ref']
    value['allOf'] = [{ $ref }, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])]
  }
  for (const [key, part] of Object.entries(value)) if (!DATA.has(key)) withRefsInside(part, seen)
}
const isSchemaBeside = (value: Record<string, unknown>): boolean =>
  typeof value['$ref'] === 'string' &&
  // `required` of a parameter or a header is a boolean.
  typeof value['required'] !== 'boolean' &&
  Object.keys(value).some((word) => VALIDATING.test(word))
