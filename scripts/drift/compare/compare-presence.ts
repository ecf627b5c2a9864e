import { isDeepStrictEqual } from 'node:util'
import type { At, Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import { flagsOf } from '../description/flags.ts'
import type { Shape } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import type { RuleId } from '../rules/rules.ts'
import { type Context, found, type Pair, type Two } from './context.ts'

const has = (shape: Shape, name: string) => shape.fields.has(name) || shape.required.has(name)
const flagsOfField = (reading: Reading, shape: Shape, name: string) => flagsOf(reading, shape.fields.get(name) ?? [])
/** A field on both sides. */
interface Presence {
  label: string
  isOurs: boolean
  isTheirs: boolean
  /** Whether the contract requires it. */
  always: boolean
  theirsAlways: boolean
  /** Whether the side without the field has it in another alternative. */
  isElsewhere: boolean
  /** Whether the service has the field, but its schemas contradict each other. */
  isContradicted: boolean
  /** Text about the only new field of the same type, which may be this one renamed; otherwise empty. */
  renamed: string
}
type Difference = [rule: RuleId, differs: string] | null

/** What to do about schemas that allow no value together. */
export const CONTRADICTED = 'Change the schemas that contradict each other, such as two types in one `allOf`.'
/** Returns whether the service allows no value of a field that the contract has. */
export const isNeverReturned = ({ direction, ...context }: Context, { ours, theirs }: Pair): boolean =>
  direction === 'response' && shapesOf(context.theirs, theirs).length === 0 && shapesOf(context.ours, ours).length > 0

/** Compares whether a field is present: always, sometimes or never. */
export function comparePresence(
  context: Context,
  { ours, theirs }: Two,
  name: string,
  label: string,
  ofRefusals: ReadonlySet<string> | null,
): Found[] {
  if (isOneWay(context, ours, theirs, name)) return []
  const isRequest = context.direction === 'request'
  // In a response, a field that is only in `required` does not count, unless the contract has it only there too.
  const isDescribed = isRequest || !ours.fields.has(name) ? has(theirs, name) : theirs.fields.has(name)
  const schemas = { ours: ours.fields.get(name) ?? [], theirs: theirs.fields.get(name) ?? [] }
  const isTheirs = isDescribed && !isNeverReturned(context, schemas)
  const isContradicted = isDescribed && !isTheirs && schemas.theirs.every(({ value }) => value !== false)
  // Read-only fields are never sent in requests.
  const isReadOnly = isRequest && flagsOfField(context.ours, ours, name).readOnly
  const other = isDescribed ? null : newNameOf(context, { ours, theirs }, name)
  const field: Presence = {
    label,
    isOurs: has(ours, name) && !isReadOnly,
    isTheirs,
    always: ours.required.has(name),
    theirsAlways: theirs.required.has(name),
    isContradicted,
    isElsewhere: (has(ours, name) ? ours : theirs).elsewhere?.has(name) === true,
    renamed: other === null ? '' : `, but \`${other}\` is new`,
  }
  // A contract with a schema for additional properties knows any name.
  const isKnown = ofRefusals?.has(name) === true || Array.isArray(ours.rest)
  const difference = isRequest
    ? ofRequest(field, theirs.rest, isReadOnly)
    : ofAnswer(field, isKnown, flatWith(context, theirs, name, ofRefusals))
  if (!difference) return []
  const [rule, differs] = difference
  const verb = isRequest ? 'accept' : 'return'
  const hint = isContradicted
    ? CONTRADICTED
    : other === null
      ? undefined
      : `Rename \`${other}\` back to \`${name}\`, or ${verb} both.`
  const at = { ours: schemas.ours[0] ?? ours.at, theirs: schemas.theirs[0] ?? theirs.at }
  return [found(context, { rule, subject: label, differs, hint, ...at })]
}

function ofRequest(
  { label, isOurs, isTheirs, always, theirsAlways, isElsewhere, renamed }: Presence,
  rest: Shape['rest'],
  isReadOnly: boolean,
): Difference {
  if (!isOurs && !theirsAlways && isElsewhere) return null
  if (!isOurs && !theirsAlways) return ['request-field-new', `\`${label}\` may be sent, but is not in the contract`]
  if (!isOurs) {
    const why = isReadOnly ? 'is read-only in the contract' : 'is not in the contract'
    return ['request-field-required-new', `\`${label}\` is required, but ${why}`]
  }
  if (!isTheirs && rest === false)
    return ['request-field-refused', `\`${label}\` is not among the allowed fields${renamed}`]
  if (!isTheirs)
    return rest === true && (always || !isElsewhere)
      ? ['request-field-ignored', `\`${label}\` is not described${renamed}`]
      : null
  if (theirsAlways && !always)
    return ['request-field-required', `\`${label}\` is required; the contract allows leaving it out`]
  return always && !theirsAlways ? ['request-field-optional', `\`${label}\` may be left out`] : null
}

function ofAnswer(
  { label, isOurs, isTheirs, always, theirsAlways, isElsewhere, isContradicted, renamed }: Presence,
  isKnown: boolean,
  flat: string | null,
): Difference {
  if (!isOurs && (isKnown || isElsewhere)) return null
  if (!isOurs) return ['response-field-unknown', `\`${label}\` is returned, but is not in the contract`]
  if (!isTheirs && !always && isElsewhere) return null
  if (!isTheirs)
    return [
      always ? 'response-field-missing' : 'response-field-gone',
      `\`${label}\` ${isContradicted ? 'allows no value' : `is not returned${renamed}`}`,
    ]
  if (always && !theirsAlways)
    return flat !== null
      ? ['response-flat-optional', `\`${label}\` may be missing, and ${flat} have the same schema`]
      : ['response-field-optional', `\`${label}\` may be missing; the contract requires it`]
  return theirsAlways && !always ? ['response-field-always', `\`${label}\` is always returned`] : null
}

/**
 * Returns what else a service describes by this schema, so that it cannot say when a field is present; null when it can.
 * A later version of a contract could.
 */
function flatWith({ mode }: Context, theirs: Shape, name: string, ofRefusals: ReadonlySet<string> | null) {
  if (ofRefusals !== null) return 'refusals'
  return mode === 'spec' && theirs.elsewhere?.has(name) === true ? 'other alternatives' : null
}

/**
 * Returns whether a field is not compared in this direction: read-only in a request, or write-only in a response,
 * whatever `required` says.
 */
export function isOneWay({ direction, ...context }: Context, ours: Shape, theirs: Shape, name: string): boolean {
  const word = direction === 'request' ? 'readOnly' : 'writeOnly'
  const our = flagsOfField(context.ours, ours, name)[word]
  const their = flagsOfField(context.theirs, theirs, name)[word]
  return their || (our && !(direction === 'request' && theirs.required.has(name)))
}

/** Returns a name without case, dashes and an `X-` prefix. */
export const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
/**
 * Returns the new field that may be the old one renamed: with the same plain name, otherwise the only new one of its type,
 * unless other fields of the type are gone too.
 */
function newNameOf({ ours, theirs }: Context, two: Two, name: string): string | null {
  const typesIn = (reading: Context['ours'], schemas: readonly At[] | undefined) =>
    [...new Set(shapesOf(reading, schemas ?? []).map(({ type }) => type))].toSorted().join()
  const wanted = typesIn(ours, two.ours.fields.get(name))
  const more = [...two.theirs.fields].filter(([other]) => !has(two.ours, other))
  const gone = [...two.ours.fields].filter(([other]) => !has(two.theirs, other))
  const same = more.find(([other]) => plainName(other) === plainName(name))
  const alike = more.filter(([, schemas]) => typesIn(theirs, schemas) === wanted)
  const isOnly = alike.length === 1 && gone.every(([other, all]) => other === name || typesIn(ours, all) !== wanted)
  return same?.[0] ?? (isOnly ? alike[0]![0] : null)
}

/** Compares the annotations of a field: read-only, write-only, deprecated and its default. */
export function compareFlags(context: Context, { ours, theirs }: Pair, label: string, isRequired: boolean): Found[] {
  const [our, their] = [flagsOf(context.ours, ours), flagsOf(context.theirs, theirs)]
  const at = { ours: ours[0], theirs: theirs[0] }
  const result: Found[] = []
  const add = (rule: RuleId, differs: string) => result.push(found(context, { rule, subject: label, differs, ...at }))
  const isRequest = context.direction === 'request'
  if (isRequest && their.readOnly && !our.readOnly) add('request-field-read-only', `\`${label}\` is read-only`)
  if (!isRequest && their.writeOnly && !our.writeOnly) add('response-field-write-only', `\`${label}\` is write-only`)
  if (!isRequest && our.writeOnly && !their.writeOnly)
    add('response-field-write-only-gone', `\`${label}\` is returned, but is write-only in the contract`)
  if (their.deprecated && !our.deprecated)
    add(isRequest ? 'request-field-deprecated' : 'response-field-deprecated', `\`${label}\` is deprecated`)
  if (isRequest && !isRequired && our.default !== undefined && their.default === undefined)
    add('request-default-gone', `The default of \`${label}\` is not described`)
  if (isRequest && !isRequired && their.default !== undefined && !isDeepStrictEqual(our.default, their.default)) {
    const text = JSON.stringify(their.default)
    if (our.default === undefined) add('request-default-set', `The default of \`${label}\` is ${text}`)
    else
      add('request-default', `The default of \`${label}\` is ${text}; the contract has ${JSON.stringify(our.default)}`)
  }
  return result
}
