import { isAssumed } from '@paket/contract'
import { type Answer, headerAsParameter, schemaOfField } from '../description/description.ts'
import { formOf } from '../description/parameter-form.ts'
import { child, type Reading } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import { compareFields } from './compare-fields.ts'
import { writtenAs } from './compare-parameters.ts'
import { type Context, found, type Mode } from './context.ts'

/** Described elsewhere: the media type by the body, the others by what every server does. */
const everywhere = new Set(['content-type', 'content-length', 'date', 'connection'])
const byName = (reading: Reading, { headers }: Answer) =>
  new Map(
    [...headers]
      .map(([name, at]) => [name.toLowerCase(), { name, at, header: reading.follow(at) }] as const)
      .filter(([name]) => !everywhere.has(name)),
  )

/** The headers of one answer. */
export function compareHeaders(context: Context, ours: Answer, theirs: Answer, status: string, mode: Mode): Found[] {
  const [known, there] = [byName(context.ours, ours), byName(context.theirs, theirs)]
  const where = `${context.call} ${status}`
  return [
    ...[...known].flatMap(([key, { name, at, header }]): Found[] => {
      const other = there.get(key)
      const isRequired = child(header, 'required')?.value === true
      if (!other) {
        // A header that the contract only assumes is reported once, as a note: its absence from a description says little.
        const isOnlyAssumed = mode === 'spec' && isAssumed(header.value)
        return [
          found(context, {
            rule: 'response-header-gone',
            subject: isOnlyAssumed ? `header ${name}` : status === '200' ? context.call : `${where} header ${name}`,
            differs: isOnlyAssumed
              ? `The header ${name}, which the contract assumes, is not described`
              : `The header ${name} of ${where} is gone`,
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
                subject: `${where} header ${name}`,
                differs: `The header ${name} of ${where} may be missing`,
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
                subject: `${where} header ${name}`,
                differs: `The header ${name} of ${where} is written as ${their}, in the contract as ${our}`,
                ours: at,
                theirs: other.at,
              }),
            ]),
        ...(schemaOfField(header) && schemaOfField(other.header)
          ? compareFields(context, { ours: [mine.schema], theirs: [answered.schema] }, `${where} header ${name}`)
          : []),
      ]
    }),
    ...[...there]
      .filter(([key]) => !known.has(key))
      .map(([, { name, at }]) =>
        found(context, {
          rule: 'response-header-new',
          subject: `${where} header ${name}`,
          differs: `The header ${name} of ${where} is answered and the contract does not name it`,
          ours: ours.at,
          theirs: at,
        }),
      ),
  ]
}
