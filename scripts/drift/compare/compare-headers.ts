import { isAssumed } from '@paket/contract'
import type { Answer } from '../description/description.ts'
import { type At, child, type Reading } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import { compareFields } from './compare-fields.ts'
import { type Context, found, type Mode } from './context.ts'

/** Described elsewhere: the media type by the body, the others by what every server does. */
const everywhere = new Set(['content-type', 'content-length', 'date', 'connection'])
const byName = (reading: Reading, { headers }: Answer) =>
  new Map(
    [...headers]
      .map(([name, at]) => [name.toLowerCase(), { name, at, header: reading.follow(at) }] as const)
      .filter(([name]) => !everywhere.has(name)),
  )
const schemaOf = (header: At) => child(header, 'schema') ?? (child(header, 'type') ? header : undefined)

/** The headers of one answer. */
export function compareHeaders(context: Context, ours: Answer, theirs: Answer, status: string, mode: Mode): Found[] {
  const [our, their] = [byName(context.ours, ours), byName(context.theirs, theirs)]
  const where = `${context.call} ${status}`
  return [
    ...[...our].flatMap(([key, { name, at, header }]): Found[] => {
      const other = their.get(key)
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
      const [mine, answered] = [schemaOf(header), schemaOf(other.header)]
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
        ...(mine && answered
          ? compareFields(context, { ours: [mine], theirs: [answered] }, `${where} header ${name}`)
          : []),
      ]
    }),
    ...[...their]
      .filter(([key]) => !our.has(key))
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
