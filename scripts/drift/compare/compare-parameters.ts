import { isAssumed } from '@paket/contract'
import type { Call, Parameter } from '../description/description.ts'
import { bracesOf } from '../description/paths.ts'
import { type Between, formOf, type ParameterForm } from '../description/parameter-form.ts'
import { child, placeOf, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import type { Found } from '../report/finding.ts'
import type { RuleId } from '../rules/rules.ts'
import { compareFields } from './compare-fields.ts'
import { compareFlags, plainName } from './compare-presence.ts'
import { type Context, found } from './context.ts'

/** Headers that every client sends. */
const ownHeaders = new Set(['authorization', 'content-type', 'accept'])
const nameOf = ({ in: where, name }: Pick<Parameter, 'in' | 'name'>) =>
  `${where} parameter ${where === 'header' ? name.toLowerCase() : name}`
export const isSameParameter = (one: Parameter, other: Parameter): boolean => nameOf(one) === nameOf(other)
/** Returns which calls describe each parameter, by its name and then by its description. */
export function describedBy(calls: readonly Call[]): DescribedBy {
  const all = new Map<string, Map<string, string>>()
  for (const { id, parameters } of calls)
    for (const parameter of parameters) {
      const ways = all.get(nameOf(parameter)) ?? new Map<string, string>()
      all.set(nameOf(parameter), ways)
      const way = JSON.stringify(parameter.at.value)
      if (!ways.has(way)) ways.set(way, id)
    }
  return all
}
/** The first call of each description of a parameter. */
export type DescribedBy = ReadonlyMap<string, ReadonlyMap<string, string>>
/** Names the description of a parameter in the subjects of its findings, when several calls describe it apart. */
function named(describing: DescribedBy, name: string, parameter: Parameter, all: readonly Found[]): Found[] {
  const ways = describing.get(nameOf(parameter))
  const first = ways && ways.size > 1 ? ways.get(JSON.stringify(parameter.at.value)) : undefined
  if (first === undefined) return [...all]
  return all.map((one) => (one.subject.startsWith(name) ? { ...one, subject: `${one.subject} of ${first}` } : one))
}

/** Compares parameters. Path parameters are paired by position, since their names do not matter. */
export function compareParameters(context: Context, our: Call, their: Call, describing: DescribedBy): Found[] {
  const [ourBraces, theirBraces] = [bracesOf(our.path), bracesOf(their.path)]
  const keyed = (parameters: readonly Parameter[], braces: string[], shared: string[]) =>
    new Map(
      parameters.map((parameter): [string, Parameter] => {
        const nth = parameter.in === 'path' ? braces.lastIndexOf(parameter.name) - braces.length : 0
        return [nth < 0 ? `path parameter ${shared.at(nth) ?? parameter.name}` : nameOf(parameter), parameter]
      }),
    )
  const known = keyed(fieldsApart(context.ours, our, context.theirs, their), ourBraces, ourBraces)
  const there = keyed(fieldsApart(context.theirs, their, context.ours, our), theirBraces, ourBraces)
  const more = [...there].filter(
    ([name, parameter]) =>
      !known.has(name) &&
      parameter.in !== 'path' &&
      !(parameter.in === 'header' && ownHeaders.has(parameter.name.toLowerCase())),
  )
  return [
    ...more.map(([name, { required, at }]) =>
      found(context, {
        rule: required ? 'parameter-required' : 'parameter-new',
        subject: name,
        differs: `The ${name} ${required ? 'is required' : 'may be sent'}`,
        ours: our.at,
        theirs: at,
      }),
    ),
    ...[...known].flatMap(([name, parameter]) => {
      const other = there.get(name)
      if (other) return named(describing, name, parameter, compareOne(context, name, parameter, other))
      // A path parameter that is not described is still sent in the path.
      if (parameter.in === 'path') return []
      const renamed = more.find(([, each]) => plainName(each.name) === plainName(parameter.name))
      return named(describing, name, parameter, [
        found(context, {
          rule: context.mode === 'spec' && isAssumed(parameter.at.value) ? 'parameter-assumed-gone' : 'parameter-gone',
          subject: name,
          differs: `The ${name} is not read${renamed ? `, but the ${renamed[0]} is new` : ''}`,
          ours: parameter.at,
          theirs: their.at,
        }),
      ])
    }),
  ]
}

/**
 * Returns the parameters of a call. An object that is sent as separate fields becomes those fields when the other call
 * has any of them.
 */
function fieldsApart(reading: Reading, { parameters }: Call, other: Reading, call: Call): Parameter[] {
  const names = new Set(call.parameters.flatMap((one) => [one, ...fieldsOf(other, one)]).map(nameOf))
  return parameters.flatMap((parameter) => {
    if (call.parameters.some((one) => isSameParameter(one, parameter))) return [parameter]
    const fields = fieldsOf(reading, parameter)
    return fields.some((field) => names.has(nameOf(field))) ? fields : [parameter]
  })
}
/** Returns the fields of a query object that is sent as `page=1&size=20`; none of other parameters. */
function fieldsOf(reading: Reading, parameter: Parameter): Parameter[] {
  const { kind, fields } = formOf(reading, parameter)
  if (parameter.in !== 'query' || kind !== 'object' || fields !== 'apart') return []
  const [shape, ...more] = shapesOf(reading, [parameter.schema]).filter(({ type }) => type === 'object')
  const all = [...shape!.fields]
  if (more.length > 0 || all.some(([, schemas]) => schemas.length > 1)) return []
  return all.map(([name, [schema]]) => ({
    // The words of the schema are none of a parameter.
    at: { ...schema!, value: {} },
    name,
    in: 'query',
    required: parameter.required && shape!.required.has(name),
    schema: schema!,
  }))
}

function compareOne(context: Context, name: string, ours: Parameter, theirs: Parameter): Found[] {
  const one = (rule: RuleId, differs: string) =>
    found(context, { rule, subject: name, differs, ours: ours.at, theirs: theirs.at })
  const form = formOf(context.ours, ours)
  const [our, their] = [writtenAs(form), writtenAs(formOf(context.theirs, theirs))]
  const { media } = form
  const without = form.kind === 'text' && isAnyText(context.theirs, theirs) ? NULLS_AND_TYPES : NULLS
  const whole = placeOf(context.theirs.follow(theirs.schema)).pointer
  const isDeprecated = (parameter: Parameter) => child(parameter.at, 'deprecated')?.value === true
  const mayBeEmpty = (parameter: Parameter) => child(parameter.at, 'allowEmptyValue')?.value === true
  return [
    ...(theirs.required && !ours.required ? [one('parameter-required', `The ${name} is required now`)] : []),
    ...(our === their ? [] : [one('parameter-style', `The ${name} is read as ${their}; clients send it as ${our}`)]),
    ...(mayBeEmpty(ours) && !mayBeEmpty(theirs) ? [one('parameter-empty', `The ${name} must have a value`)] : []),
    ...compareFlags(context, { ours: [ours.schema], theirs: [theirs.schema] }, name, theirs.required),
    ...(isDeprecated(theirs) && !isDeprecated(ours) ? [one('parameter-deprecated', `The ${name} is deprecated`)] : []),
    ...compareFields(context, { ours: [ours.schema], theirs: [theirs.schema] }, name).filter(
      ({ rule, theirs: place }) => media || place?.pointer !== whole || !without.has(rule),
    ),
  ]
}
/** A parameter cannot be serialized as null; it is left out instead. */
const NULLS: ReadonlySet<RuleId> = new Set(['request-null-refused', 'request-null-taken'])
/** Every single value is serialized as text, so a parameter that may be any text accepts it. */
const NULLS_AND_TYPES: ReadonlySet<RuleId> = new Set([...NULLS, 'request-type'])
const isAnyText = (reading: Reading, { schema }: Parameter): boolean =>
  shapesOf(reading, [schema]).some(
    ({ type, values, format, pattern }) => type === 'string' && values === null && format === null && pattern === null,
  )

const WRITTEN: Record<Between, string> = {
  apart: 'a&b, one by one',
  ',': 'a,b',
  ' ': 'a%20b',
  '\t': 'a%09b',
  '|': 'a|b',
}
const PREFIXES = { '': '', label: 'with a point before it, ', matrix: 'with its name before it, ' }
/** Returns how a parameter is serialized, in words; the same text for all single values. */
export function writtenAs({ kind, media, prefix, between, fields }: ParameterForm): string {
  if (kind === 'content') return media!
  const before = PREFIXES[prefix]
  if (kind === 'list') return `${before}${prefix !== '' && between === 'apart' ? 'one by one' : WRITTEN[between]}`
  if (kind === 'text') return `${before}text`
  return fields === 'deep' ? 'name[field]=a' : `${before}${fields === 'apart' ? 'field=a' : 'field,a'}`
}
