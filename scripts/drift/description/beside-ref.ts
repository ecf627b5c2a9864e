import { isPlainObject } from '@redocly/openapi-core'

/** Words that say what a value must be. Beside a reference they hold too (3.1); what describes, such as `description` or `readOnly`, may stay there. */
const VALIDATING =
  /^(type|enum|const|format|pattern|multipleOf|uniqueItems|(exclusive)?(min|max)imum|(min|max)(Length|Items|Properties|Contains)|properties|required|(pattern|additional|unevaluated)Properties|propertyNames|(prefixI|unevaluatedI|i)tems|contains|(all|any|one)Of|not|if|then|else|dependent(Required|Schemas)|discriminator)$/
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Writes words that stand beside a `$ref` of a schema around it, as an `allOf`: they are lost when the reference is followed. */
export function withRefsInside(value: unknown, seen = new Set<unknown>()): void {
  // An alias of YAML may stand within what it names.
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
  // A parameter or a header has its own `required`.
  typeof value['required'] !== 'boolean' &&
  Object.keys(value).some((word) => VALIDATING.test(word))
