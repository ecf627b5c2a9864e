import { isDeepStrictEqual } from 'node:util'
import type { At, Reading } from '../description/reading.ts'
import { flagsOf, type Shape, shapesOf } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import type { RuleId } from '../rules/rules.ts'
import { type Context, found, type Pair, type Two } from './context.ts'

const has = (shape: Shape, name: string) => shape.fields.has(name) || shape.required.has(name)
const flagsOfField = (reading: Reading, shape: Shape, name: string) => flagsOf(reading, shape.fields.get(name) ?? [])
/** Whether a field is there: on both sides, always or sometimes. */
export function comparePresence(
  context: Context,
  { ours, theirs }: Two,
  name: string,
  label: string,
  ofRefusals: ReadonlySet<string> | null,
): Found[] {
  const at = { ours: ours.fields.get(name)?.[0] ?? ours.at, theirs: theirs.fields.get(name)?.[0] ?? theirs.at }
  const one = (rule: RuleId, differs: string, hint?: string) => [
    found(context, { rule, subject: label, differs, hint, ...at }),
  ]
  // What is required and nowhere described is no promise of an answer, unless the contract says no more of it.
  const isTheirs =
    context.direction === 'request' || !ours.fields.has(name) ? has(theirs, name) : theirs.fields.has(name)
  // What is read-only is known from answers and never sent.
  const isRead = context.direction === 'request' && flagsOfField(context.ours, ours, name).readOnly
  const isOurs = has(ours, name) && !isRead
  if (isOneWay(context, ours, theirs, name)) return []
  const other = isTheirs ? null : newNameOf(context, { ours, theirs }, name)
  const renamed = other === null ? '' : `, but \`${other}\` is new`
  const verb = context.direction === 'request' ? 'accept' : 'return'
  const hint = other === null ? undefined : `Rename \`${other}\` back to \`${name}\`, or ${verb} both.`
  const [always, theirsAlways] = [ours.required.has(name), theirs.required.has(name)]
  if (context.direction === 'request') {
    if (!isOurs)
      return theirsAlways
        ? one(
            'request-field-required-new',
            `\`${label}\` is required and ${isRead ? 'by the contract read-only' : 'the contract does not know it'}`,
          )
        : one('request-field-new', `\`${label}\` may be sent and the contract does not know it`)
    if (!isTheirs) {
      if (theirs.rest === false)
        return one(
          'request-field-refused',
          `\`${label}\` is none of the fields and no others are allowed${renamed}`,
          hint,
        )
      return theirs.rest === true
        ? one('request-field-ignored', `\`${label}\` is not among the fields that are read${renamed}`, hint)
        : []
    }
    if (theirsAlways && !always)
      return one('request-field-required', `\`${label}\` is required, by the contract it may be left out`)
    return always && !theirsAlways ? one('request-field-optional', `\`${label}\` may be left out`) : []
  }
  // A map has fields of any name.
  if (!isOurs && (ofRefusals?.has(name) || Array.isArray(ours.rest))) return []
  if (!isOurs) return one('response-field-unknown', `\`${label}\` is answered and the contract does not name it`)
  if (!isTheirs)
    return always
      ? one('response-field-missing', `\`${label}\` is not answered${renamed}`, hint)
      : one('response-field-gone', `\`${label}\` is not answered${renamed}`, hint)
  if (always && !theirsAlways)
    return ofRefusals
      ? one('response-flat-optional', `\`${label}\` may be missing, and refusals have the same schema`)
      : one('response-field-optional', `\`${label}\` may be missing, by the contract it is always there`)
  return theirsAlways && !always ? one('response-field-always', `\`${label}\` is always answered`) : []
}

/** A read-only field is none of a request, whatever the schema requires; a write-only one none of an answer. */
export function isOneWay({ direction, ...context }: Context, ours: Shape, theirs: Shape, name: string): boolean {
  const word = direction === 'request' ? 'readOnly' : 'writeOnly'
  const our = flagsOfField(context.ours, ours, name)[word]
  const their = flagsOfField(context.theirs, theirs, name)[word]
  return their || (our && !(direction === 'request' && theirs.required.has(name)))
}

/** The one new field of the same type, when there is only one: it may be the old one under another name. */
function newNameOf({ ours, theirs }: Context, two: Two, name: string): string | null {
  const typesIn = (reading: Context['ours'], schemas: readonly At[] | undefined) =>
    [...new Set(shapesOf(reading, schemas ?? []).map(({ type }) => type))].toSorted().join()
  const wanted = typesIn(ours, two.ours.fields.get(name))
  const more = [...two.theirs.fields].filter(([other]) => !has(two.ours, other))
  const alike = more.filter(([, schemas]) => typesIn(theirs, schemas) === wanted)
  return alike.length === 1 ? alike[0]![0] : null
}

/** What is said of the field beside its value: read-only, write-only, deprecated, its default. */
export function compareFlags(context: Context, { ours, theirs }: Pair, label: string, isRequired: boolean): Found[] {
  const [our, their] = [flagsOf(context.ours, ours), flagsOf(context.theirs, theirs)]
  const at = { ours: ours[0], theirs: theirs[0] }
  const result: Found[] = []
  const add = (rule: RuleId, differs: string) => result.push(found(context, { rule, subject: label, differs, ...at }))
  const isRequest = context.direction === 'request'
  if (isRequest && their.readOnly && !our.readOnly) add('request-field-read-only', `\`${label}\` is read-only`)
  if (!isRequest && their.writeOnly && !our.writeOnly) add('response-field-write-only', `\`${label}\` is write-only`)
  if (!isRequest && our.writeOnly && !their.writeOnly)
    add('response-field-write-only-gone', `\`${label}\` is answered, by the contract it is write-only`)
  if (their.deprecated && !our.deprecated)
    add(isRequest ? 'request-field-deprecated' : 'response-field-deprecated', `\`${label}\` is deprecated`)
  if (isRequest && !isRequired && our.default !== undefined && their.default === undefined)
    add('request-default-gone', `What \`${label}\` is when it is left out is not said`)
  if (isRequest && !isRequired && their.default !== undefined && !isDeepStrictEqual(our.default, their.default)) {
    const text = JSON.stringify(their.default)
    if (our.default === undefined) add('request-default-set', `\`${label}\` is ${text} when it is left out`)
    else
      add(
        'request-default',
        `\`${label}\` is ${text} when it is left out, by the contract ${JSON.stringify(our.default)}`,
      )
  }
  return result
}
