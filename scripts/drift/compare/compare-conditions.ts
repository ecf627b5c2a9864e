import { type At, child, itemsOf, parts } from '../description/reading.ts'
import { isSameSchema } from '../description/same-schema.ts'
import type { Found } from '../report/finding.ts'
import { type Context, found, foundIn, type Item, type Pair, type Two } from './context.ts'

/** Reports fields that the receiver requires when another is present, and the sender does not. */
export function compareDependents(context: Context, { ours, theirs }: Two, label: string): Found[] {
  const [sent, taken] = context.direction === 'request' ? [ours, theirs] : [theirs, ours]
  const isMissing = (name: string, field: string) =>
    !sent.required.has(field) && sent.dependents.get(name)?.has(field) !== true
  const isAnyName = Array.isArray(sent.rest) || (sent.rest && sent.fields.size === 0)
  const differs = [...taken.dependents].some(
    ([name, fields]) => (isAnyName || sent.fields.has(name)) && [...fields].some((field) => isMissing(name, field)),
  )
  if (!differs) return []
  return [
    found(context, {
      rule: `${context.direction}-condition`,
      subject: `${label} dependentRequired`,
      differs: `\`${label}\` has another \`dependentRequired\``,
      ours: ours.at,
      theirs: theirs.at,
    }),
  ]
}
/** Conditions that only forbid values: nothing breaks where the sender alone has one. */
const restricting = new Set(['not', 'if', 'contains', 'propertyNames', 'dependentSchemas', 'contentSchema'])
/**
 * Compares conditions as a whole, but `prefixItems` and `patternProperties` one by one when both sides have the same
 * ones.
 */
export function compareConditions(
  context: Context,
  { ours, theirs }: Two,
  label: string,
  compareSchemas: (pair: Pair, label: string) => Item[],
): Item[] {
  const { direction } = context
  const words = [...new Set([...Object.keys(ours.conditions), ...Object.keys(theirs.conditions)])]
  return words.flatMap((word): Item[] => {
    const [mine, others] = unequal(context, ours.conditions[word] ?? [], theirs.conditions[word] ?? [])
    if (mine.length === 0 && others.length === 0) return []
    const both = mine.length === 1 && others.length === 1 ? ([mine[0]!, others[0]!] as const) : null
    const pairs = both && pairsIn(word, ...both)
    if (pairs) return pairs.flatMap(([a, b, place]) => compareSchemas({ ours: [a], theirs: [b] }, `${label}${place}`))
    const places = { subject: `${label} ${word}`, ours: ours.at, theirs: theirs.at }
    const taken = direction === 'request' ? others : mine
    if (restricting.has(word) && taken.length === 0)
      return [
        foundIn(
          context,
          label,
          {
            request: ['request-condition-gone', `does not have the contract’s \`${word}\``],
            response: ['response-condition-set', `has \`${word}\`, which the contract does not have`],
          },
          places,
        ),
      ]
    const named = (word === 'if' && both && differingPart(context, ...both)) || word
    return [
      found(context, {
        ...places,
        rule: `${direction}-condition`,
        subject: `${label} ${named}`,
        differs: `\`${label}\` has another \`${named}\``,
      }),
    ]
  })
}
/** Returns the conditions of each side that the other does not have, in any order. */
function unequal({ ours, theirs }: Context, our: readonly At[], their: readonly At[]): [our: At[], their: At[]] {
  const others = [...their]
  const mine = our.filter((one) => {
    const nth = others.findIndex((other) => isSameSchema(ours, theirs, one, other))
    if (nth !== -1) others.splice(nth, 1)
    return nth === -1
  })
  return [mine, others]
}
/** Returns which of `if`, `then` and `else` differs first. */
const differingPart = ({ ours, theirs }: Context, our: At, their: At) =>
  (['if', 'then', 'else'] as const).find((word) => !isSameSchema(ours, theirs, child(our, word)!, child(their, word)!))
/**
 * Pairs schemas by index (`prefixItems`) or by pattern (`patternProperties`); null when the sides do not have the same
 * ones.
 */
function pairsIn(word: string, our: At, their: At): [our: At, their: At, place: string][] | null {
  if (word === 'prefixItems') {
    const [mine, others] = [itemsOf(our), itemsOf(their)]
    return mine.length === others.length ? mine.map((one, nth) => [one, others[nth]!, `[${nth}]`]) : null
  }
  if (word !== 'patternProperties') return null
  const [mine, others] = [parts(our), new Map(parts(their))]
  if (mine.length !== others.size || !mine.every(([pattern]) => others.has(pattern))) return null
  return mine.map(([pattern, one]) => [one, others.get(pattern)!, '.*'])
}
export function compareDiscriminators(context: Context, { ours, theirs }: Two, label: string): Found[] {
  if (ours.discriminator === null || theirs.discriminator === null) return []
  const one = (subject: string, differs: string, severity?: Found['severity']) =>
    found(context, {
      rule: `${context.direction}-discriminator`,
      subject,
      differs,
      ours: ours.at,
      theirs: theirs.at,
      severity,
    })
  if (ours.discriminator !== theirs.discriminator)
    return [
      one(
        label,
        `\`${label}\` is distinguished by \`${theirs.discriminator}\`; the contract has \`${ours.discriminator}\``,
      ),
    ]
  const place = `${label}.${theirs.discriminator}`
  const moved = [...ours.meaning]
    .filter(([value, meant]) => meant === 'right' && (theirs.meaning.get(value) ?? 'right') !== 'right')
    .map(([value]) => {
      const subject = `${place} ${JSON.stringify(value)}`
      const meant = theirs.meaning.get(value)
      // A note: the alternatives' own values still distinguish them.
      return meant === 'nowhere' || meant === 'shared'
        ? one(subject, `The discriminator of \`${label}\` does not say which schema \`${value}\` means`, 'note')
        : one(subject, `The discriminator of \`${label}\` maps \`${value}\` to a schema that does not allow it`)
    })
  return [...moved, ...compareShared(context, { ours, theirs }, place)]
}
/** Reports values that select no schema and that only one side lists: no alternative is compared with them. */
function compareShared(context: Context, { ours, theirs }: Two, place: string): Found[] {
  const [sent, taken] = context.direction === 'request' ? [ours, theirs] : [theirs, ours]
  return [...sent.meaning]
    .filter(([value, meant]) => meant === 'shared' && taken.meaning.size > 0 && !taken.meaning.has(value))
    .map(([name]) => {
      const value = JSON.stringify(name)
      return foundIn(
        context,
        place,
        {
          request: ['request-value-refused', `must not be ${value}, which the contract lists`],
          response: ['response-value-unknown', `may be ${value}, which the contract does not list`],
        },
        { subject: `${place} ${value}`, ours: ours.at, theirs: theirs.at, value },
      )
    })
}
