import { isAssumed } from '@paket/contract'
import { type Answer, headerAsParameter, schemaOfField } from '../description/description.ts'
import { formOf } from '../description/parameter-form.ts'
import { type At, child, pointerTo, type Reading } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import { compareFields } from './compare-fields.ts'
import { writtenAs } from './compare-parameters.ts'
import { type Context, found } from './context.ts'

/** The body's media type is compared elsewhere; every server sends the others. */
const everywhere = new Set(['content-type', 'content-length', 'date', 'connection'])
const byName = (reading: Reading, { headers }: Answer) =>
  new Map(
    [...headers]
      .map(([name, at]) => [name.toLowerCase(), { name, at, header: reading.follow(at) }] as const)
      .filter(([name]) => !everywhere.has(name)),
  )

/** Names a header in a finding: by call, or by its shared component. */
function named(name: string, { path }: At, where: string): { subject: string; header: string } {
  const isOwn = path[0] !== 'components' && path.indexOf('responses') > 0
  const header = `header ${name} of ${isOwn ? where : `#${pointerTo(path)}`}`
  return { subject: isOwn ? `${where} header ${name}` : header, header }
}

/** Compares the headers of one response. */
export function compareHeaders(context: Context, ours: Answer, theirs: Answer, status: string): Found[] {
  const [known, there] = [byName(context.ours, ours), byName(context.theirs, theirs)]
  const where = `${context.call} ${status}`
  return [
    ...[...known].flatMap(([key, { name, at, header }]): Found[] => {
      const other = there.get(key)
      const isRequired = child(header, 'required')?.value === true
      const { subject, header: text } = named(name, header, where)
      if (!other) {
        // The header is reported once, as a note: its absence from a description proves little.
        const isOnlyAssumed = context.mode === 'spec' && isAssumed(header.value)
        return [
          found(context, {
            rule: 'response-header-gone',
            subject: isOnlyAssumed ? `header ${name}` : subject,
            differs: isOnlyAssumed
              ? `The header ${name}, which the contract assumes, is not described`
              : `The ${text} is gone`,
            ours: at,
            theirs: theirs.at,
            severity: isOnlyAssumed ? 'note' : isRequired ? 'breaking' : undefined,
          }),
        ]
      }
      const [mine, answered] = [headerAsParameter(name, header), headerAsParameter(other.name, other.header)]
      const [our, their] = [writtenAs(formOf(context.ours, mine)), writtenAs(formOf(context.theirs, answered))]
      return [
        ...(isRequired && child(other.header, 'required')?.value !== true
          ? [
              found(context, {
                rule: 'response-header-optional',
                subject,
                differs: `The ${text} may be missing`,
                ours: at,
                theirs: other.at,
              }),
            ]
          : []),
        ...(our === their
          ? []
          : [
              found(context, {
                rule: 'response-header-style',
                subject,
                differs: `The ${text} is serialized as ${their}; the contract has ${our}`,
                ours: at,
                theirs: other.at,
              }),
            ]),
        ...(schemaOfField(header) && schemaOfField(other.header)
          ? compareFields(context, { ours: [mine.schema], theirs: [answered.schema] }, subject)
          : []),
      ]
    }),
    ...[...there]
      .filter(([key]) => !known.has(key))
      .map(([, { name, at, header }]) => {
        const { subject, header: text } = named(name, header, where)
        return found(context, {
          rule: 'response-header-new',
          subject,
          differs: `The ${text} is returned, but is not in the contract`,
          ours: ours.at,
          theirs: at,
        })
      }),
  ]
}
