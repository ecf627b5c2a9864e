import type { Call } from '../description/description.ts'
import type { At } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import type { RuleId } from '../rules/rules.ts'
import { compareFields } from './compare-fields.ts'
import { type Context, found } from './context.ts'
import { jsonNames, kindsOfBoth, labelled } from './media.ts'

/** Compares request bodies by media type. */
export function compareBodies(context: Context, our: Call, their: Call): Found[] {
  const one = (rule: RuleId, differs: string, at: At, severity?: 'risky') =>
    found(context, { rule, subject: our.id, differs, ours: our.body?.at ?? our.at, theirs: at, severity })
  if (!our.body) {
    if (!their.body) return []
    return their.body.required
      ? [one('request-body-required', `${our.id} requires a body`, their.body.at)]
      : [one('request-body-new', `${our.id} accepts a body`, their.body.at)]
  }
  if (!their.body) return [one('request-body-refused', `${our.id} accepts no body`, their.at)]
  const { body } = their
  const [sent, taken] = kindsOfBoth(our.body.media, body.media)
  const names = jsonNames(our.body.media, body.media)
  const refused = names === 'same' ? [...sent.keys()].filter((media) => !taken.has(media)) : [...our.body.media.keys()]
  return [
    ...(our.body.required && !body.required
      ? [one('request-body-optional', `The body of ${our.id} may be left out`, body.at)]
      : []),
    ...(body.required && !our.body.required
      ? [one('request-body-required', `${our.id} requires a body; the contract allows leaving it out`, body.at)]
      : []),
    ...(refused.length > 0
      ? [
          one(
            'request-media-type-refused',
            `${our.id} accepts ${[...body.media.keys()].join(', ')} only, not ${refused.join(', ')}`,
            body.at,
            // Servers that are not strict accept JSON under its general name.
            names === 'plain' && [...sent.keys()].every((media) => taken.has(media)) ? 'risky' : undefined,
          ),
        ]
      : []),
    ...[...sent].flatMap(([media, mine]) => {
      const other = taken.get(media)
      return other
        ? compareFields(context, { ours: [mine], theirs: [other] }, labelled(`${our.id} request`, media))
        : []
    }),
  ]
}
